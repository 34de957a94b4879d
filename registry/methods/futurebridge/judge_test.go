package futurebridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// constant gives every token the same log-probability.
type constant float32

func (c constant) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		for range r.Positions {
			scores[i].LogProbs = append(scores[i].LogProbs, float32(c))
		}
	}
	return scores, nil
}

// A kept bridge of two tokens after a masked turn. The student gives each -2, the teacher -0.5: A = l_T - l_S = 1.5
// on both, whatever log-probability the teacher sampled them with; the turn before is context.
func TestJudge(t *testing.T) {
	e := &registry.Episode{
		Prompt: []backends.Token{1},
		Turns: []registry.Turn{
			{Tokens: []backends.Token{5, 6}, LogProbs: []float32{-1, -1}, ObservationTokens: []backends.Token{2}, Masked: true},
			{Tokens: []backends.Token{7, 8}, LogProbs: []float32{-0.7, -0.9}},
		},
	}
	kept := []*registry.Episode{e}
	scores, err := judge(t.Context(), constant(-2), constant(-0.5), kept, false)
	require.NoError(t, err)
	data, _ := training.SampledSignal(1)(kept, scores)
	require.Len(t, data, 1)
	require.Equal(t, []int32{4, 5}, data[0].Positions)
	require.Equal(t, []float32{1.5, 1.5}, data[0].Advantages)
	require.Equal(t, []float32{-2, -2}, data[0].OldLogProbs)

	scores, err = judge(t.Context(), constant(-2), constant(-0.5), nil, false)
	require.NoError(t, err)
	require.Empty(t, scores)
}
