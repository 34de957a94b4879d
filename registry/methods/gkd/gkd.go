// Package gkd is generalised knowledge distillation: each step minimises a divergence between teacher and student over the
// whole vocabulary, on the student's own episodes or on stored ones of the teacher.
//
//	paper symbol   code                  setting
//	lambda         Settings.OnPolicy     lambda, the probability that a step is on policy
//	beta           Settings.Beta         beta
//	fixed data     training.Trajectories trajectories
//
// Equations, m = beta p_T + (1 - beta) p_theta:
//
//	JSD_beta = beta KL(p_T || m) + (1 - beta) KL(p_theta || m),  averaged over response tokens
//
// with, by the convention of the method's implementation in TRL, beta = 0 forward KL(p_T || p_theta) and beta = 1 reverse
// KL(p_theta || p_T), the limits of JSD_beta over beta (1 - beta).
//
// Source: GKD (arXiv 2306.13649) and TRL's trainer. The gradient does not go through sampling. With lambda = 1 and
// beta = 1 it is vanilla OPD over the whole vocabulary, to the bit.
package gkd

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher", and "trajectories" when
// lambda < 1.
const StageName = "gkd"

// Settings is what an experiment sets of GKD.
type Settings struct {
	training.Budget
	OnPolicy     float64 `hcl:"lambda,optional" json:"lambda"`
	Beta         float64 `hcl:"beta,optional" json:"beta"`                 // from 0, forward KL, to 1, reverse KL
	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // stored, of the teacher
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	d := training.BudgetDefaults()
	d.Temperature = 0.9
	return Settings{Budget: d, OnPolicy: 0.5, Beta: 0.5, Trajectories: 512}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		training.CheckRange("lambda", s.OnPolicy, 0, 1),
		training.CheckRange("beta", s.Beta, 0, 1),
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
	)
}

// Kind registers the method. It also needs training.TrajectoriesKind.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "gkd",
		Title:     "Generalised knowledge distillation",
		Idea:      "Each step minimises a divergence between teacher and student over the whole vocabulary, with probability lambda on the student's own episodes, else on stored ones of the teacher.",
		Objective: "mean over response tokens of beta KL(p_T || m) + (1 - beta) KL(p_theta || m), m = beta p_T + (1 - beta) p_theta; beta = 0: KL(p_T || p_theta), beta = 1: KL(p_theta || p_T)",
		Source:    "GKD (arXiv 2306.13649) and TRL's trainer",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' episodes, all kept (with lambda < 1)",
			"gkd: 'steps' rounds of rollouts or stored episodes, teacher scoring, one update",
		},
		Needs: []string{"teacher log-probabilities over a shared vocabulary", "lambda < 1: a teacher that plays"},
		Constants: []registry.Constant{
			{Setting: "lambda = 0.5, beta = 0.5, temperature = 0.9", Origin: "published (TRL defaults)"},
			{Setting: "trajectories = 512, steps = 100, tasks_a_step = 32, learning_rate = 2e-3, warmup_steps = 5", Origin: "ours, for tiny models, as opd"},
		},
		Departures: []string{
			"the fixed data set is the teacher's own unfiltered episodes, sampled at the same temperature as the student's",
			"a whole step is on policy or not, as in TRL",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	inputs := registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}
	if s.OnPolicy < 1 {
		t := &training.Trajectories{Tasks: s.Trajectories, Attempts: 1, Keep: training.KeepAll, Temperature: s.Temperature, Actor: "teacher"}
		inputs["trajectories"] = b.Stage(training.TrajectoriesStage, t, registry.Inputs{"policy": b.Teacher()}, true)
	}
	return b.Stage(StageName, s, inputs, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { g := s.(*Settings); return g.Steps * g.TasksAStep },
	}
}

// divergence is the loss, JSD_beta.
func (s *Settings) divergence() backends.Loss {
	return backends.Loss{Kind: backends.JSD, Beta: float32(s.Beta)}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	loop := training.OnPolicy{
		Student: student, Budget: s.Budget, Scorer: teacher,
		Full: true, Signal: training.FullSignal, Loss: s.divergence(),
	}
	if loop.Collect, err = training.Rollouts(b, student, s.Budget, 1); err != nil {
		return err
	}
	var stored []*registry.Episode
	if s.OnPolicy < 1 {
		if stored, err = training.ReadTrajectories(b, "trajectories"); err != nil {
			return err
		}
	}
	err = b.Loop(ctx, s.Steps, student, func(step int) error {
		if s.onPolicy(b, step) {
			return loop.Step(ctx, b, step)
		}
		batch := training.Passes(b, stored, step, s.TasksAStep)
		scores, err := training.ScoreEpisodes(ctx, teacher, batch, nil, true)
		if err != nil {
			return err
		}
		data, _ := training.FullSignal(batch, scores)
		numbers, err := s.Budget.Update(ctx, b, student, step, []training.Part{{Data: data, Loss: s.divergence()}})
		if err != nil {
			return err
		}
		return training.RecordAll(b, step, numbers)
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// onPolicy says whether a step is one of the student's own episodes: a draw with probability lambda.
func (s *Settings) onPolicy(b registry.Bench, step int) bool {
	return b.Rand(fmt.Sprintf("lambda/%d", step)).Float64() < s.OnPolicy
}
