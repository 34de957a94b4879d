// Package reference computes what a device and a model compute, in plain Go
// and double precision, one obvious loop after another. It is the truth that tests compare
// with, and it is far too slow for anything else. Gradients come from Gradient, by
// central differences, so that no backward formula is trusted twice.
package reference

import "math"

// MatMul is a [m, k] times b [k, n].
func MatMul(a, b []float64, m, n, k int) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for p := range k {
			for j := range n {
				c[i*n+j] += a[i*k+p] * b[p*n+j]
			}
		}
	}
	return c
}

// Transpose turns a [rows, cols] into [cols, rows].
func Transpose(a []float64, rows, cols int) []float64 {
	t := make([]float64, len(a))
	for i := range rows {
		for j := range cols {
			t[j*rows+i] = a[i*cols+j]
		}
	}
	return t
}

// Linear is x [rows, in] times the transpose of w [out, in].
func Linear(x, w []float64, rows, in, out int) []float64 {
	return MatMul(x, Transpose(w, out, in), rows, out, in)
}

// RMSNorm normalises each row of x [rows, width]: gain x / sqrt(mean x² + eps).
func RMSNorm(x, gain []float64, rows, width int, eps float64) []float64 {
	y := make([]float64, len(x))
	for i := range rows {
		sum := 0.0
		for _, v := range x[i*width : (i+1)*width] {
			sum += v * v
		}
		r := 1 / math.Sqrt(sum/float64(width)+eps)
		for j := range width {
			y[i*width+j] = gain[j] * x[i*width+j] * r
		}
	}
	return y
}

// Rotate turns the pairs (i, i+len/2) of one head by position * theta^(-2i/len).
func Rotate(x []float64, position int, theta float64) []float64 {
	half := len(x) / 2
	y := make([]float64, len(x))
	for i := range half {
		sin, cos := math.Sincos(float64(position) * math.Pow(theta, -float64(i)/float64(half)))
		y[i] = x[i]*cos - x[i+half]*sin
		y[i+half] = x[i+half]*cos + x[i]*sin
	}
	return y
}

// QKNormRope normalises each query and key head of qkv [rows, (heads+2kv)*dim], rotates it
// and gives [rows, (heads+kv)*dim].
func QKNormRope(qkv, qgain, kgain []float64, positions []int32, heads, kv, dim int, theta, eps float64) []float64 {
	var out []float64
	for i, p := range positions {
		row := qkv[i*(heads+2*kv)*dim:]
		for h := range heads + kv {
			gain := qgain
			if h >= heads {
				gain = kgain
			}
			out = append(out, Rotate(RMSNorm(row[h*dim:(h+1)*dim], gain, 1, dim, eps), int(p), theta)...)
		}
	}
	return out
}

// Attention is causal attention within each sequence: [rows, heads*dim] from
// qk [rows, (heads+kv)*dim] and the values of qkv [rows, (heads+2kv)*dim].
func Attention(qk, qkv []float64, starts []int32, heads, kv, dim int) []float64 {
	rows := int(starts[len(starts)-1])
	out := make([]float64, rows*heads*dim)
	for s := range len(starts) - 1 {
		for i := int(starts[s]); i < int(starts[s+1]); i++ {
			for h := range heads {
				g := h / (heads / kv)
				q := qk[(i*(heads+kv)+h)*dim:]
				first := int(starts[s])
				p := make([]float64, i+1-first)
				for j := range p {
					k := qk[((first+j)*(heads+kv)+heads+g)*dim:]
					for d := range dim {
						p[j] += q[d] * k[d] / math.Sqrt(float64(dim))
					}
				}
				lse := LogSumExp(p)
				for j := range p {
					v := qkv[((first+j)*(heads+2*kv)+heads+kv+g)*dim:]
					for d := range dim {
						out[(i*heads+h)*dim+d] += math.Exp(p[j]-lse) * v[d]
					}
				}
			}
		}
	}
	return out
}

// SwiGLU is silu(g) u of gu [rows, 2 ffn] = g | u.
func SwiGLU(gu []float64, rows, ffn int) []float64 {
	y := make([]float64, rows*ffn)
	for i := range rows {
		for j := range ffn {
			g, u := gu[i*2*ffn+j], gu[i*2*ffn+ffn+j]
			y[i*ffn+j] = g / (1 + math.Exp(-g)) * u
		}
	}
	return y
}

// LogSumExp of a row.
func LogSumExp(z []float64) float64 {
	top := math.Inf(-1)
	for _, v := range z {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range z {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// LogSoftmax of a row.
func LogSoftmax(z []float64) []float64 {
	lse := LogSumExp(z)
	out := make([]float64, len(z))
	for i, v := range z {
		out[i] = v - lse
	}
	return out
}

// Gradient is the derivative of f at x by central differences.
func Gradient(x []float64, f func(x []float64) float64) []float64 {
	const h = 1e-5
	g := make([]float64, len(x))
	y := append([]float64(nil), x...)
	for i := range x {
		y[i] = x[i] + h
		up := f(y)
		y[i] = x[i] - h
		g[i] = (up - f(y)) / (2 * h)
		y[i] = x[i]
	}
	return g
}

// Directional is the derivative of f at x along a direction, by central differences.
func Directional(x, direction []float64, f func(x []float64) float64) float64 {
	const h = 1e-5
	up, down := make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		up[i], down[i] = x[i]+h*direction[i], x[i]-h*direction[i]
	}
	return (f(up) - f(down)) / (2 * h)
}

// Dot is the sum of products.
func Dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Penalize divides the positive logits of ids by a repetition penalty and multiplies the others by it, each id once.
func Penalize(logits []float64, ids []int32, by float64) []float64 {
	z := append([]float64(nil), logits...)
	for _, id := range ids {
		if logits[id] > 0 {
			z[id] = logits[id] / by
		} else {
			z[id] = logits[id] * by
		}
	}
	return z
}
