// Package sod is SOD, step-wise on-policy distillation: group relative reinforcement plus distillation by an
// external teacher, and the distillation is damped in the turns after teacher and student have come apart.
//
//	paper symbol      code                      setting
//	G                 Settings.Size             group
//	d_k               disagreement
//	w_k               weights
//	delta, eps        Settings.Delta, epsilon   delta
//	coefficient 1.0   Settings.DistillationCoef distillation_coef
//	eps_lo, eps_hi    Settings.Clip, ClipHigh   clip, clip_high
//
// Equations, k the turns of an episode and t the tokens of a turn:
//
//	d_k = mean_t |l_S - l_T|
//	w_1 = 1,  w_k = min( prod_{u<k} (d_u + eps) / (d_{u+1} + eps), 1 + delta )
//	    = min( (d_1 + eps) / (d_k + eps), 1 + delta )                             the product telescopes
//	A_t = c_out (R - mean R) / (std R + 1e-6)  +  distillation_coef w_k (l_T - l_S)
//
// and the clipped policy gradient, without a KL term. A step of the paper is a contiguous segment of the
// assistant, here a turn; one without trained tokens is passed over.
//
// Source: SOD (arXiv 2605.07725) and its code. Departures: info.go. With distillation_coef = 0 the advantages are GRPO's; with
// outcome_coef = 0 and discount = "none" they are sampled vanilla OPD's, to the bit.
package sod

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "sod"

// Settings is what an experiment sets of SOD.
type Settings struct {
	training.Budget
	training.Group
	OutcomeCoef      float64 `hcl:"outcome_coef,optional" json:"outcome_coef"`
	DistillationCoef float64 `hcl:"distillation_coef,optional" json:"distillation_coef"`
	Discount         string  `hcl:"discount,optional" json:"discount"` // "stepwise" or "none" (every w_k is 1)
	Delta            float64 `hcl:"delta,optional" json:"delta"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	s := Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
		OutcomeCoef: 1, DistillationCoef: 1, Discount: "stepwise", Delta: 0.2,
	}
	s.ClipHigh, s.KLCoef, s.InvalidPenalty = 0.28, 0, 0
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		training.CheckRange("outcome_coef", s.OutcomeCoef, 0, 1000),
		training.CheckRange("distillation_coef", s.DistillationCoef, 0, 1000),
		training.CheckOneOf("discount", s.Discount, "stepwise", "none"),
		training.CheckRange("delta", s.Delta, 0, 1000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { o := s.(*Settings); return o.Budget.Episodes(o.Size) },
		Work: func(s any, _ func(string) any) []registry.Work {
			o := s.(*Settings)
			w := training.ReinforceWork(o.Budget, o.Group, 0)
			return []registry.Work{w, {Input: "teacher", Scores: w.Plays}}
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	shape := func(ctx context.Context, _ int, batch *training.Batch) error {
		scores, err := training.ScoreEpisodes(ctx, teacher, batch.Episodes, nil, false)
		if err != nil {
			return err
		}
		s.shape(batch, scores)
		return nil
	}
	return training.Reinforce{Budget: s.Budget, Group: s.Group, Shape: shape}.Run(ctx, b)
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "sod",
		Title:     "SOD: step-wise on-policy distillation",
		Idea:      "Reinforcement by group relative outcomes and distillation by an external teacher at once; in turns where teacher and student disagree more than in the first turn, the teacher is trusted less.",
		Objective: "d_k = mean_t |l_S - l_T|; w_k = min((d_1 + eps)/(d_k + eps), 1 + delta), w_1 = 1; A = A_GRPO + distillation_coef w_k (l_T - l_S); clipped policy gradient",
		Source:    "SOD (arXiv 2605.07725) and its code",
		Stages:    []string{"sod: 'steps' rounds of 'tasks_a_step' x 'group' episodes, teacher scoring, one update"},
		Needs:     []string{"a task reward", "teacher log-probabilities"},
		Constants: []registry.Constant{
			{Setting: "delta = 0.2, distillation_coef = 1, kl_coef = 0, invalid_penalty = 0, clip = 0.2, clip_high = 0.28, eps = 1e-6", Origin: "published (SOD)"},
			{Setting: "discount = stepwise, outcome_coef = 1", Origin: "published (SOD); none and 0 are ablations"},
			{Setting: "dual_clip = 3", Origin: "inferred: the default of verl"},
			{Setting: "group = 8, tasks_a_step = 4, steps = 100, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo (published: 64 tasks x 16, 1e-6)"},
		},
		ReadsReward: true,
		Departures: []string{
			"the distillation term is clamped to [-10, 10] nats a token, as in opd",
			"one update a batch; the learning rate decays linearly to a tenth",
			"no cold start by fine-tuning: the trial's student is warmed up already",
		},
	}
}
