package guided

import (
	"errors"
	"math"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of Guided-OPD: those of plain distillation and the guidance's.
type Settings struct {
	training.Distillation

	ShareStart         float64 `hcl:"share_start,optional" json:"share_start"` // probability that the teacher plays a turn
	ShareEnd           float64 `hcl:"share_end,optional" json:"share_end"`
	Decay              float64 `hcl:"decay,optional" json:"decay"` // share of the steps after which share_end is reached
	TeacherTemperature float64 `hcl:"teacher_temperature,optional" json:"teacher_temperature"`
	ImitationWeight    float64 `hcl:"imitation_weight,optional" json:"imitation_weight"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Distillation: training.DistillationDefaults(),
		ShareStart:   1, ShareEnd: 0, Decay: 0.8, TeacherTemperature: 1, ImitationWeight: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Distillation.Validate(),
		training.CheckRange("share_start", s.ShareStart, 0, 1),
		training.CheckRange("share_end", s.ShareEnd, 0, 1),
		training.CheckRange("decay", s.Decay, 0.01, 1),
		training.CheckRange("teacher_temperature", s.TeacherTemperature, 0.01, 10),
		training.CheckRange("imitation_weight", s.ImitationWeight, 0, 1000),
	)
}

// share is beta(s), the probability that the teacher plays a turn at a step.
func (s *Settings) share(step int) float64 {
	progress := min(float64(step)/(s.Decay*float64(s.Steps)), 1)
	return s.ShareStart + (s.ShareEnd-s.ShareStart)*(1-math.Cos(math.Pi*progress))/2
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "guided",
		Title:     "Guided on-policy distillation",
		Idea:      "Each turn of an episode is played by the teacher with a probability that falls to zero, so that early training sees states from which the task can still be done. The student's turns are distilled on policy, the teacher's are imitated.",
		Objective: "beta(s) = beta_0 + (beta_1 - beta_0)(1 - cos(pi min(s/(rho N), 1)))/2; mean over response tokens of: OPD's loss on student turns, -log p_theta on teacher turns",
		Source:    "Guided-OPD (arXiv 2606.15912) and the workflow for it in FutureBridge's release",
		Stages:    []string{"guided: 'steps' rounds of mixed rollouts, teacher scoring of the student's turns, one update on both losses"},
		Needs:     []string{"a teacher that plays during training", "teacher log-probabilities"},
		Constants: []registry.Constant{
			{Setting: "share_start = 1, share_end = 0, decay = 0.8", Origin: "published (beta_0, beta_1, rho)"},
			{Setting: "teacher_temperature = 1", Origin: "published"},
			{Setting: "imitation_weight = 1", Origin: "inferred: the shipped policy loss takes its expert weight from a configuration that was not found; 1 to 1 a token"},
			{Setting: "distillation settings", Origin: "as opd (published steps: 250)"},
		},
		Departures: []string{
			"form = full is our default, as in opd",
			"one update on all turns of a batch",
		},
	}
}
