package training_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// rows answers with the same distributions over two tokens for every request, in turn.
type rows [][2]float64

func (r rows) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	scores := make([]backends.Score, len(requests))
	for i, q := range requests {
		for j := range q.Positions {
			p := r[j]
			scores[i].LogProbs = append(scores[i].LogProbs, float32(math.Log(p[0])))
			scores[i].Full = append(scores[i].Full, float32(math.Log(p[0])), float32(math.Log(p[1])))
		}
	}
	return scores, nil
}

// H(1/2, 1/2) = ln 2; H(1/4, 3/4) = ln 4 - 3/4 ln 3 = 0.56234.
func TestEntropies(t *testing.T) {
	e := &registry.Episode{Prompt: []backends.Token{0}, Turns: []registry.Turn{{Tokens: []backends.Token{0, 1}, LogProbs: []float32{-1, -1}}}}
	empty := &registry.Episode{Prompt: []backends.Token{0}}
	got, err := training.Entropies(t.Context(), rows{{0.5, 0.5}, {0.25, 0.75}}, []*registry.Episode{e, empty})
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{math.Ln2, 0.56234}, got[0], 1e-5)
	require.Empty(t, got[1])
	require.Nil(t, e.Turns[0].TeacherLogProbs)
}
