package cpu_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
	"github.com/retort-ml/retort/backends/reference"
)

var vocabs = []int{1, 9, 16, 64, 110, 300}

func TestRowStats(t *testing.T) {
	eachISA(t, func(b bench) {
		for _, vocab := range vocabs {
			labels := []int32{0, int32(vocab - 1), int32(vocab / 2)}
			z := b.random(3*vocab, 4)
			stats := b.dirty(3 * device.StatsWidth)
			b.s.RowStats(stats, z.f, b.s.Index(labels), vocab)
			var want, full []float64
			for i, label := range labels {
				row := z.d[i*vocab : (i+1)*vocab]
				p := reference.LogSoftmax(row)
				entropy := 0.0
				for _, l := range p {
					entropy -= math.Exp(l) * l
				}
				want = append(want, p[label], reference.LogSumExp(row), entropy)
				full = append(full, p...)
			}
			b.close(want, stats, 2e-6, vocab)
			b.s.LogSoftmax(z.f, stats, 3, vocab)
			b.close(full, z.f, 2e-6, vocab)
		}
	})
}

// rowsOf builds random rows for every loss, some of them in the clipped regions.
func rowsOf(b bench, n, vocab int, z []float64) []reference.Row {
	rows := make([]reference.Row, n)
	for i := range rows {
		r := &rows[i]
		r.Label = b.r.IntN(vocab)
		f32 := func(x float64) float64 { return float64(float32(x)) }
		l := reference.LogSoftmax(z[i*vocab : (i+1)*vocab])[r.Label]
		r.Weight = f32(b.r.Float64() + 0.1)
		r.Advantage = f32(b.r.NormFloat64())
		r.OldLogProb = f32(l + b.r.NormFloat64())
		r.RefLogProb = f32(l + b.r.NormFloat64())
		if i == 0 {
			r.Weight = 0
		}
		if i == 1 {
			r.OldLogProb = f32(l - 30) // ratio beyond the clamp
		}
		target := make([]float64, vocab)
		for v := range target {
			target[v] = b.r.NormFloat64() * 2
		}
		target = reference.LogSoftmax(target)
		for v := range target {
			target[v] = f32(target[v])
		}
		if i == 2 && vocab > 2 {
			target[0] = math.Inf(-1)
		}
		r.Target = target
	}
	return rows
}

// cutTails moves about half the ids of each row into its tail; one row keeps none and one keeps all.
func cutTails(b bench, rows []reference.Row) {
	for i, r := range rows {
		tail := backends.TailTarget(float32(-b.r.ExpFloat64() * 4))
		if i == 5 {
			tail = backends.TailTarget(float32(math.Inf(-1)))
		}
		for v := range r.Target {
			if i == 3 || i > 4 && b.r.IntN(2) == 0 {
				r.Target[v] = float64(tail)
			}
		}
	}
}

func (b bench) upload(n int, f func(i int) float64) device.Buffer {
	host := make([]float32, n)
	for i := range host {
		host[i] = float32(f(i))
	}
	d := b.d.Alloc(n)
	b.s.Upload(d, host)
	return d
}

func TestLosses(t *testing.T) {
	losses := []backends.Loss{
		{Kind: backends.CrossEntropy},
		{Kind: backends.PolicyGradient, ClipLow: 0.2, ClipHigh: 0.3},
		{Kind: backends.PolicyGradient, ClipLow: 0.2, ClipHigh: 0.2, DualClip: 1.5},
		{Kind: backends.PolicyGradient, ClipLow: 0.1, ClipHigh: 0.1, DualClip: 3, KLCoef: 0.4},
		{Kind: backends.ReverseKL},
		{Kind: backends.ForwardKL},
		{Kind: backends.DistributionCE},
		{Kind: backends.JSD, Beta: 0.5},
		{Kind: backends.JSD, Beta: 0.05},
		{Kind: backends.TopKReverseKL},
	}
	const n = 40
	eachISA(t, func(b bench) {
		for _, loss := range losses {
			for _, vocab := range vocabs[1:5] {
				z := b.random(n*vocab, 2)
				rows := rowsOf(b, n, vocab, z.d)
				if loss.Kind == backends.TopKReverseKL {
					cutTails(b, rows)
				}
				want, gradient, cut := make([]float64, n), []float64(nil), make([]float64, n)
				labels, target := make([]int32, n), []float64(nil)
				for i, r := range rows {
					row := z.d[i*vocab : (i+1)*vocab]
					var clipped bool
					want[i], clipped = reference.Loss(row, r, loss)
					if clipped {
						cut[i] = 1
					}
					gradient = append(gradient, reference.Gradient(row, func(z []float64) float64 {
						v, _ := reference.Loss(z, r, loss)
						return v
					})...)
					labels[i] = int32(r.Label)
					target = append(target, r.Target...)
				}
				column := func(f func(r reference.Row) float64) device.Buffer {
					return b.upload(n, func(i int) float64 { return f(rows[i]) })
				}
				weights := column(func(r reference.Row) float64 { return r.Weight })
				index := b.s.Index(labels)
				stats, out, clipped := b.dirty(n*device.StatsWidth), b.dirty(n), b.dirty(n)
				b.s.RowStats(stats, z.f, index, vocab)
				switch loss.Kind {
				case backends.CrossEntropy:
					b.s.LossCrossEntropy(z.f, out, stats, index, weights, vocab)
				case backends.PolicyGradient:
					advantages := column(func(r reference.Row) float64 { return r.Advantage })
					old := column(func(r reference.Row) float64 { return r.OldLogProb })
					ref := column(func(r reference.Row) float64 { return r.RefLogProb })
					b.s.LossPolicyGradient(z.f, out, clipped, stats, index, weights, advantages, old, ref, vocab,
						device.PolicyGradient{ClipLow: loss.ClipLow, ClipHigh: loss.ClipHigh, DualClip: loss.DualClip, KLCoef: loss.KLCoef})
					b.close(cut, clipped, 0, loss, vocab)
				case backends.JSD:
					q := b.upload(n*vocab, func(i int) float64 { return target[i] })
					b.s.LossJSD(z.f, out, stats, q, weights, n, vocab, loss.Beta)
				case backends.TopKReverseKL:
					q := b.upload(n*vocab, func(i int) float64 { return target[i] })
					b.s.LossTopK(z.f, out, stats, q, weights, n, vocab)
				default:
					q := b.upload(n*vocab, func(i int) float64 { return target[i] })
					kind := map[backends.LossKind]device.Divergence{backends.ReverseKL: device.ReverseKL, backends.ForwardKL: device.ForwardKL, backends.DistributionCE: device.CrossDist}
					b.s.LossDistribution(z.f, out, stats, q, weights, n, vocab, kind[loss.Kind])
				}
				got := b.read(out)
				for i := range want {
					require.InDelta(b.t, want[i], got[i], 2e-5*(1+math.Abs(want[i])), "row %d of %+v, vocabulary %d", i, loss, vocab)
				}
				perRow := b.read(z.f)
				for i := range gradient {
					scale := 1.0
					if loss.Kind == backends.PolicyGradient {
						scale = 1 + math.Abs(want[i/vocab])
					}
					require.InDelta(b.t, gradient[i], perRow[i], 2e-5*scale, "gradient %d of row %d of %+v, vocabulary %d", i%vocab, i/vocab, loss, vocab)
				}
			}
		}
	})
}

// Drawn tokens follow the tempered distribution, by a chi-squared test whose
// statistic has mean vocab-1 and variance 2(vocab-1).
func TestSampleFollowsDistribution(t *testing.T) {
	eachISA(t, func(b bench) {
		const draws = 40000
		for _, vocab := range []int{5, 64, 130} {
			for _, temperature := range []float32{1, 0.6} {
				z := b.random(vocab, 1)
				logits := b.d.Alloc(draws * vocab)
				heats, u := make([]float32, draws), make([]float32, draws)
				for i := range draws {
					b.s.Copy(logits.Slice(i*vocab, (i+1)*vocab), z.f)
					heats[i], u[i] = temperature, float32(b.r.IntN(1<<24))/(1<<24)
				}
				tokens, logProbs := make([]int32, draws), make([]float32, draws)
				b.s.Sample(tokens, logProbs, logits, heats, u, vocab)
				plain := reference.LogSoftmax(z.d)
				heated := make([]float64, vocab)
				for v := range heated {
					heated[v] = z.d[v] / float64(temperature)
				}
				heated = reference.LogSoftmax(heated)
				counts := make([]float64, vocab)
				for i, v := range tokens {
					counts[v]++
					require.InDelta(b.t, plain[v], logProbs[i], 1e-5)
				}
				chi := 0.0
				for v := range counts {
					expected := draws * math.Exp(heated[v])
					chi += (counts[v] - expected) * (counts[v] - expected) / expected
				}
				freedom := float64(vocab - 1)
				require.Less(b.t, chi, freedom+5*math.Sqrt(2*freedom), "vocabulary %d, temperature %g", vocab, temperature)
			}
		}
	})
}

func TestSampleEdges(t *testing.T) {
	eachISA(t, func(b bench) {
		logits := b.d.Alloc(4 * 3)
		b.s.Upload(logits, []float32{0, 5, 5, 0, 5, 5, 0, -500, 0, 0, 0, 0})
		tokens, logProbs := make([]int32, 4), make([]float32, 4)
		const last = 1 - 1.0/(1<<24)
		b.s.Sample(tokens, logProbs, logits, []float32{0, 1e-6, 1, 1}, []float32{0.9, last, last, 0}, 3)
		require.Equal(b.t, []int32{1, 2, 2, 0}, tokens)
		require.InDelta(b.t, -math.Log(3), logProbs[3], 1e-6)
	})
}
