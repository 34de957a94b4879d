package backendtest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/reference"
)

// Losses are those under test, with the constants that change their course.
var Losses = []backends.Loss{
	{Kind: backends.CrossEntropy},
	{Kind: backends.PolicyGradient, ClipLow: 0.2, ClipHigh: 0.2},
	{Kind: backends.PolicyGradient, ClipLow: 0.2, ClipHigh: 0.3, DualClip: 2, KLCoef: 0.3},
	{Kind: backends.ReverseKL},
	{Kind: backends.ForwardKL},
	{Kind: backends.DistributionCE},
	{Kind: backends.JSD, Beta: 0.5},
	{Kind: backends.JSD, Beta: 0.1},
	{Kind: backends.TopKReverseKL},
}

// LossData is data that a loss of the kind can read. Old and reference log-probabilities lie around
// those of scores, which belong to the same data.
func LossData(kind backends.LossKind, data []backends.Datum, scores []backends.Score, vocab int) {
	r := source()
	for i := range data {
		d := &data[i]
		for j := range d.Positions {
			d.Advantages = append(d.Advantages, float32(r.NormFloat64()))
			d.OldLogProbs = append(d.OldLogProbs, scores[i].LogProbs[j]+float32(r.NormFloat64()/2))
			d.RefLogProbs = append(d.RefLogProbs, scores[i].LogProbs[j]+float32(r.NormFloat64()/2))
			z := make([]float64, vocab)
			for v := range z {
				z[v] = r.NormFloat64()
			}
			row := reference.LogSoftmax(z)
			mass := 0.0
			inTail := func(v int) bool { return kind == backends.TopKReverseKL && (v+j)%3 > 0 }
			for v, q := range row {
				if inTail(v) {
					mass += math.Exp(q)
				}
			}
			for v, q := range row {
				if inTail(v) {
					q = float64(backends.TailTarget(float32(math.Log(mass))))
				}
				d.Target = append(d.Target, float32(q))
			}
		}
	}
}

// ScoresOf asks for the full distributions at the positions of data.
func ScoresOf(t *testing.T, m backends.Model, data []backends.Datum) []backends.Score {
	t.Helper()
	var requests []backends.ScoreRequest
	for _, d := range data {
		requests = append(requests, backends.ScoreRequest{Tokens: d.Tokens, Positions: d.Positions, Full: true})
	}
	scores, err := m.Score(t.Context(), requests)
	require.NoError(t, err)
	return scores
}

// Reported values are those of the formulas, applied to the scored distributions.
func losses(t *testing.T, s Subject) {
	for _, loss := range Losses {
		m, r := s.model(t, 2), source()
		data := demonstrations(r, 10)
		data = append(data, backends.Datum{Tokens: tokens(r, 3)}) // nothing wanted
		scores := ScoresOf(t, m, data)
		v := m.Vocab()
		LossData(loss.Kind, data, scores, v)
		report, err := m.ForwardBackward(t.Context(), data, loss)
		require.NoError(t, err)
		want, entropy, clipped, scale := 0.0, 0.0, 0, 0.0
		for i, d := range data {
			require.InDeltaSlice(t, scores[i].LogProbs, report.LogProbs[i], s.Tolerance)
			for j, p := range d.Positions {
				row := reference.Row{
					Label: int(d.Tokens[p]), Weight: float64(d.Weights[j]), Advantage: float64(d.Advantages[j]),
					OldLogProb: float64(d.OldLogProbs[j]), RefLogProb: float64(d.RefLogProbs[j]),
				}
				z := make([]float64, v)
				for k := range z {
					z[k] = float64(scores[i].Full[j*v+k])
					row.Target = append(row.Target, float64(d.Target[j*v+k]))
					entropy -= z[k] * math.Exp(z[k])
				}
				value, cut := reference.Loss(z, row, loss)
				want += value
				scale += math.Abs(value)
				if cut {
					clipped++
				}
			}
		}
		require.InDelta(t, want, report.Loss, s.Tolerance*scale, loss)
		require.InEpsilon(t, entropy, report.Entropy, s.Tolerance, loss)
		require.Equal(t, clipped, report.Clipped, loss)
		if loss.Kind == backends.PolicyGradient {
			require.Positive(t, clipped)
		}
	}
}

// Gradients add up over calls until a step, and nothing is left behind.
func accumulation(t *testing.T, s Subject) {
	norm := func(calls ...[]backends.Datum) float64 {
		m := s.model(t, 2)
		last := 0.0
		for range 2 {
			for _, data := range calls {
				_, err := m.ForwardBackward(t.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
				require.NoError(t, err)
			}
			report, err := m.Step(t.Context(), backends.AdamW{Beta1: 0.9, Beta2: 0.9, Epsilon: 1e-8}) // learning rate 0
			require.NoError(t, err)
			if last != 0 {
				require.Equal(t, last, report.GradNorm)
			}
			last = report.GradNorm
		}
		return last
	}
	data := demonstrations(source(), 12)
	whole := norm(data)
	require.Positive(t, whole)
	require.InEpsilon(t, whole, norm(data[:5], data[5:]), 1e-4)
	require.InEpsilon(t, 2*whole, norm(data, data), 1e-4)

	m := s.model(t, 1)
	report, err := m.Step(t.Context(), usualAdam)
	require.NoError(t, err)
	require.Zero(t, report.GradNorm)
}

// Each loss falls when it is followed.
func learning(t *testing.T, s Subject) {
	for _, loss := range Losses {
		m, r := s.model(t, 2), source()
		data := demonstrations(r, 6)
		LossData(loss.Kind, data, ScoresOf(t, m, data), m.Vocab())
		var first, last float64
		for step := range 30 {
			report, err := m.ForwardBackward(t.Context(), data, loss)
			require.NoError(t, err)
			_, err = m.Step(t.Context(), usualAdam)
			require.NoError(t, err)
			if step == 0 {
				first = report.Loss
			}
			last = report.Loss
		}
		require.Less(t, last, first-0.05*math.Abs(first), loss)
	}
}

// The number of threads changes no bit of anything.
func threads(t *testing.T, s Subject) {
	type result struct {
		Reports []backends.LossResult
		Scores  []backends.Score
		Samples [][]backends.Sample
	}
	run := func(threads int) result {
		m := s.model(t, threads)
		var out result
		out.Reports = train(t, m, source(), 4)
		out.Scores = probe(t, m)
		requests := sampleRequests(60)
		for range 3 {
			samples, err := m.Sample(t.Context(), requests)
			require.NoError(t, err)
			out.Samples = append(out.Samples, samples)
			requests = extend(requests, samples)
		}
		return out
	}
	one := run(1)
	for n := 2; n <= 3; n++ {
		require.Equal(t, one, run(n), "%d threads", n)
	}
}

// The ends of the Jensen-Shannon divergence are the two divergences of Kullback and Leibler, and top-k without a tail is the
// reverse one.
func divergenceEnds(t *testing.T, s Subject) {
	step := func(loss backends.Loss) (float64, float64) {
		m := s.model(t, 2)
		data := demonstrations(source(), 6)
		LossData("", data, ScoresOf(t, m, data), m.Vocab())
		report, err := m.ForwardBackward(t.Context(), data, loss)
		require.NoError(t, err)
		stepped, err := m.Step(t.Context(), usualAdam)
		require.NoError(t, err)
		return report.Loss, stepped.GradNorm
	}
	for _, c := range []struct{ is, like backends.Loss }{} {
		loss, norm := step(c.is)
		sameLoss, sameNorm := step(c.like)
		require.Equal(t, sameLoss, loss, c.is)
		require.Equal(t, sameNorm, norm, c.is)
	}
	loss, norm := step(backends.Loss{Kind: backends.TopKReverseKL})
	sameLoss, sameNorm := step(backends.Loss{Kind: backends.ReverseKL})
	require.InEpsilon(t, sameLoss, loss, 1e-5)
	require.InEpsilon(t, sameNorm, norm, 1e-5)
}
