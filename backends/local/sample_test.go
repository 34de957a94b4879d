package local_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/local"
)

func open(t testing.TB, o local.Options, c backends.Config, seed uint64) backends.Learner {
	t.Helper()
	b, err := local.New(o)
	require.NoError(t, err)
	m, err := b.New(c, seed)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

// Several turns of a ragged batch: sampled log-probabilities are those of a
// full forward pass over the finished sequences.
func TestSampleAgreesWithScore(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		t.Run(isa, func(t *testing.T) {
			m := open(t, local.Options{ISA: isa, Threads: 2}, tinyConfig(48, 3), 3)
			r := rand.New(rand.NewPCG(5, 6))
			contexts := make([][]backends.Token, 13)
			for i := range contexts {
				contexts[i] = randomTokens(r, 1+r.IntN(90), m.Vocab())
			}
			for turn := range 4 {
				requests := make([]backends.SampleRequest, len(contexts))
				for i := range requests {
					requests[i] = backends.SampleRequest{
						Key: uint64(i + 1), Tokens: contexts[i], MaxTokens: 1 + r.IntN(12), Stop: []backends.Token{7, 9},
						Temperature: []float32{1, 0.5, 0}[i%3], Seed: uint64(100*turn + i),
					}
				}
				samples, err := m.Sample(t.Context(), requests)
				require.NoError(t, err)
				scores := make([]backends.ScoreRequest, len(samples))
				for i, s := range samples {
					n := len(contexts[i])
					contexts[i] = append(append([]backends.Token{}, contexts[i]...), s.Tokens...)
					scores[i].Tokens = contexts[i]
					for j := range s.Tokens {
						scores[i].Positions = append(scores[i].Positions, int32(n+j))
					}
				}
				full, err := m.Score(t.Context(), scores)
				require.NoError(t, err)
				for i, s := range samples {
					require.InDeltaSlice(t, full[i].LogProbs, s.LogProbs, 3e-4)
					contexts[i] = append(contexts[i], randomTokens(r, r.IntN(20), m.Vocab())...)
				}
			}
		})
	}
}
