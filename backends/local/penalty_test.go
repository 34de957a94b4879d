package local

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/reference"
)

// Greedy tokens under a penalty are the maxima of the penalised logits of the reference, wherever those are clear.
func TestPenaltyIsThatOfTheReference(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		m := upscaled(t, isa, backendtest.Config())
		exact := truth(t, m)
		r := rand.New(rand.NewPCG(3, 8))
		changed := 0
		for range 4 {
			prompt := randomDatum(r, 12, m.config.Vocab).Tokens
			for _, by := range []float32{1.2, 3} {
				request := backends.SampleRequest{Tokens: prompt, MaxTokens: 12, RepetitionPenalty: by}
				samples, err := m.Sample(t.Context(), []backends.SampleRequest{request})
				require.NoError(t, err)
				tokens := append([]backends.Token(nil), prompt...)
				for _, token := range samples[0].Tokens {
					logits := exact.Logits(tokens)
					logits = logits[len(logits)-m.config.Vocab:]
					z := reference.Penalize(logits, tokens, float64(by))
					require.GreaterOrEqual(t, z[token], z[top(z)]-1e-3, "%s, penalty %g", isa, by)
					if top(z) != top(logits) {
						changed++
					}
					tokens = append(tokens, token)
				}
			}
		}
		require.Positive(t, changed, "the penalty decided nothing")
	}
}

func top(z []float64) int {
	best := 0
	for v := range z {
		if z[v] > z[best] {
			best = v
		}
	}
	return best
}
