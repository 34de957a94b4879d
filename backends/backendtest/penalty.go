package backendtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

// A repetition penalty lowers repetition, touches no request beside its own, and leaves log-probabilities those of the
// model. 0 and 1 are no penalty.
func repetitionPenalty(t *testing.T, s Subject) {
	m := s.model(t, 2)
	plain := withoutKeys(sampleRequests(18))
	for i := range plain {
		plain[i].MaxTokens, plain[i].Stop = 30, nil
	}
	free, err := m.Sample(t.Context(), plain)
	require.NoError(t, err)
	mixed := append([]backends.SampleRequest(nil), plain...)
	for i := range mixed {
		mixed[i].RepetitionPenalty = []float32{0, 1, 20}[i/3%3]
	}
	samples, err := m.Sample(t.Context(), mixed)
	require.NoError(t, err)
	before, after := 0, 0
	for i, r := range mixed {
		if r.RepetitionPenalty <= 1 {
			require.Equal(t, free[i], samples[i], "penalty %g", r.RepetitionPenalty)
			continue
		}
		before += repeated(r.Tokens, free[i].Tokens)
		after += repeated(r.Tokens, samples[i].Tokens)
		alone, err := m.Sample(t.Context(), []backends.SampleRequest{r})
		require.NoError(t, err)
		require.Equal(t, samples[i].Tokens, alone[0].Tokens)
		score := backends.ScoreRequest{Tokens: append(append([]backends.Token(nil), r.Tokens...), samples[i].Tokens...)}
		for j := range samples[i].Tokens {
			score.Positions = append(score.Positions, int32(len(r.Tokens)+j))
		}
		full, err := m.Score(t.Context(), []backends.ScoreRequest{score})
		require.NoError(t, err)
		require.InDeltaSlice(t, full[0].LogProbs, samples[i].LogProbs, s.Tolerance)
	}
	require.Less(t, after, before)
}

// repeated counts the tokens of a continuation that stood there before.
func repeated(context, sampled []backends.Token) int {
	seen, n := map[backends.Token]bool{}, 0
	for _, t := range context {
		seen[t] = true
	}
	for _, t := range sampled {
		if seen[t] {
			n++
		}
		seen[t] = true
	}
	return n
}
