package training

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// Starts returns the starts of a step: group episodes of each of its tasks, those of a task side by
// side. Tasks and sampling streams depend on the stage's stream and the step only, so that
// methods of one trial seed meet the same tasks.
func Starts(b registry.Bench, size int, s Budget, group, step int) []rollout.Start {
	rng := b.Rand(fmt.Sprintf("tasks/%d", step))
	var starts []rollout.Start
	for _, task := range Draw(rng, size, s.TasksAStep) {
		for range group {
			starts = append(starts, rollout.Start{Task: task, Seed: rng.Uint64()})
		}
	}
	return starts
}

// WarnBroken records why tasks could not be begun.
func WarnBroken(b registry.Bench, broken []error) error {
	for _, why := range broken {
		if err := b.Warn("left out: " + why.Error()); err != nil {
			return err
		}
	}
	return nil
}

// Rollouts returns a Collect that lets a policy play the Starts of each step.
func Rollouts(b registry.Bench, policy backends.Sampler, s Budget, group int) (func(context.Context, int) ([]*registry.Episode, error), error) {
	return RolloutsWithin(b, policy, s, group, func(int) int { return b.Environment().Horizon() })
}

// RolloutsWithin is Rollouts with episodes that time out after turns(step) turns already.
func RolloutsWithin(b registry.Bench, policy backends.Sampler, s Budget, group int, turns func(step int) int) (func(context.Context, int) ([]*registry.Episode, error), error) {
	size, err := SplitSize(b.Environment(), TrainSplit)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, step int) ([]*registry.Episode, error) {
		player := rollout.Player{
			Model: policy, Format: b.Format(), Environment: Limit(b.Environment(), turns(step)),
			Temperature: s.Temperature, Actor: "student",
		}
		starts, broken := rollout.Playable(b.Environment(), b.Format(), Starts(b, size, s, group, step))
		if err := WarnBroken(b, broken); err != nil {
			return nil, err
		}
		return player.Play(ctx, starts)
	}, nil
}
