package training_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Of q = (1/8, 1/2, 1/8, 1/4) the two likeliest stay, the others are a tail of 1/4; of three, the first 1/8 stays.
func TestTopKSignal(t *testing.T) {
	l := func(q float64) float32 { return float32(math.Log(q)) }
	row := []float32{l(0.125), l(0.5), l(0.125), l(0.25)}
	e := []*registry.Episode{spoken(1)}
	for k, want := range map[int][]float32{
		1: {1 - l(0.5), l(0.5), 1 - l(0.5), 1 - l(0.5)},
		2: {1 - l(0.25), l(0.5), 1 - l(0.25), l(0.25)},
		3: {l(0.125), l(0.5), 1 - l(0.125), l(0.25)},
		4: row,
		9: row,
	} {
		data, numbers := training.TopKSignal(k)(e, []backends.Score{{LogProbs: []float32{0}, Full: row}})
		require.InDeltaSlice(t, want, data[0].Target, 1e-6, "k = %d", k)
		require.Equal(t, []float32{1}, data[0].Weights)
		require.InDelta(t, map[int]float64{1: 0.5, 2: 0.25, 3: 0.125}[k], numbers["tail_mass"], 1e-6)
	}
	require.Equal(t, l(0.5), row[1], "the scores stay as they are")
}

// q = (0.5, 0.3, 0.15, 0.05), p = (0.1, 0.2, 0.3, 0.4). With k = 1 the others have Q = 0.5 under q and P = 0.9 under p and share Q
// as p has them: 0.5 (2, 3, 4)/9. The divergence over two outcomes is 0.5 ln(0.5/0.1) + 0.5 ln(0.5/0.9) = 0.510826.
func TestSpreadTail(t *testing.T) {
	q, p := logs(0.5, 0.3, 0.15, 0.05), logs(0.1, 0.2, 0.3, 0.4)
	target, mass := training.SpreadTail(q, p, 1)
	require.InDelta(t, 0.5, mass, 1e-6)
	require.InDeltaSlice(t, widen(logs(0.5, 1.0/9, 1.5/9, 2.0/9)), widen(target), 1e-5)
	kl := 0.0
	for v := range target {
		kl += math.Exp(float64(target[v])) * float64(target[v]-p[v])
	}
	require.InDelta(t, 0.510826, kl, 1e-5)

	// The gradient by the logits is p - target: by finite differences of the divergence over k+1 outcomes.
	for k, joined := range map[int][]int{1: {1, 2, 3}, 2: {2, 3}} {
		target, _ := training.SpreadTail(q, p, k)
		divergence := func(logits []float64) float64 {
			sum := 0.0
			for _, l := range logits {
				sum += math.Exp(l)
			}
			kl, tailQ, tailP := 0.0, 0.0, 0.0
			for v, l := range logits {
				a, b := math.Exp(float64(q[v])), math.Exp(l)/sum
				if slices.Contains(joined, v) {
					tailQ, tailP = tailQ+a, tailP+b
				} else {
					kl += a * math.Log(a/b)
				}
			}
			return kl + tailQ*math.Log(tailQ/tailP)
		}
		for v := range p {
			const h = 1e-5
			up, down := widen(p), widen(p)
			up[v] += h
			down[v] -= h
			require.InDelta(t, (divergence(up)-divergence(down))/(2*h), math.Exp(float64(p[v]))-math.Exp(float64(target[v])), 1e-5, "k = %d, id %d", k, v)
		}
	}

	whole, mass := training.SpreadTail(q, p, 4)
	require.Equal(t, q, whole)
	require.Zero(t, mass)
	sharp, _ := training.SpreadTail(logs(1, 0, 0, 0), p, 1)
	for _, l := range sharp {
		require.False(t, math.IsInf(float64(l), 0) || math.IsNaN(float64(l)), "%v", sharp)
	}
}

func logs(probabilities ...float64) []float32 {
	l := make([]float32, len(probabilities))
	for i, x := range probabilities {
		l[i] = float32(math.Log(max(x, 1e-38)))
	}
	return l
}
