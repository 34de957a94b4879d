package training

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// Budget is what every on-policy method sets alike: how long, how much, how fast.
type Budget struct {
	Steps        int     `json:"steps"`
	TasksAStep   int     `json:"tasks_a_step"`
	LearningRate float64 `json:"learning_rate"`
	WarmupSteps  int     `json:"warmup_steps"`
	Temperature  float64 `json:"temperature"`
}

// Floor is the share of the learning rate that is left at the last step of on-policy training.
const Floor = 0.1

// Schedule is the budget's learning rate: linear warm-up, linear decay to Floor.
func (s Budget) Schedule() Schedule {
	return Schedule{Peak: s.LearningRate, Warmup: s.WarmupSteps, Steps: s.Steps, Floor: Floor}
}

// Validate names the setting that cannot work.
func (s Budget) Validate() error {
	return errors.Join(
		CheckRange("steps", s.Steps, 1, 1_000_000),
		CheckRange("tasks_a_step", s.TasksAStep, 1, 65536),
		CheckRange("learning_rate", s.LearningRate, 0, 1),
		CheckRange("warmup_steps", s.WarmupSteps, 0, s.Steps),
		CheckRange("temperature", s.Temperature, 0.01, 10),
	)
}

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
		return player.Play(ctx, Starts(b, size, s, group, step))
	}, nil
}
