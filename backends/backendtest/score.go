package backendtest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

func freshWeights(t *testing.T, s Subject) {
	b := s.Open(t, 1)
	require.NotEmpty(t, b.Name())
	first, err := b.New(Config(), 11)
	require.NoError(t, err)
	again, err := b.New(Config(), 11)
	require.NoError(t, err)
	other, err := b.New(Config(), 12)
	require.NoError(t, err)
	require.Equal(t, Config().Vocab, first.Vocab())
	require.Positive(t, first.Parameters())
	require.Equal(t, probe(t, first), probe(t, again))
	require.NotEqual(t, probe(t, first), probe(t, other))
}

// Full rows are distributions and hold the log-probabilities of the tokens.
func score(t *testing.T, s Subject) {
	m, r := s.model(t, 2), source()
	request := backends.ScoreRequest{Tokens: tokens(r, 40), Positions: []int32{1, 2, 7, 39}, Full: true}
	scores, err := m.Score(t.Context(), []backends.ScoreRequest{request, {Tokens: tokens(r, 5)}, {}})
	require.NoError(t, err)
	require.Len(t, scores, 3)
	v := m.Vocab()
	require.Len(t, scores[0].LogProbs, 4)
	require.Len(t, scores[0].Full, 4*v)
	for i, p := range request.Positions {
		row, sum := scores[0].Full[i*v:(i+1)*v], 0.0
		for _, l := range row {
			sum += math.Exp(float64(l))
		}
		require.InDelta(t, 1, sum, 1e-5)
		require.InDelta(t, row[request.Tokens[p]], scores[0].LogProbs[i], 1e-6)
	}
	require.Empty(t, scores[1].LogProbs)
	require.Empty(t, scores[2].LogProbs)
	require.Nil(t, scores[1].Full)
}

// The answer to a request does not depend on the other requests, nor a
// position's on what follows it.
func scoreAlone(t *testing.T, s Subject) {
	m, r := s.model(t, 2), source()
	var requests []backends.ScoreRequest
	for range 40 {
		n := 2 + r.IntN(100)
		requests = append(requests, backends.ScoreRequest{Tokens: tokens(r, n), Positions: positions(r, n, 0.4)})
	}
	together, err := m.Score(t.Context(), requests)
	require.NoError(t, err)
	for i, request := range requests {
		alone, err := m.Score(t.Context(), []backends.ScoreRequest{request})
		require.NoError(t, err)
		require.InDeltaSlice(t, together[i].LogProbs, alone[0].LogProbs, s.Tolerance)
		request.Positions = request.Positions[:1]
		request.Tokens = request.Tokens[:request.Positions[0]+1]
		alone, err = m.Score(t.Context(), []backends.ScoreRequest{request})
		require.NoError(t, err)
		require.InDelta(t, together[i].LogProbs[0], alone[0].LogProbs[0], s.Tolerance)
	}
}
