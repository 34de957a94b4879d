package cpu_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/device"
	"github.com/retort-ml/retort/backends/reference"
)

// bench is a device under test with a source of random arguments.
type bench struct {
	t testing.TB
	d *cpu.Device
	s device.Stream
	r *rand.Rand
}

func eachISA(t *testing.T, f func(b bench)) {
	for _, isa := range cpu.ISAs() {
		t.Run(isa, func(t *testing.T) {
			d, err := cpu.New(isa)
			require.NoError(t, err)
			f(bench{t, d, d.NewStream(), rand.New(rand.NewPCG(1, 2))})
		})
	}
}

// array is random values in both precisions.
type array struct {
	b bench
	f device.Buffer
	d []float64
}

func (b bench) random(n int, scale float64) array {
	a := array{b: b, f: b.d.Alloc(n), d: make([]float64, n)}
	host := make([]float32, n)
	for i := range host {
		host[i] = float32(b.r.NormFloat64() * scale)
		a.d[i] = float64(host[i])
	}
	b.s.Upload(a.f, host)
	return a
}

// gains are around one.
func (b bench) gains(n int) array {
	a := b.random(n, 0.3)
	host := make([]float32, n)
	for i := range a.d {
		host[i] = float32(a.d[i]) + 1
		a.d[i] = float64(host[i])
	}
	b.s.Upload(a.f, host)
	return a
}

// dirty is a buffer full of a number that no result contains.
func (b bench) dirty(n int) device.Buffer {
	f := b.d.Alloc(n)
	host := make([]float32, n)
	for i := range host {
		host[i] = 1e20
	}
	b.s.Upload(f, host)
	return f
}

func (b bench) read(f device.Buffer) []float64 {
	host := make([]float32, f.Len())
	b.s.Download(host, f)
	out := make([]float64, len(host))
	for i, v := range host {
		out[i] = float64(v)
	}
	return out
}

// close compares with a tolerance relative to the largest expected value, or to 1.
func (b bench) close(want []float64, have device.Buffer, tolerance float64, what ...any) {
	b.t.Helper()
	got := b.read(have)
	require.Len(b.t, got, len(want), fmt.Sprint(what...))
	scale, worst := 1.0, 0.0
	for i := range want {
		scale = max(scale, math.Abs(want[i]))
		if d := math.Abs(want[i] - got[i]); !(d <= worst) {
			worst = d
		}
	}
	require.LessOrEqual(b.t, worst/scale, tolerance, fmt.Sprint(what...))
}

func sum(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

func TestMatMul(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, m := range []int{1, 2, 5, 12, 13, 25, 50} {
			for _, n := range []int{1, 7, 8, 16, 31, 32, 33, 48, 110} {
				for _, k := range []int{1, 3, 16, 64} {
					x, w, add := b.random(m*k, 1), b.random(n*k, 1), b.random(m*n, 1)
					packed, c := b.d.Alloc(device.PackedLen(k, n)), b.dirty(m*n)
					b.s.Pack(packed, w.f, k, n, true)
					b.s.MatMul(c, device.Buffer{}, x.f, packed, m, n, k)
					product := reference.Linear(x.d, w.d, m, k, n)
					b.close(product, c, 5e-6, m, n, k)
					b.s.MatMul(c, add.f, x.f, packed, m, n, k)
					b.close(sum(product, add.d), c, 5e-6, m, n, k)
					b.s.MatMul(c, c, x.f, packed, m, n, k)
					b.close(sum(sum(product, add.d), product), c, 5e-6, m, n, k)

					b.s.Pack(packed, w.f, k, n, false) // w as [k, n]
					b.s.MatMul(c, device.Buffer{}, x.f, packed, m, n, k)
					b.close(reference.MatMul(x.d, w.d, m, n, k), c, 5e-6, m, n, k)
				}
			}
		}
	})
}

func TestMatMulTN(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, m := range []int{1, 13, 48} {
			for _, n := range []int{1, 8, 20, 32, 65} {
				for _, k := range []int{1, 24, 191, 192, 400} {
					x, y, c := b.random(k*m, 1), b.random(k*n, 1), b.random(m*n, 1)
					b.s.MatMulTN(c.f, x.f, y.f, m, n, k)
					want := reference.MatMul(reference.Transpose(x.d, k, m), y.d, m, n, k)
					b.close(sum(c.d, want), c.f, 2e-6, m, n, k)
				}
			}
		}
	})
}

// A row of a product does not depend on the rows beside it.
func TestMatMulRowsAreIndependent(t *testing.T) {
	eachISA(t, func(b bench) {
		const m, n, k = 37, 70, 48
		x, w := b.random(m*k, 1), b.random(n*k, 1)
		packed, all, one := b.d.Alloc(device.PackedLen(k, n)), b.d.Alloc(m*n), b.d.Alloc(n)
		b.s.Pack(packed, w.f, k, n, true)
		b.s.MatMul(all, device.Buffer{}, x.f, packed, m, n, k)
		for i := range m {
			b.s.MatMul(one, device.Buffer{}, x.f.Slice(i*k, (i+1)*k), packed, 1, n, k)
			require.Equal(b.t, b.read(all.Slice(i*n, (i+1)*n)), b.read(one))
		}
	})
}

func TestEmbed(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, width := range []int{5, 32, 40} {
			ids := []int32{3, -1, 0, 3, 6}
			table, dx, grad := b.random(7*width, 1), b.random(len(ids)*width, 1), b.random(7*width, 1)
			out := b.dirty(len(ids) * width)
			want, back := make([]float64, len(dx.d)), append([]float64(nil), grad.d...)
			for i, id := range ids {
				for j := range width {
					if id >= 0 {
						want[i*width+j] = table.d[int(id)*width+j]
						back[int(id)*width+j] += dx.d[i*width+j]
					}
				}
			}
			b.s.Embed(out, table.f, b.s.Index(ids), width)
			b.close(want, out, 0)
			b.s.EmbedAdd(out, table.f, b.s.Index(ids), width)
			b.close(sum(want, want), out, 0)
			b.s.EmbedBack(grad.f, dx.f, b.s.Index(ids), width)
			b.close(back, grad.f, 1e-6)
		}
	})
}

func TestRMSNorm(t *testing.T) {
	eachISA(t, func(b bench) {
		const rows, eps = 3, 1e-3
		for _, width := range []int{1, 7, 16, 48, 64, 70} {
			x, gain, dy := b.random(rows*width, 1), b.gains(width), b.random(rows*width, 1)
			dx, dgain := b.random(rows*width, 1), b.random(width, 1)
			y, rstd := b.dirty(rows*width), b.dirty(rows)
			b.s.RMSNorm(y, rstd, x.f, gain.f, rows, width, eps)
			b.close(reference.RMSNorm(x.d, gain.d, rows, width, eps), y, 1e-6)

			byX := reference.Gradient(x.d, func(x []float64) float64 {
				return reference.Dot(dy.d, reference.RMSNorm(x, gain.d, rows, width, eps))
			})
			byGain := reference.Gradient(gain.d, func(gain []float64) float64 {
				return reference.Dot(dy.d, reference.RMSNorm(x.d, gain, rows, width, eps))
			})
			b.s.RMSNormBack(dx.f, dgain.f, dy.f, x.f, gain.f, rstd, rows, width)
			b.close(sum(dx.d, byX), dx.f, 2e-6, width)
			b.close(sum(dgain.d, byGain), dgain.f, 2e-6, width)
		}
	})
}

func TestSwiGLU(t *testing.T) {
	eachISA(t, func(b bench) {
		const rows = 3
		for _, ffn := range []int{1, 16, 37, 80} {
			gu, dy := b.random(rows*2*ffn, 3), b.random(rows*ffn, 1)
			y, dgu := b.dirty(rows*ffn), b.dirty(rows*2*ffn)
			b.s.SwiGLU(y, gu.f, rows, ffn)
			b.close(reference.SwiGLU(gu.d, rows, ffn), y, 1e-6)
			want := reference.Gradient(gu.d, func(gu []float64) float64 {
				return reference.Dot(dy.d, reference.SwiGLU(gu, rows, ffn))
			})
			b.s.SwiGLUBack(dgu, dy.f, gu.f, rows, ffn)
			b.close(want, dgu, 1e-6)
			b.s.SwiGLUBack(gu.f, dy.f, gu.f, rows, ffn)
			b.close(want, gu.f, 1e-6, "in place")
		}
	})
}

func TestSwiGLUAtExtremes(t *testing.T) {
	eachISA(t, func(b bench) {
		gu := b.d.Alloc(8)
		b.s.Upload(gu, []float32{-1e4, -100, 100, 1e4, 1, 1, 1, 1})
		y := b.d.Alloc(4)
		b.s.SwiGLU(y, gu, 1, 4)
		b.close([]float64{0, 0, 100, 1e4}, y, 1e-6)
	})
}

func TestAdamW(t *testing.T) {
	eachISA(t, func(b bench) {
		const n = 45
		w, g := b.random(n, 1), b.random(n, 1)
		first, second := b.d.Alloc(n), b.d.Alloc(n)
		want, m, v := append([]float64(nil), w.d...), make([]float64, n), make([]float64, n)
		const lr, beta1, beta2, eps, decay, scale = 0.01, 0.9, 0.98, 1e-6, 0.1, 0.5
		for step := 1; step <= 3; step++ {
			c1, c2 := 1-math.Pow(beta1, float64(step)), 1-math.Pow(beta2, float64(step))
			for i := range want {
				x := g.d[i] * scale
				m[i] = beta1*m[i] + (1-beta1)*x
				v[i] = beta2*v[i] + (1-beta2)*x*x
				want[i] -= lr * decay * want[i]
				want[i] -= lr * (m[i] / c1) / (math.Sqrt(v[i]/c2) + eps)
			}
			b.s.AdamW(w.f, first, second, g.f, device.AdamW{
				GradScale: scale, StepSize: float32(lr / c1), Beta1: beta1, Beta2: beta2,
				Epsilon: eps, RootScale: float32(1 / math.Sqrt(c2)), Decay: 1 - lr*decay,
			})
			b.close(want, w.f, 1e-6, step)
		}
	})
}

func TestSumSquares(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, n := range []int{0, 1, 15, 1024, 5000} {
			x := b.random(n, 1)
			require.InEpsilon(b.t, reference.Dot(x.d, x.d)+1, b.s.SumSquares(x.f)+1, 1e-6, fmt.Sprint(n))
		}
	})
}

func TestTooSmallBufferPanics(t *testing.T) {
	eachISA(t, func(b bench) {
		require.Panics(b.t, func() { b.s.MatMul(b.d.Alloc(3), device.Buffer{}, b.d.Alloc(4), b.d.Alloc(64), 2, 2, 2) })
		require.Panics(b.t, func() { b.s.Copy(b.d.Alloc(3), b.d.Alloc(4)) })
		require.Panics(b.t, func() { b.d.Alloc(4).Slice(2, 5) })
	})
}

func TestUnknownInstructionSet(t *testing.T) {
	_, err := cpu.New("sse9")
	require.ErrorContains(t, err, `"sse9" is not available`)
	require.Equal(t, "plain", cpu.ISAs()[len(cpu.ISAs())-1])
}
