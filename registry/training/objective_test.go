package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// One episode of two turns, three sampled tokens. TCOD's advantage is A = kl_coef (l_T - l_old):
//
//	token   l_old   l_T    gap    kl_coef 2
//	0       -1      -0.5    0.5    1
//	1       -0.2    -1.2   -1     -2
//	2       -3     -30    -27    -54, clamped to -10
func TestSampledSignal(t *testing.T) {
	e := &registry.Episode{
		Prompt: []backends.Token{1},
		Turns: []registry.Turn{
			{Tokens: []backends.Token{5, 6}, LogProbs: []float32{-1, -0.2}, ObservationTokens: []backends.Token{2}},
			{Tokens: []backends.Token{7}, LogProbs: []float32{-3}, ObservationTokens: []backends.Token{2}},
		},
	}
	scores := []backends.Score{{LogProbs: []float32{-0.5, -1.2, -30}}}
	data, _ := training.SampledSignal(2)([]*registry.Episode{e}, scores)
	require.Len(t, data, 1)
	require.Equal(t, []int32{1, 2, 4}, data[0].Positions)
	require.InDeltaSlice(t, []float64{1, -2, -10}, widen(data[0].Advantages), 1e-6)
	require.Equal(t, []float32{-1, -0.2, -3}, data[0].OldLogProbs)
	third := float32(1) / 3
	require.Equal(t, []float32{third, third, third}, data[0].Weights)
}

// With the student as its own teacher every advantage is 0.
func TestSampledSignal_OwnTeacher(t *testing.T) {
	old := []float32{-1, -0.2}
	e := &registry.Episode{Prompt: []backends.Token{1}, Turns: []registry.Turn{{Tokens: []backends.Token{5, 6}, LogProbs: old}}}
	data, _ := training.SampledSignal(1)([]*registry.Episode{e}, []backends.Score{{LogProbs: old}})
	require.Equal(t, []float32{0, 0}, data[0].Advantages)
}

func TestFullSignal(t *testing.T) {
	e := &registry.Episode{Prompt: []backends.Token{1}, Turns: []registry.Turn{{Tokens: []backends.Token{5, 6}, LogProbs: []float32{-1, -1}}}}
	full := []float32{-1, -2, -3, -4}
	data, _ := training.FullSignal([]*registry.Episode{e}, []backends.Score{{LogProbs: []float32{-1, -3}, Full: full}})
	require.Equal(t, full, data[0].Target)
	require.Equal(t, []float32{0.5, 0.5}, data[0].Weights)
}

func widen(v []float32) []float64 {
	w := make([]float64, len(v))
	for i, x := range v {
		w[i] = float64(x)
	}
	return w
}
