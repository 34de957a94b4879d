package cpu_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/device"
	"github.com/retort-ml/retort/backends/reference"
)

var headShapes = []device.Heads{
	{Query: 1, KV: 1, Dim: 2}, {Query: 4, KV: 2, Dim: 8}, {Query: 2, KV: 2, Dim: 12}, {Query: 3, KV: 1, Dim: 16}, {Query: 2, KV: 1, Dim: 32}, {Query: 1, KV: 1, Dim: 64}, {Query: 2, KV: 1, Dim: 80},
}

// ropeTable is the table of rotary angles for positions below n.
func ropeTable(b bench, n, dim int, theta float64) device.Buffer {
	host := make([]float32, n*dim)
	for p := range n {
		for i := range dim / 2 {
			sin, cos := math.Sincos(float64(p) * math.Pow(theta, -2*float64(i)/float64(dim)))
			host[p*dim+i], host[p*dim+dim/2+i] = float32(cos), float32(sin)
		}
	}
	f := b.d.Alloc(len(host))
	b.s.Upload(f, host)
	return f
}

func TestQKNormRope(t *testing.T) {
	const theta, eps = 100, 1e-4
	positions := []int32{0, 5, 2}
	eachISA(t, func(b bench) {
		for _, h := range headShapes {
			rows := len(positions)
			qkv, qgain, kgain := b.random(rows*h.Fused(), 1), b.gains(h.Dim), b.gains(h.Dim)
			rope := ropeTable(b, 8, h.Dim, theta)
			qk, rstd := b.dirty(rows*h.Joint()), b.dirty(rows*(h.Query+h.KV))
			f := func(qkv, qgain, kgain []float64) []float64 {
				return reference.QKNormRope(qkv, qgain, kgain, positions, h.Query, h.KV, h.Dim, theta, eps)
			}
			b.s.QKNormRope(qk, rstd, qkv.f, qgain.f, kgain.f, rope, b.s.Index(positions), h, eps)
			b.close(f(qkv.d, qgain.d, kgain.d), qk, 2e-6, h)

			dqk, dqkv := b.random(rows*h.Joint(), 1), b.random(rows*h.Fused(), 1)
			dqgain, dkgain := b.random(h.Dim, 1), b.random(h.Dim, 1)
			want := reference.Gradient(qkv.d, func(x []float64) float64 { return reference.Dot(dqk.d, f(x, qgain.d, kgain.d)) })
			for i := range rows { // the value columns keep what was there
				copy(want[i*h.Fused()+h.Joint():(i+1)*h.Fused()], dqkv.d[i*h.Fused()+h.Joint():(i+1)*h.Fused()])
			}
			byQ := reference.Gradient(qgain.d, func(x []float64) float64 { return reference.Dot(dqk.d, f(qkv.d, x, kgain.d)) })
			byK := reference.Gradient(kgain.d, func(x []float64) float64 { return reference.Dot(dqk.d, f(qkv.d, qgain.d, x)) })
			b.s.QKNormRopeBack(dqkv.f, dqgain.f, dkgain.f, dqk.f, qkv.f, qgain.f, kgain.f, rstd, rope, b.s.Index(positions), h)
			b.close(want, dqkv.f, 5e-6, h)
			b.close(sum(dqgain.d, byQ), dqgain.f, 5e-6, h)
			b.close(sum(dkgain.d, byK), dkgain.f, 5e-6, h)
		}
	})
}

func TestAttention(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, h := range headShapes {
			for _, starts := range [][]int32{{0, 1}, {0, 3, 8}, {0, 25, 26, 75}, {0, 97}} {
				rows := int(starts[len(starts)-1])
				qk, qkv := b.random(rows*h.Joint(), 1), b.random(rows*h.Fused(), 1)
				out, lse := b.dirty(rows*h.Out()), b.dirty(rows*h.Query)
				b.s.Attention(out, lse, qk.f, qkv.f, b.s.Index(starts), h)
				b.close(reference.Attention(qk.d, qkv.d, starts, h.Query, h.KV, h.Dim), out, 2e-6, h, starts)
			}
		}
	})
}

func TestAttentionBack(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, h := range headShapes {
			starts := []int32{0, 2, 6}
			rows := int(starts[len(starts)-1])
			qk, qkv, dout := b.random(rows*h.Joint(), 1), b.random(rows*h.Fused(), 1), b.random(rows*h.Out(), 1)
			out, lse := b.dirty(rows*h.Out()), b.dirty(rows*h.Query)
			index := b.s.Index(starts)
			b.s.Attention(out, lse, qk.f, qkv.f, index, h)

			f := func(qk, qkv []float64) float64 {
				return reference.Dot(dout.d, reference.Attention(qk, qkv, starts, h.Query, h.KV, h.Dim))
			}
			byQK := reference.Gradient(qk.d, func(x []float64) float64 { return f(x, qkv.d) })
			byQKV := reference.Gradient(qkv.d, func(x []float64) float64 { return f(qk.d, x) })
			dqk, dqkv := b.dirty(rows*h.Joint()), b.random(rows*h.Fused(), 1)
			for i := range rows { // only the value columns are written
				copy(byQKV[i*h.Fused():i*h.Fused()+h.Joint()], dqkv.d[i*h.Fused():])
			}
			b.s.AttentionBack(dqk, dqkv.f, dout.f, out, lse, qk.f, qkv.f, index, h)
			b.close(byQK, dqk, 5e-6, h)
			b.close(byQKV, dqkv.f, 5e-6, h)
		}
	})
}

// Longer than a block of queries: derivatives along random directions.
func TestAttentionBackOfLongSequences(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, h := range headShapes[1:5] {
			starts := []int32{0, 27, 88}
			rows := int(starts[len(starts)-1])
			qk, qkv, dout := b.random(rows*h.Joint(), 1), b.random(rows*h.Fused(), 1), b.random(rows*h.Out(), 1)
			out, lse := b.dirty(rows*h.Out()), b.dirty(rows*h.Query)
			dqk, dqkv := b.dirty(rows*h.Joint()), b.d.Alloc(rows*h.Fused())
			index := b.s.Index(starts)
			b.s.Attention(out, lse, qk.f, qkv.f, index, h)
			b.s.AttentionBack(dqk, dqkv, dout.f, out, lse, qk.f, qkv.f, index, h)
			f := func(qk, qkv []float64) float64 {
				return reference.Dot(dout.d, reference.Attention(qk, qkv, starts, h.Query, h.KV, h.Dim))
			}
			for range 4 {
				u, v := b.random(len(qk.d), 1).d, b.random(len(qkv.d), 1).d
				byQK := reference.Directional(qk.d, u, func(x []float64) float64 { return f(x, qkv.d) })
				byQKV := reference.Directional(qkv.d, v, func(x []float64) float64 { return f(qk.d, x) })
				scale := math.Sqrt(float64(rows * h.Out()))
				require.InDelta(b.t, byQK, reference.Dot(b.read(dqk), u), 1e-5*scale, h)
				require.InDelta(b.t, byQKV, reference.Dot(b.read(dqkv), v), 1e-5*scale, h)
			}
		}
	})
}

// Rows of two sequences go through the cache in several batches and in blocks that are
// out of order; each sees what a causal pass over its sequence sees.
func TestCacheAttention(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, h := range headShapes {
			starts := []int32{0, 70, 75}
			qk, qkv := b.random(75*h.Joint(), 1), b.random(75*h.Fused(), 1)
			want := reference.Attention(qk.d, qkv.d, starts, h.Query, h.KV, h.Dim)
			const gap = 5
			c := device.Cache{Stride: h.CacheSize() + gap, Blocks: 3, Table: b.s.Index([]int32{4, 0, 3, 1, 0, 0})}
			c.Pool = b.dirty(5*c.Stride).Slice(gap, 5*c.Stride)
			out := b.dirty(75 * h.Out())
			for _, cut := range [][2]int{{0, 40}, {40, 72}, {72, 75}} {
				var sequences, positions []int32
				for row := cut[0]; row < cut[1]; row++ {
					if row < 70 {
						sequences, positions = append(sequences, 0), append(positions, int32(row))
					} else {
						sequences, positions = append(sequences, 1), append(positions, int32(row-70))
					}
				}
				part := func(f device.Buffer, width int) device.Buffer { return f.Slice(cut[0]*width, cut[1]*width) }
				b.s.CacheWrite(c, part(qk.f, h.Joint()), part(qkv.f, h.Fused()), b.s.Index(sequences), b.s.Index(positions), h)
				b.s.CacheAttention(part(out, h.Out()), part(qk.f, h.Joint()), c, b.s.Index(sequences), b.s.Index(positions), h)
			}
			b.close(want, out, 2e-6, h)
		}
	})
}

func TestImpossibleHeadsPanic(t *testing.T) {
	eachISA(t, func(b bench) {
		h := device.Heads{Query: 3, KV: 2, Dim: 8}
		require.Panics(b.t, func() {
			b.s.Attention(b.d.Alloc(1000), b.d.Alloc(1000), b.d.Alloc(1000), b.d.Alloc(1000), b.s.Index([]int32{0, 2}), h)
		})
	})
}
