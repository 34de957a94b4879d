package futurebridge

import (
	"errors"

	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of FutureBridge: those of TCOD-B2F and the bridge's.
type Settings struct {
	training.Distillation

	training.Curriculum

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
	return Settings{
		Distillation:    training.DistillationDefaults(),
		Curriculum:      training.Curriculum{KStart: 1, Eta: 2},
		TrajectoryTasks: 512, Attempts: 10, TrajectoryTemperature: 1,
		Select: "gap", Gate: "future", BridgeTurns: 3, BridgeTemperature: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Distillation.Validate(),
		s.Curriculum.Validate(),
		training.CheckRange("trajectory_tasks", s.TrajectoryTasks, 0, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1000),
		training.CheckRange("trajectory_temperature", s.TrajectoryTemperature, 0.01, 10),
		training.CheckOneOf("select", s.Select, "gap", "random"),
		training.CheckOneOf("gate", s.Gate, "future", "token", "always", "never"),
		training.CheckRange("bridge_turns", s.BridgeTurns, 1, 1000),
		training.CheckRange("bridge_temperature", s.BridgeTemperature, 0.01, 10),
	)
}

// trajectories returns the settings of the stage that stores the teacher's successes.
func (s *Settings) trajectories() *training.Trajectories {
	return &training.Trajectories{
		Tasks: s.TrajectoryTasks, Attempts: s.Attempts, Keep: training.KeepFirst,
		Temperature: s.TrajectoryTemperature, Actor: "teacher",
	}
}
