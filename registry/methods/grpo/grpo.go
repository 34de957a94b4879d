// Package grpo is group relative policy optimisation: several episodes of each task, their
// returns normalised within the group, no teacher.
//
//	paper symbol       code                   setting
//	G                  Settings.Group         group
//	eps                Settings.Clip          clip
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

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its input is "student".
const StageName = "grpo"

// Settings is what an experiment sets of GRPO.
type Settings struct {
	Steps          int     `hcl:"steps,optional" json:"steps"`
	TasksAStep     int     `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
	Group          int     `hcl:"group,optional" json:"group"`
	LearningRate   float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps    int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature    float64 `hcl:"temperature,optional" json:"temperature"`
	Clip           float64 `hcl:"clip,optional" json:"clip"`
	DualClip       float64 `hcl:"dual_clip,optional" json:"dual_clip"`
	KLCoef         float64 `hcl:"kl_coef,optional" json:"kl_coef"`
	InvalidPenalty float64 `hcl:"invalid_penalty,optional" json:"invalid_penalty"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Steps: 100, TasksAStep: 4, Group: 8, LearningRate: 3e-4, WarmupSteps: 5, Temperature: 1,
		Clip: 0.2, DualClip: 3, KLCoef: 0.01, InvalidPenalty: 0.1,
	}
}

func (s *Settings) budget() training.Budget {
	return training.Budget{Steps: s.Steps, TasksAStep: s.TasksAStep, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps, Temperature: s.Temperature}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.budget().Validate(),
		training.CheckRange("group", s.Group, 2, 1024),
		training.CheckRange("clip", s.Clip, 0, 1),
		training.CheckRange("dual_clip", s.DualClip, 0, 1000),
		training.CheckRange("kl_coef", s.KLCoef, 0, 1000),
		training.CheckRange("invalid_penalty", s.InvalidPenalty, 0, 1000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return registry.MethodKind{
		Info: registry.MethodInfo{
			Name:        "grpo",
			Title:       "Group relative policy optimisation",
			Idea:        "The student plays each task several times; episodes better than their group are reinforced.",
			Objective:   "A = (R - mean R - c invalid) / (std R + 1e-6) over the group, clipped policy gradient with dual clip, plus kl_coef k3 to the starting student",
			Source:      "SDAR (arXiv 2605.15155) and its code; the training family of verl-agent",
			Stages:      []string{"grpo: 'steps' rounds of 'tasks_a_step' x 'group' episodes and one update"},
			Needs:       []string{"a task reward"},
			ReadsReward: true,
			Constants: []registry.Constant{
				{Setting: "group = 8, clip = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code)"},
				{Setting: "dual_clip = 3", Origin: "published (verl default)"},
				{Setting: "tasks_a_step = 4, steps = 100, learning_rate = 3e-4", Origin: "ours, for tiny models (1e-3 was found too high: the student learns to hurry, not to act)"},
			},
			Departures: []string{
				"the invalid-turn penalty stays outside the group's mean and deviation",
				"one update a batch; the learning rate decays linearly to a tenth",
			},
		},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) registry.Method { return &method{*settings.(*Settings)} },
	}
}

type method struct{ settings Settings }

func (m *method) Build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, &m.settings, registry.Inputs{"student": b.Student()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { g := s.(*Settings); return g.Steps * g.TasksAStep * g.Group },
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	loop := training.OnPolicy{
		Student: student, Schedule: s.budget().Schedule(), Signal: s.signal,
		Loss: backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.Clip), ClipHigh: float32(s.Clip), DualClip: float32(s.DualClip), KLCoef: float32(s.KLCoef)},
	}
	if s.KLCoef > 0 {
		reference, err := b.Load("student")
		if err != nil {
			return err
		}
		defer reference.Close()
		loop.Scorer = reference
	}
	if loop.Collect, err = training.Rollouts(b, student, s.budget(), s.Group); err != nil {
		return err
	}
	if err := loop.Run(ctx, b); err != nil {
		return err
	}
	return b.SaveWeights(student)
}
