package turnopd

import (
	"errors"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of TurnOPD: those of plain distillation and the two budgets'.
type Settings struct {
	training.Distillation

	ProbeEvery int     `hcl:"probe_every,optional" json:"probe_every"` // steps; 0: never, rollouts go to the horizon
	ProbeTasks int     `hcl:"probe_tasks,optional" json:"probe_tasks"`
	Threshold  float64 `hcl:"threshold,optional" json:"threshold"` // of the first turn's score
	MuStart    float64 `hcl:"mu_start,optional" json:"mu_start"`
	MuEnd      float64 `hcl:"mu_end,optional" json:"mu_end"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Distillation: training.DistillationDefaults(),
		ProbeEvery:   10, ProbeTasks: 32, Threshold: 0.25, MuStart: 0, MuEnd: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Distillation.Validate(),
		training.CheckRange("probe_every", s.ProbeEvery, 0, 1_000_000),
		training.CheckRange("probe_tasks", s.ProbeTasks, 2, 65536),
		training.CheckRange("threshold", s.Threshold, 0, 1),
		training.CheckRange("mu_start", s.MuStart, 0, 1),
		training.CheckRange("mu_end", s.MuEnd, 0, 1),
	)
}

// mu is the share of the turn-normalised loss at a step.
func (s *Settings) mu(step int) float64 {
	return s.MuStart + (s.MuEnd-s.MuStart)*float64(step)/float64(max(s.Steps-1, 1))
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "turnopd",
		Title:     "TurnOPD: turn budgets for on-policy distillation",
		Idea:      "Rollouts stop at the depth up to which a probe finds the teacher's judgement informative, and the loss moves from a mean over tokens to a mean over turns.",
		Objective: "depth = last k with score_k >= threshold score_1, score_k = survival times mean over deviation of the turn's KL; w_{k,t} = (1-mu)/N_tok + mu/(n L_k), mu growing; OPD with these weights",
		Source:    "third-party notes on TurnOPD; every formula is inferred",
		Stages:    []string{"turnopd: every 'probe_every' steps a probe of the depth; 'steps' rounds of rollouts to it, teacher scoring, one update"},
		Needs:     []string{"teacher log-probabilities"},
		Constants: []registry.Constant{
			{Setting: "probe_every = 10, probe_tasks = 32, threshold = 0.25", Origin: "inferred: the notes name a probe and a threshold, no values"},
			{Setting: "mu_start = 0, mu_end = 1", Origin: "inferred: from token mean to turn mean over training, linearly"},
			{Setting: "distillation settings", Origin: "as opd (published steps: 100)"},
		},
		Departures: []string{
			"score, depth and weights are reconstructed from a description in words",
			"episodes of the probe are not trained on",
			"form = full is our default, as in opd; the probe always uses the sampled tokens",
		},
	}
}
