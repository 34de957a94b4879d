// Package rlsd is RLSD, self-distilled reinforcement from verifiable rewards: the outcome decides the direction of every
// update and the student's own judgement under a skill its size, token by token. There is no loss of distillation.
//
//	paper symbol   code              setting
//	lambda         Settings.Lambda   lambda, decay_steps
//	eps            Settings.MixClip  mix_clip
//	g_t            skills.Gaps       skills
//
// Equations, s the training step from 0:
//
//	lambda(s) = lambda max(0, 1 - s / decay_steps)
//	A_t = A_seq ( (1 - lambda(s)) + lambda(s) clip( exp( sign(A_seq) g_t ), 1 - eps, 1 + eps ) )
//
// with A_seq the group relative advantage and g_t = l_T - l_old, then the clipped policy gradient. Tokens
// without a skill have g_t = 0 and keep their advantage. With lambda = 0 it is GRPO.
//
// Source: the port in the code of SDAR (arXiv 2605.15155). Departures and constants: Kind.
package rlsd

import (
	"context"
	"errors"
	"math"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, where skills come from a library, "skills".
const StageName = "rlsd"

// Settings is what an experiment sets of RLSD.
type Settings struct {
	training.Budget
	training.Group
	skills.Settings
	Lambda     float64 `hcl:"lambda,optional" json:"lambda"`
	DecaySteps int     `hcl:"decay_steps,optional" json:"decay_steps"` // after which lambda is 0; 0: never
	MixClip    float64 `hcl:"mix_clip,optional" json:"mix_clip"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Settings: skills.Defaults(skills.Task),
		Lambda: 0.5, DecaySteps: 100, MixClip: 0.2,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		s.Settings.Validate(),
		training.CheckRange("lambda", s.Lambda, 0, 1),
		training.CheckRange("decay_steps", s.DecaySteps, 0, 1_000_000),
		training.CheckRange("mix_clip", s.MixClip, 0, 1),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "rlsd",
		Title:     "RLSD: self-distilled reinforcement",
		Idea:      "Group relative reinforcement whose advantage is a little larger at tokens that the student's own judgement under a skill agrees with, and a little smaller at the others; signs never change.",
		Objective: "A_t = A ((1 - lambda) + lambda clip(exp(sign(A) g_t), 1 - mix_clip, 1 + mix_clip)), g = l_T - l_old under the student's own prompt with the skill, lambda falling to 0 over decay_steps; clipped policy gradient plus kl_coef k3",
		Source:    "the port in the code of SDAR (arXiv 2605.15155)",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"rlsd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "lambda = 0.5, decay_steps = 100, mix_clip = 0.2", Origin: "published (SDAR's scripts; 50 is the default of its code)"},
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code, family B)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			skills.Defaults(skills.Task).Constants(),
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo"},
		},
		Departures: []string{
			"a skill is a list of commands, by default of this very task",
			training.ReturnDeparture,
			"A is the turn's advantage: the penalty of an invalid turn is in it",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages: the library where one is read, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, s.Inputs(b, s.Budget), true)
}

// Stage trains the student. Libraries need skills.LibraryStage besides.
func Stage() registry.StageKind {
	return skills.TrainingStage(StageName, Defaults, func(s *Settings) skills.Parts {
		return skills.Parts{Budget: s.Budget, Group: s.Group, Skills: s.Settings, Shape: s.shape}
	})
}

func (s *Settings) shape(ctx context.Context, step int, batch *training.Batch, own skills.Own) error {
	gaps, err := own.Gaps(ctx, batch)
	if err != nil {
		return err
	}
	lambda := s.lambda(step)
	batch.Numbers["lambda"] = lambda
	for i := range gaps {
		for j, g := range gaps[i].Of {
			batch.Advantages[i][j] *= s.factor(lambda, batch.Advantages[i][j], g)
		}
	}
	return nil
}

// lambda returns lambda(s).
func (s *Settings) lambda(step int) float64 {
	if s.DecaySteps == 0 {
		return s.Lambda
	}
	return s.Lambda * max(0, 1-float64(step)/float64(s.DecaySteps))
}

// factor returns what an advantage is multiplied with at a token with a gap.
func (s *Settings) factor(lambda, advantage, gap float64) float64 {
	if advantage < 0 {
		gap = -gap
	}
	return (1 - lambda) + lambda*min(max(math.Exp(gap), 1-s.MixClip), 1+s.MixClip)
}
