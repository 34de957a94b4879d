package training

import (
	"context"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Part is data with the loss they are for. The caller's weights decide how parts of one update compare.
type Part struct {
	Data []backends.Datum
	Loss backends.Loss
}

// UpdateParts makes one step of the optimiser on the sum of several losses and returns loss, gradient norm,
// entropy and, when a part is a policy gradient, the share of its positions that were clipped. Parts without data
// count for nothing; without any data it does nothing and returns no numbers.
func UpdateParts(ctx context.Context, learner backends.Learner, parts []Part, rate float64) (map[string]float64, error) {
	numbers := map[string]float64{}
	n, clipped, clippable := 0, 0, 0
	for _, p := range parts {
		if len(p.Data) == 0 {
			continue
		}
		result, err := learner.ForwardBackward(ctx, p.Data, p.Loss)
		if err != nil {
			return nil, err
		}
		n += Count(p.Data)
		numbers["loss"] += result.Loss
		numbers["entropy"] += result.Entropy
		if p.Loss.Kind == backends.PolicyGradient {
			clipped += result.Clipped
			clippable += Count(p.Data)
		}
	}
	if n == 0 {
		return numbers, nil
	}
	stepped, err := learner.Step(ctx, AdamW(rate))
	if err != nil {
		return nil, err
	}
	numbers["gradient_norm"] = stepped.GradNorm
	numbers["entropy"] /= float64(n)
	if clippable > 0 {
		numbers["clipped_share"] = float64(clipped) / float64(clippable)
	}
	return numbers, nil
}

// Mask returns a copy of an episode with more turns masked: those that mask names. They stay context.
func Mask(e *registry.Episode, mask func(turn int) bool) *registry.Episode {
	c := *e
	c.Turns = append([]registry.Turn(nil), e.Turns...)
	for k := range c.Turns {
		c.Turns[k].Masked = c.Turns[k].Masked || mask(k)
	}
	return &c
}
