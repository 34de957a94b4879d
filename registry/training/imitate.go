package training

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// ImitationFloor is the share of the learning rate that is left at the last step of imitation.
const ImitationFloor = 0.05

// Imitate fits a learner to episodes by likelihood (P13): one update a step on the batch of that
// step, the learning rate decaying by a cosine.
func Imitate(ctx context.Context, b registry.Bench, learner backends.Learner, rate float64, warmup, steps int, batch func(step int) ([]*registry.Episode, error)) error {
	schedule := Schedule{Peak: rate, Warmup: min(warmup, steps), Steps: steps, Floor: ImitationFloor, Cosine: true}
	return b.Loop(ctx, steps, learner, func(step int) error {
		episodes, err := batch(step)
		if err != nil {
			return err
		}
		data, _ := Imitation(episodes)
		numbers, err := Update(ctx, learner, data, backends.Loss{Kind: backends.CrossEntropy}, schedule.At(step))
		if err != nil {
			return fmt.Errorf("imitate at step %d: %w", step, err)
		}
		return RecordAll(b, step, numbers)
	})
}

// Update makes one step of the optimiser on data and returns loss and gradient norm. Without data it
// does nothing and returns no numbers.
func Update(ctx context.Context, learner backends.Learner, data []backends.Datum, loss backends.Loss, rate float64) (map[string]float64, error) {
	return UpdateParts(ctx, learner, []Part{{Data: data, Loss: loss}}, rate)
}
