// Package sod is SOD, step-wise on-policy distillation: group relative reinforcement plus distillation by an
// external teacher, and the distillation is damped in the turns after teacher and student have come apart.
//
//	paper symbol      code                      setting
//	G                 Settings.Group            group
//	d_k               disagreement
//	w_k               weights
//	delta, eps        Settings.Delta, epsilon   delta
//	coefficient 1.0   Settings.KLCoef           kl_coef
//	eps_lo, eps_hi    Settings.ClipLow, ClipHigh  clip, clip_high
//
// Equations, k the turns of an episode and t the tokens of a turn:
//
//	d_k = mean_t |l_S - l_T|
//	w_1 = 1,  w_k = min( prod_{u<k} (d_u + eps) / (d_{u+1} + eps), 1 + delta )
//	    = min( (d_1 + eps) / (d_k + eps), 1 + delta )                             the product telescopes
//	A_t = c_out (R - mean R) / (std R + 1e-6)  +  kl_coef w_k (l_T - l_S)
//
// and the clipped policy gradient, without a KL term. A step of the paper is a contiguous segment of the
// assistant, here a turn; one without trained tokens is passed over.
//
// Source: SOD (arXiv 2605.07725) and its code. Departures: info.go. With kl_coef = 0 the advantages are GRPO's; with
// outcome_coef = 0 and discount = "none" they are sampled vanilla OPD's, to the bit.
package sod

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "sod"

// Settings is what an experiment sets of SOD.
type Settings struct {
	Steps        int     `hcl:"steps,optional" json:"steps"`
	TasksAStep   int     `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
	Group        int     `hcl:"group,optional" json:"group"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
	OutcomeCoef  float64 `hcl:"outcome_coef,optional" json:"outcome_coef"`
	KLCoef       float64 `hcl:"kl_coef,optional" json:"kl_coef"`
	Discount     string  `hcl:"discount,optional" json:"discount"` // "stepwise" or "none" (every w_k is 1)
	Delta        float64 `hcl:"delta,optional" json:"delta"`
	ClipLow      float64 `hcl:"clip,optional" json:"clip"`
	ClipHigh     float64 `hcl:"clip_high,optional" json:"clip_high"`
	DualClip     float64 `hcl:"dual_clip,optional" json:"dual_clip"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Steps: 100, TasksAStep: 4, Group: 8, LearningRate: 3e-4, WarmupSteps: 5, Temperature: 1,
		OutcomeCoef: 1, KLCoef: 1, Discount: "stepwise", Delta: 0.2, ClipLow: 0.2, ClipHigh: 0.28, DualClip: 3,
	}
}

func (s *Settings) budget() training.Budget {
	return training.Budget{Steps: s.Steps, TasksAStep: s.TasksAStep, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps, Temperature: s.Temperature}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.budget().Validate(),
		training.CheckRange("group", s.Group, 1, 1024),
		training.CheckRange("outcome_coef", s.OutcomeCoef, 0, 1000),
		training.CheckRange("kl_coef", s.KLCoef, 0, 1000),
		training.CheckOneOf("discount", s.Discount, "stepwise", "none"),
		training.CheckRange("delta", s.Delta, 0, 1000),
		training.CheckRange("clip", s.ClipLow, 0, 1),
		training.CheckRange("clip_high", s.ClipHigh, 0, 1000),
		training.CheckRange("dual_clip", s.DualClip, 0, 1000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return registry.MethodKind{
		Info:     info(),
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) registry.Method { return &method{*settings.(*Settings)} },
	}
}

type method struct{ settings Settings }

// Build implements registry.Method.
func (m *method) Build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, &m.settings, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { o := s.(*Settings); return o.Steps * o.TasksAStep * o.Group },
	}
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
		Student: student, Schedule: s.budget().Schedule(), Scorer: teacher, Signal: s.signal,
		Loss: backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.ClipLow), ClipHigh: float32(s.ClipHigh), DualClip: float32(s.DualClip)},
	}
	if loop.Collect, err = training.Rollouts(b, student, s.budget(), s.Group); err != nil {
		return err
	}
	if err := loop.Run(ctx, b); err != nil {
		return err
	}
	return b.SaveWeights(student)
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "sod",
		Title:     "SOD: step-wise on-policy distillation",
		Idea:      "Reinforcement by group relative outcomes and distillation by an external teacher at once; in turns where teacher and student disagree more than in the first turn, the teacher is trusted less.",
		Objective: "d_k = mean_t |l_S - l_T|; w_k = min((d_1 + eps)/(d_k + eps), 1 + delta), w_1 = 1; A = A_GRPO + kl_coef w_k (l_T - l_S); clipped policy gradient",
		Source:    "SOD (arXiv 2605.07725) and its code",
		Stages:    []string{"sod: 'steps' rounds of 'tasks_a_step' x 'group' episodes, teacher scoring, one update"},
		Needs:     []string{"a task reward", "teacher log-probabilities"},
		Constants: []registry.Constant{
			{Setting: "delta = 0.2, kl_coef = 1, clip = 0.2, clip_high = 0.28, eps = 1e-6", Origin: "published (SOD)"},
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
