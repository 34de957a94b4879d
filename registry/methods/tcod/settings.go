package tcod

import (
	"errors"

	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of F2B: those of plain distillation and the curriculum's.
type Settings struct {
	training.Distillation
	training.Curriculum
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Distillation: training.DistillationDefaults(), Curriculum: training.Curriculum{KStart: 1, Eta: 2}}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(s.Distillation.Validate(), s.Curriculum.Validate())
}

// B2FSettings is what an experiment sets of B2F: F2B's, and how the teacher's trajectories are found.
type B2FSettings struct {
	Settings

	TrajectoryTasks       int     `hcl:"trajectory_tasks,optional" json:"trajectory_tasks"` // 0: all training tasks
	Attempts              int     `hcl:"attempts,optional" json:"attempts"`                 // the teacher's, a task, at most
	TrajectoryTemperature float64 `hcl:"trajectory_temperature,optional" json:"trajectory_temperature"`
}

// B2FDefaults are the laptop sizes.
func B2FDefaults() B2FSettings {
	return B2FSettings{
		Settings:        Defaults(),
		TrajectoryTasks: 512, Attempts: 10, TrajectoryTemperature: 1,
	}
}

// Validate names the setting that cannot work.
func (s *B2FSettings) Validate() error {
	return errors.Join(
		s.Settings.Validate(),
		training.CheckRange("trajectory_tasks", s.TrajectoryTasks, 0, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1000),
		training.CheckRange("trajectory_temperature", s.TrajectoryTemperature, 0.01, 10),
	)
}

// trajectories returns the settings of the stage that stores the teacher's successes.
func (s *B2FSettings) trajectories() *training.Trajectories {
	return &training.Trajectories{
		Tasks: s.TrajectoryTasks, Attempts: s.Attempts, Keep: training.KeepFirst,
		Temperature: s.TrajectoryTemperature, Actor: "teacher",
	}
}
