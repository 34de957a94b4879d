package futurebridge

import (
	"errors"

	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of FutureBridge: those of TCOD-B2F and the bridge's.
type Settings struct {
	Steps        int     `hcl:"steps,optional" json:"steps"`
	TasksAStep   int     `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
	Form         string  `hcl:"form,optional" json:"form"`
	KLCoef       float64 `hcl:"kl_coef,optional" json:"kl_coef"`
	Clip         float64 `hcl:"clip,optional" json:"clip"`
	DualClip     float64 `hcl:"dual_clip,optional" json:"dual_clip"`

	KStart                int     `hcl:"k_start,optional" json:"k_start"`
	Eta                   int     `hcl:"eta,optional" json:"eta"`
	TrajectoryTasks       int     `hcl:"trajectory_tasks,optional" json:"trajectory_tasks"` // 0: all training tasks
	Attempts              int     `hcl:"attempts,optional" json:"attempts"`
	TrajectoryTemperature float64 `hcl:"trajectory_temperature,optional" json:"trajectory_temperature"`

	Select            string  `hcl:"select,optional" json:"select"`             // "gap" or "random"
	Gate              string  `hcl:"gate,optional" json:"gate"`                 // "future", "token", "always", "never"
	BridgeTurns       int     `hcl:"bridge_turns,optional" json:"bridge_turns"` // of each future
	BridgeTemperature float64 `hcl:"bridge_temperature,optional" json:"bridge_temperature"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	d := training.DistillationDefaults()
	return Settings{
		Steps: d.Steps, TasksAStep: d.TasksAStep, LearningRate: d.LearningRate, WarmupSteps: d.WarmupSteps,
		Temperature: d.Temperature, Form: d.Form, KLCoef: d.KLCoef, Clip: d.Clip, DualClip: d.DualClip,
		KStart: 1, Eta: 2, TrajectoryTasks: 512, Attempts: 10, TrajectoryTemperature: 1,
		Select: "gap", Gate: "future", BridgeTurns: 3, BridgeTemperature: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.distillation().Validate(),
		s.curriculum().Validate(),
		training.CheckRange("trajectory_tasks", s.TrajectoryTasks, 0, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1000),
		training.CheckRange("trajectory_temperature", s.TrajectoryTemperature, 0.01, 10),
		training.CheckOneOf("select", s.Select, "gap", "random"),
		training.CheckOneOf("gate", s.Gate, "future", "token", "always", "never"),
		training.CheckRange("bridge_turns", s.BridgeTurns, 1, 1000),
		training.CheckRange("bridge_temperature", s.BridgeTemperature, 0.01, 10),
	)
}

func (s *Settings) distillation() *training.Distillation {
	return &training.Distillation{
		Steps: s.Steps, TasksAStep: s.TasksAStep, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps,
		Temperature: s.Temperature, Form: s.Form, KLCoef: s.KLCoef, Clip: s.Clip, DualClip: s.DualClip,
	}
}

func (s *Settings) curriculum() training.Curriculum {
	return training.Curriculum{Start: s.KStart, Every: s.Eta}
}

// trajectories returns the settings of the stage that stores the teacher's successes.
func (s *Settings) trajectories() *training.Trajectories {
	return &training.Trajectories{
		Tasks: s.TrajectoryTasks, Attempts: s.Attempts, Keep: training.KeepFirst,
		Temperature: s.TrajectoryTemperature, Actor: "teacher",
	}
}
