package r2s

import (
	"errors"

	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of R2S: those of plain distillation, and those of the repair.
type Settings struct {
	training.Distillation

	States              int     `hcl:"states,optional" json:"states"`
	Takeovers           int     `hcl:"takeovers,optional" json:"takeovers"`
	TakeoverTemperature float64 `hcl:"takeover_temperature,optional" json:"takeover_temperature"`

	Select             string  `hcl:"select,optional" json:"select"`
	Agreement          float64 `hcl:"agreement,optional" json:"agreement"`
	Judge              string  `hcl:"judge,optional" json:"judge"`
	JudgeTurns         int     `hcl:"judge_turns,optional" json:"judge_turns"`
	JudgeThreshold     float64 `hcl:"judge_threshold,optional" json:"judge_threshold"`
	Reference          string  `hcl:"reference,optional" json:"reference"`
	Target             string  `hcl:"target,optional" json:"target"`
	Span               string  `hcl:"span,optional" json:"span"`
	RepairEpochs       int     `hcl:"repair_epochs,optional" json:"repair_epochs"`
	RepairBatch        int     `hcl:"repair_states_a_step,optional" json:"repair_states_a_step"`
	RepairLearningRate float64 `hcl:"repair_learning_rate,optional" json:"repair_learning_rate"`
	HeldOut            float64 `hcl:"held_out,optional" json:"held_out"`
	CheckTasks         int     `hcl:"check_tasks,optional" json:"check_tasks"`

	textmodel.Address // the judge's, with judge = "model"
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Distillation: training.DistillationDefaults(),
		States:       96, Takeovers: 4, TakeoverTemperature: 1,
		Select: "consensus", Agreement: 0.5, Judge: "rule", JudgeTurns: 2, JudgeThreshold: -0.1, Reference: "own", Target: "scores", Span: "suffix",
		RepairEpochs: 8, RepairBatch: 16, RepairLearningRate: 1e-4, HeldOut: 0.125, CheckTasks: 64,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Distillation.Validate(),
		training.CheckRange("states", s.States, 1, 1_000_000),
		training.CheckRange("takeovers", s.Takeovers, 1, 1024),
		training.CheckRange("takeover_temperature", s.TakeoverTemperature, 0.01, 10),
		training.CheckOneOf("select", s.Select, "consensus", "judge", "reward"),
		training.CheckRange("agreement", s.Agreement, 0, 1),
		training.CheckOneOf("judge", s.Judge, "rule", "scorer", "model"),
		s.Address.ValidateFor("judge", s.Judge),
		training.CheckRange("judge_turns", s.JudgeTurns, 1, 1024),
		training.CheckRange("judge_threshold", s.JudgeThreshold, -1000, 0),
		training.CheckOneOf("reference", s.Reference, "own", "mismatched", "none"),
		training.CheckOneOf("target", s.Target, "scores", "takeovers", "student"),
		training.CheckOneOf("span", s.Span, "suffix", "turn", "prefix"),
		training.CheckRange("repair_epochs", s.RepairEpochs, 0, 10_000),
		training.CheckRange("repair_states_a_step", s.RepairBatch, 1, 65536),
		training.CheckRange("repair_learning_rate", s.RepairLearningRate, 0, 1),
		training.CheckRange("held_out", s.HeldOut, 0, 0.9),
		training.CheckRange("check_tasks", s.CheckTasks, 0, 1_000_000),
	)
}

// Probe is the settings of the stage that finds states and plays takeovers from them.
type Probe struct {
	States      int     `json:"states"`
	Takeovers   int     `json:"takeovers"`
	Temperature float64 `json:"temperature"` // of the student's episodes
	TakeoverAt  float64 `json:"takeover_temperature"`
}

func (s *Settings) probe() *Probe {
	return &Probe{States: s.States, Takeovers: s.Takeovers, Temperature: s.Temperature, TakeoverAt: s.TakeoverTemperature}
}

// Repair is the settings of the stage that trains the scorer.
type Repair struct {
	Select    string  `json:"select"`
	Agreement float64 `json:"agreement"`
	// The judge's settings are left at zero, and out of the identity, where nobody judges.
	Judge          string  `json:"judge,omitempty"`
	JudgeTurns     int     `json:"judge_turns,omitempty"`
	JudgeThreshold float64 `json:"judge_threshold,omitempty"`
	Reference      string  `json:"reference"`
	Target         string  `json:"target"`
	Span           string  `json:"span"`
	Epochs         int     `json:"epochs"`
	Batch          int     `json:"states_a_step"`
	LearningRate   float64 `json:"learning_rate"`
	HeldOut        float64 `json:"held_out"`
	CheckTasks     int     `json:"check_tasks"`
	CheckAt        float64 `json:"check_temperature"`
	textmodel.Address
}

func (s *Settings) repair() *Repair {
	r := &Repair{
		Select: s.Select, Agreement: s.Agreement, Reference: s.Reference, Target: s.Target, Span: s.Span,
		Epochs: s.RepairEpochs, Batch: s.RepairBatch, LearningRate: s.RepairLearningRate,
		HeldOut: s.HeldOut, CheckTasks: s.CheckTasks, CheckAt: s.Temperature,
	}
	if s.Target == "student" {
		r.Target = "takeovers" // the same fit, of another model
	}
	if s.Select == "judge" {
		r.Judge = s.Judge
		switch s.Judge {
		case "scorer":
			r.JudgeTurns, r.JudgeThreshold = s.JudgeTurns, s.JudgeThreshold
		case "model":
			r.Address = s.Address
		}
	}
	return r
}
