package training

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// Budget is what every on-policy method sets alike: how long, how much, how fast, and what holds the
// student where it started. Settings of methods embed it.
type Budget struct {
	Steps        int     `hcl:"steps,optional" json:"steps"`
	TasksAStep   int     `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
	// Average says over what a loss is a mean: "token", every token of the batch alike, or "episode",
	// every episode alike (long episodes are mostly failures and weigh less then).
	Average string `hcl:"average,optional" json:"average"`
	// Anchor is the weight of the likelihood of a few of the expert's demonstrations of training tasks; 0: none.
	Anchor               float64 `hcl:"anchor,optional" json:"anchor"`
	AnchorDemonstrations int     `hcl:"anchor_demonstrations,optional" json:"anchor_demonstrations"` // a step
}

// BudgetDefaults are the laptop sizes of distillation.
func BudgetDefaults() Budget {
	return Budget{Steps: 100, TasksAStep: 32, LearningRate: 2e-3, WarmupSteps: 5, Temperature: 1, Average: "token", AnchorDemonstrations: 8}
}

// common is what descriptions of methods say of the settings that are the same in all budgets.
func (Budget) common() registry.Constant {
	return registry.Constant{
		Setting: "average = token, anchor = 0, anchor_demonstrations = 8",
		Origin:  "ours: episode and a positive anchor hold the student where it started, through the dip with which distillation of tiny models begins",
	}
}

// Floor is the share of the learning rate that is left at the last step of on-policy training.
const Floor = 0.1

// Schedule is the budget's learning rate: linear warm-up, linear decay to Floor.
func (s Budget) Schedule() Schedule {
	return Schedule{Peak: s.LearningRate, Warmup: min(s.WarmupSteps, s.Steps), Steps: s.Steps, Floor: Floor}
}

// Validate names the setting that cannot work.
func (s Budget) Validate() error {
	return errors.Join(
		CheckRange("steps", s.Steps, 1, 1_000_000),
		CheckRange("tasks_a_step", s.TasksAStep, 1, 65536),
		CheckRange("learning_rate", s.LearningRate, 0, 1),
		CheckRange("warmup_steps", s.WarmupSteps, 0, 1_000_000),
		CheckRange("temperature", s.Temperature, 0.01, 10),
		CheckOneOf("average", s.Average, "token", "episode"),
		CheckRange("anchor", s.Anchor, 0, 1000),
		CheckRange("anchor_demonstrations", s.AnchorDemonstrations, 1, 4096),
	)
}

// Episodes estimates the work of a stage in episodes.
func (s Budget) Episodes(group int) int { return s.Steps * s.TasksAStep * group }

// Update makes the step's update of the learner on the sum of several losses, averaged and anchored as the budget
// says, and returns loss, gradient norm and what else UpdateParts counts.
func (s Budget) Update(ctx context.Context, b registry.Bench, learner backends.Learner, step int, parts []Part) (map[string]float64, error) {
	if s.Average == "episode" {
		for _, p := range parts {
			evenOut(p.Data)
		}
	}
	if s.Anchor > 0 {
		anchor, err := s.anchor(b, step)
		if err != nil {
			return nil, err
		}
		parts = append(parts[:len(parts):len(parts)], anchor)
	}
	numbers, err := UpdateParts(ctx, learner, parts, s.Schedule().At(step))
	if err != nil {
		return nil, fmt.Errorf("train at step %d: %w", step, err)
	}
	return numbers, nil
}

// evenOut turns weights that average over the tokens of a batch into weights that average over its data, each the
// mean over its tokens: w *= (tokens of the batch / data) / tokens of the datum.
func evenOut(data []backends.Datum) {
	mean := float32(Count(data)) / float32(max(len(data), 1))
	for _, d := range data {
		for j := range d.Weights {
			d.Weights[j] *= mean / float32(len(d.Positions))
		}
	}
}

// anchor is the likelihood of demonstrations, weighted.
func (s Budget) anchor(b registry.Bench, step int) (Part, error) {
	size, err := SplitSize(b.Environment(), TrainSplit)
	if err != nil {
		return Part{}, err
	}
	rng := b.Rand(fmt.Sprintf("anchor/%d", step))
	shown := make([]*registry.Episode, 0, s.AnchorDemonstrations)
	for range s.AnchorDemonstrations {
		task := Draw(rng, size, 1)[0]
		e, won, err := rollout.Demonstrate(b.Environment(), b.Format(), task, rollout.Demonstration{Limit: b.Environment().Horizon()}, rng.Uint64(), rng)
		if err != nil {
			return Part{}, fmt.Errorf("anchor at step %d: %w", step, err)
		}
		if won {
			shown = append(shown, e)
		}
	}
	data, _ := Imitation(shown)
	for _, d := range data {
		for j := range d.Weights {
			d.Weights[j] *= float32(s.Anchor)
		}
	}
	return Part{Data: data, Loss: backends.Loss{Kind: backends.CrossEntropy}}, nil
}
