package training

import (
	"context"

	"github.com/retort-ml/retort/backends"
)

// Penalized is a sampler whose requests carry a repetition penalty: a control at decoding, not a policy to train on, for the
// recorded log-probabilities are those of the model without it.
type Penalized struct {
	backends.Sampler
	Penalty float64
}

// Sample implements backends.Sampler.
func (p Penalized) Sample(ctx context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	penalized := make([]backends.SampleRequest, len(requests))
	for i, r := range requests {
		r.RepetitionPenalty = float32(p.Penalty)
		penalized[i] = r
	}
	return p.Sampler.Sample(ctx, penalized)
}
