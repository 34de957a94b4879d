// Package grpo is group relative policy optimisation: several episodes of each task, their
// returns normalised within the group, no teacher.
//
//	paper symbol       code                   setting
//	G                  Settings.Size          group
//	eps                Settings.Clip          clip, clip_high
//	beta (KL loss)     Settings.KLCoef        kl_coef, k3 against the starting student
//	invalid penalty    Settings.InvalidPenalty invalid_penalty
//
//	A_{i,k} = (R_i - mean R - c [turn k of i invalid]) / (std R + 1e-6)
//
// over the G returns R of one task (std is the population's), on all response tokens of turn k; a group of equal returns gives
// nothing. Then the clipped policy gradient with dual clip, plus kl_coef k3.
//
// Source: SDAR (arXiv 2605.15155) and its code, family B, with G = 8. Departures: the penalty c of an invalid
// turn stays outside the group's mean and deviation, so that without it the advantage is exactly the
// episode's; one update a batch; the learning rate decays linearly to a tenth.
package grpo

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its input is "student".
const StageName = "grpo"

// Settings is what an experiment sets of GRPO.
type Settings struct {
	training.Budget
	training.Group
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Budget: training.ReinforceDefaults(), Group: training.GroupDefaults()}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(s.Budget.Validate(), s.Group.ValidateCompared())
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:        "grpo",
		Title:       "Group relative policy optimisation",
		Idea:        "The student plays each task several times; episodes better than their group are reinforced.",
		Objective:   "A = (R - mean R - c invalid) / (std R + 1e-6) over the group, clipped policy gradient with dual clip, plus kl_coef k3 to the starting student",
		Source:      "SDAR (arXiv 2605.15155) and its code; the training family of verl-agent",
		Stages:      []string{"grpo: 'steps' rounds of 'tasks_a_step' x 'group' episodes and one update"},
		Needs:       []string{"a task reward"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			{Setting: "tasks_a_step = 4, steps = 100, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models (1e-3 was found too high: the student learns to hurry, not to act)"},
		},
		Departures: []string{
			"the invalid-turn penalty stays outside the group's mean and deviation, which is the population's",
			training.ReturnDeparture,
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { g := s.(*Settings); return g.Budget.Episodes(g.Size) },
		Work: func(s any, _ func(string) any) []registry.Work {
			g := s.(*Settings)
			return []registry.Work{training.ReinforceWork(g.Budget, g.Group, 0)}
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	return training.Reinforce{Budget: s.Budget, Group: s.Group}.Run(ctx, b)
}
