package tcod

import (
	"errors"

	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of F2B: those of plain distillation and the curriculum's.
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

	KStart int `hcl:"k_start,optional" json:"k_start"` // turns at the first step
	Eta    int `hcl:"eta,optional" json:"eta"`         // steps until there is one turn more
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	d := training.DistillationDefaults()
	return Settings{
		Steps: d.Steps, TasksAStep: d.TasksAStep, LearningRate: d.LearningRate, WarmupSteps: d.WarmupSteps,
		Temperature: d.Temperature, Form: d.Form, KLCoef: d.KLCoef, Clip: d.Clip, DualClip: d.DualClip,
		KStart: 1, Eta: 2,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(s.distillation().Validate(), s.curriculum().Validate())
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

// B2FSettings is what an experiment sets of B2F: F2B's, and how the teacher's trajectories are found.
type B2FSettings struct {
	Steps        int     `hcl:"steps,optional" json:"steps"`
	TasksAStep   int     `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
	Form         string  `hcl:"form,optional" json:"form"`
	KLCoef       float64 `hcl:"kl_coef,optional" json:"kl_coef"`
	Clip         float64 `hcl:"clip,optional" json:"clip"`
	DualClip     float64 `hcl:"dual_clip,optional" json:"dual_clip"`
	KStart       int     `hcl:"k_start,optional" json:"k_start"`
	Eta          int     `hcl:"eta,optional" json:"eta"`

	TrajectoryTasks       int     `hcl:"trajectory_tasks,optional" json:"trajectory_tasks"` // 0: all training tasks
	Attempts              int     `hcl:"attempts,optional" json:"attempts"`                 // the teacher's, a task, at most
	TrajectoryTemperature float64 `hcl:"trajectory_temperature,optional" json:"trajectory_temperature"`
}

// B2FDefaults are the laptop sizes.
func B2FDefaults() B2FSettings {
	d := Defaults()
	return B2FSettings{
		Steps: d.Steps, TasksAStep: d.TasksAStep, LearningRate: d.LearningRate, WarmupSteps: d.WarmupSteps,
		Temperature: d.Temperature, Form: d.Form, KLCoef: d.KLCoef, Clip: d.Clip, DualClip: d.DualClip,
		KStart: d.KStart, Eta: d.Eta,
		TrajectoryTasks: 512, Attempts: 10, TrajectoryTemperature: 1,
	}
}

// Validate names the setting that cannot work.
func (s *B2FSettings) Validate() error {
	return errors.Join(
		s.training().Validate(),
		training.CheckRange("trajectory_tasks", s.TrajectoryTasks, 0, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1000),
		training.CheckRange("trajectory_temperature", s.TrajectoryTemperature, 0.01, 10),
	)
}

// training returns the settings of the training stage.
func (s *B2FSettings) training() *Settings {
	return &Settings{
		Steps: s.Steps, TasksAStep: s.TasksAStep, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps,
		Temperature: s.Temperature, Form: s.Form, KLCoef: s.KLCoef, Clip: s.Clip, DualClip: s.DualClip,
		KStart: s.KStart, Eta: s.Eta,
	}
}

// trajectories returns the settings of the stage that stores the teacher's successes.
func (s *B2FSettings) trajectories() *training.Trajectories {
	return &training.Trajectories{
		Tasks: s.TrajectoryTasks, Attempts: s.Attempts, Keep: training.KeepFirst,
		Temperature: s.TrajectoryTemperature, Actor: "teacher",
	}
}
