package minillm

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Three tokens in two turns with r = -1, 0.5, 2 (teacher minus student). Undiscounted and length-normalised:
//
//	R after token 1 = (0.5 + 2)/2 = 1.25, after token 2 = 2, after the last = 0
//
// with discount 1/2: (0.5 + 2/2)/(1 + 1/2) = 1; with discount 0 the next token's r alone: 0.5, 2.
func TestLongTerm(t *testing.T) {
	own, teacher := []float32{-1, -1, -3}, []float32{-2, -0.5, -1}
	for discount, want := range map[float64][]float64{1: {1.25, 2, 0}, 0.5: {1, 2, 0}, 0: {0.5, 2, 0}} {
		s := Settings{Discount: discount}
		require.InDeltaSlice(t, want, s.longTerm(own, teacher), 1e-6, "discount %g", discount)
	}
	s := Settings{Discount: 1}
	require.Equal(t, []float64{-10, 0}, s.longTerm([]float32{0, 0}, []float32{0, -90}), "cut off")
	require.Empty(t, s.longTerm(nil, nil))
}

// alpha = 1/4, p_theta = 1/2, p_T = 1/4: p~ = 1/16 + 3/8 = 7/16, w = 8/7.
func TestWeights(t *testing.T) {
	s := Settings{Mixture: 0.25}
	w := s.weights([]float32{float32(math.Log(0.5)), -80}, []float32{float32(math.Log(0.25)), -0.1})
	require.InDelta(t, 8.0/7, w[0], 1e-6)
	require.InDelta(t, 0, w[1], 1e-12, "a token only the teacher writes teaches the student's gradient nothing")
}

// The loss of an episode of two tokens: single-step weights w_t/2 with the teacher's rows as targets, long-term advantages
// R_{t+1} at the same weights and positions.
func TestParts(t *testing.T) {
	e := &registry.Episode{Prompt: []backends.Token{0}, Turns: []registry.Turn{
		{Tokens: []backends.Token{1}, LogProbs: []float32{-1}, ObservationTokens: []backends.Token{2, 2}},
		{Tokens: []backends.Token{1, 3}, LogProbs: []float32{-2, 0}, Forced: 1},
	}}
	scores := []backends.Score{{LogProbs: []float32{-1, -0.5}, Full: []float32{-1, -1, -1, -1, -0.5, -1, -1, -1}}}
	s := Settings{LongTerm: 2, Discount: 1, Mixture: 0.5, Clip: 0.2}
	parts, numbers := s.parts([]*registry.Episode{e}, scores)
	require.Len(t, parts, 2)
	w := []float64{1, 1 / (0.5*math.Exp(1.5) + 0.5)}
	for _, p := range parts {
		require.Equal(t, []int32{1, 4}, p.Data[0].Positions)
		require.InDeltaSlice(t, []float64{w[0] / 2, w[1] / 2}, p.Data[0].Weights, 1e-6)
	}
	require.Equal(t, backends.ReverseKL, parts[0].Loss.Kind)
	require.Equal(t, scores[0].Full, parts[0].Data[0].Target)
	require.InDeltaSlice(t, []float64{2 * 1.5, 0}, parts[1].Data[0].Advantages, 1e-6)
	require.Equal(t, []float32{-1, -2}, parts[1].Data[0].OldLogProbs)
	require.InDelta(t, 0.75, numbers["return"], 1e-6)
	require.InDelta(t, (w[0]+w[1])/2, numbers["importance"], 1e-6)
	s.LongTerm = 0
	parts, _ = s.parts([]*registry.Episode{e}, scores)
	require.Len(t, parts, 1)
}
