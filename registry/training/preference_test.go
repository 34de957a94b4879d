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

// fixed scores each request with log-probabilities given beforehand.
type fixed [][]float32

func (f fixed) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		scores[i].LogProbs = f[i][:len(r.Positions)]
	}
	return scores, nil
}

func spoken(tokens ...backends.Token) *registry.Episode {
	return &registry.Episode{Prompt: []backends.Token{9}, Turns: []registry.Turn{{Tokens: tokens, ObservationTokens: []backends.Token{8}}}}
}

// One pair, chosen of two tokens with log-probabilities -1 and -2, rejected of one token with -0.5, beta = 2, margin 0.25:
//
//	s(w) = 2/2 * -3 = -3, s(l) = 2/1 * -0.5 = -1, gap = -2
//	margin loss = -log sigmoid(-2 - 0.25) = log(1 + e^2.25), c = sigmoid(0.25 + 2) = 1/(1 + e^-2.25)
//	weights: chosen c*2/2 each, rejected -c*2/1
//
// With lambda = 0.5 each chosen token gets 0.5/2 more and the loss 0.5 * 3/2.
func TestPreference_Signal(t *testing.T) {
	pair := training.Pair{Chosen: spoken(1, 2), Rejected: spoken(3), Margin: 0.25}
	scorer := fixed{{-1, -2}, {-0.5}}
	c := 1 / (1 + math.Exp(-2.25))
	for _, lambda := range []float64{0, 0.5} {
		s := training.Preference{Beta: 2, Imitation: lambda}
		data, numbers, err := s.Signal(t.Context(), scorer, []training.Pair{pair})
		require.NoError(t, err)
		require.Len(t, data, 2)
		require.Equal(t, []backends.Token{9, 1, 2, 8}, data[0].Tokens)
		require.Equal(t, []int32{1, 2}, data[0].Positions)
		require.InDeltaSlice(t, []float64{c + lambda/2, c + lambda/2}, data[0].Weights, 1e-6)
		require.InDeltaSlice(t, []float64{-2 * c}, data[1].Weights, 1e-6)
		require.InDelta(t, math.Log(1+math.Exp(2.25)), numbers["margin_loss"], 1e-12)
		require.InDelta(t, math.Log(1+math.Exp(2.25))+lambda*1.5, numbers["loss"], 1e-12)
		require.InDelta(t, -2, numbers["preference_gap"], 1e-12)
		require.Zero(t, numbers["preferred_share"])
	}
}

// The mean over pairs: a pair that is preferred by far adds almost nothing, one without a rejected token only its likelihood.
func TestPreference_Batch(t *testing.T) {
	s := training.Preference{Beta: 10, Imitation: 1}
	empty := spoken()
	data, numbers, err := s.Signal(t.Context(), fixed{{-0.1}, {-9}, {-1, -1, -1}, {}}, []training.Pair{
		{Chosen: spoken(1), Rejected: spoken(2)}, {Chosen: spoken(1, 2, 3), Rejected: empty},
	})
	require.NoError(t, err)
	require.InDelta(t, 0.25, data[0].Weights[0], 1e-6, "one of four chosen tokens")
	require.InDelta(t, 0, data[1].Weights[0], 1e-6)
	require.InDeltaSlice(t, []float64{0.25, 0.25, 0.25}, data[2].Weights, 1e-6)
	require.Empty(t, data[3].Weights)
	require.InDelta(t, 3.1/4, numbers["imitation_loss"], 1e-6)
	require.InDelta(t, 0.5, numbers["preferred_share"], 1e-12)
}

func TestPreference_Steps(t *testing.T) {
	s := training.Preference{Epochs: 3, Batch: 4}
	require.Equal(t, []int{0, 1, 6}, []int{s.Steps(0), s.Steps(1), s.Steps(8)})
	s.Epochs = 0
	require.Zero(t, s.Steps(8))
}
