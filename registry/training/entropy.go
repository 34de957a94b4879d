package training

import (
	"context"
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Entropies returns a policy's entropy over the whole vocabulary at every trained token of episodes, in nats,
// [episode][Positions]. It leaves the episodes as they are.
func Entropies(ctx context.Context, policy backends.Scorer, episodes []*registry.Episode) ([][]float64, error) {
	requests := make([]backends.ScoreRequest, len(episodes))
	for i, e := range episodes {
		requests[i] = backends.ScoreRequest{Tokens: Tokens(e), Positions: Places(Positions(e, nil, 0)), Full: true}
	}
	scores, err := policy.Score(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("entropies of %d episodes: %w", len(episodes), err)
	}
	entropies := make([][]float64, len(episodes))
	for i, s := range scores {
		n := len(s.LogProbs)
		entropies[i] = make([]float64, n)
		for j := range n {
			vocab := len(s.Full) / n
			for _, l := range s.Full[j*vocab : (j+1)*vocab] {
				if p := math.Exp(float64(l)); p > 0 {
					entropies[i][j] -= p * float64(l)
				}
			}
		}
	}
	return entropies, nil
}
