// Package atod is ATOD: distillation by an external teacher and reinforcement by outcomes in one advantage, the first fading
// out and the second in, and distillation strongest in turns where the student disagrees or wavers.
//
//	paper symbol     code                              setting
//	kappa(s)         Settings.KappaStart, KappaEnd     kappa_start, kappa_end
//	rho(s)           Settings.RhoStart, RhoEnd         rho_start, rho_end
//	150 steps        Settings.AnnealSteps, Schedule    anneal_steps, schedule
//	T-DUR, w_k       weights                           weighting
//
// Equations, s the training step from 0, k the turns of a batch and t the tokens of a turn:
//
//	A_t = kappa(s) w_k (l_T - l_old)  +  rho(s) A_GRPO
//	d_k = mean_t |l_T - l_old|,  u_k = mean_t H_t, the student's entropy
//	w_k = 1 - (1 - sigma(z(d_k))) (1 - sigma(z(u_k))), scaled to mean 1 over the turns; z the z-score within the batch
//	kappa and rho go from start to end over anneal_steps, in a line or along half a cosine
//
// and the clipped policy gradient. The formulas of w, kappa and rho are inferred: the source says that w is high when
// either is (a soft or), that kappa falls and that rho rises. With kappa = 0 and rho = 1 it is GRPO; with kappa = 1, rho = 0 and
// weighting = "none" it is sampled vanilla OPD.
//
// Source: notes on ATOD; the paper was not available. Departures and inferred constants: info.go.
package atod

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "atod"

// Settings is what an experiment sets of ATOD.
type Settings struct {
	training.Budget
	training.Group
	KappaStart  float64 `hcl:"kappa_start,optional" json:"kappa_start"`
	KappaEnd    float64 `hcl:"kappa_end,optional" json:"kappa_end"`
	RhoStart    float64 `hcl:"rho_start,optional" json:"rho_start"`
	RhoEnd      float64 `hcl:"rho_end,optional" json:"rho_end"`
	AnnealSteps int     `hcl:"anneal_steps,optional" json:"anneal_steps"`
	Schedule    string  `hcl:"schedule,optional" json:"schedule"`   // "linear" or "cosine"
	Weighting   string  `hcl:"weighting,optional" json:"weighting"` // "dur" or "none"
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	s := Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
		KappaStart: 1, KappaEnd: 0.1, RhoStart: 0.1, RhoEnd: 1, AnnealSteps: 100, Schedule: "linear", Weighting: "dur",
	}
	s.KLCoef, s.InvalidPenalty = 0, 0
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		training.CheckRange("kappa_start", s.KappaStart, 0, 1000),
		training.CheckRange("kappa_end", s.KappaEnd, 0, 1000),
		training.CheckRange("rho_start", s.RhoStart, 0, 1000),
		training.CheckRange("rho_end", s.RhoEnd, 0, 1000),
		training.CheckRange("anneal_steps", s.AnnealSteps, 1, 1_000_000),
		training.CheckOneOf("schedule", s.Schedule, "linear", "cosine"),
		training.CheckOneOf("weighting", s.Weighting, "dur", "none"),
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
			passes := 0
			if o.Weighting == "dur" {
				passes = 1 // the entropies
			}
			w := training.ReinforceWork(o.Budget, o.Group, passes)
			return []registry.Work{w, {Input: "teacher", Scores: w.Plays}}
		},
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
	shape := func(ctx context.Context, step int, batch *training.Batch) error {
		return s.shape(ctx, step, batch, student, teacher)
	}
	return training.Reinforce{Budget: s.Budget, Group: s.Group, Shape: shape}.Train(ctx, b, student)
}

func (s *Settings) shape(ctx context.Context, step int, batch *training.Batch, student, teacher backends.Scorer) error {
	scores, err := training.ScoreEpisodes(ctx, teacher, batch.Episodes, nil, false)
	if err != nil {
		return err
	}
	var entropies [][]float64
	if s.Weighting == "dur" {
		if entropies, err = training.Entropies(ctx, student, batch.Episodes); err != nil {
			return err
		}
	}
	s.mix(step, batch, scores, entropies)
	return nil
}
