package training

import (
	"context"

	"github.com/retort-ml/retort/backends"
)

// Tokenwise asks its sampler for one token at a time. Around a Mixture it samples every token from the mixture of the two
// policies' distributions, share p_T + (1 - share) p_theta: whose token it is is drawn anew for each. Around any other sampler
// it changes nothing, for draws belong to places in the stream.
type Tokenwise struct{ backends.Sampler }

// Sample implements backends.Sampler.
func (s Tokenwise) Sample(ctx context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	samples := make([]backends.Sample, len(requests))
	asked := make([]backends.SampleRequest, 0, len(requests))
	var open []int
	contexts := make([][]backends.Token, len(requests))
	for i, r := range requests {
		contexts[i] = r.Tokens[:len(r.Tokens):len(r.Tokens)] // appending copies
		if r.MaxTokens > 0 {
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		asked = asked[:0]
		for _, i := range open {
			r := requests[i]
			r.Tokens, r.MaxTokens = contexts[i], 1
			asked = append(asked, r)
		}
		answers, err := s.Sampler.Sample(ctx, asked)
		if err != nil {
			return nil, err
		}
		kept := open[:0]
		for j, i := range open {
			samples[i].Tokens = append(samples[i].Tokens, answers[j].Tokens...)
			samples[i].LogProbs = append(samples[i].LogProbs, answers[j].LogProbs...)
			samples[i].Stopped = answers[j].Stopped
			contexts[i] = append(contexts[i], answers[j].Tokens...)
			if !samples[i].Stopped && len(samples[i].Tokens) < requests[i].MaxTokens {
				kept = append(kept, i)
			}
		}
		open = kept
	}
	return samples, nil
}
