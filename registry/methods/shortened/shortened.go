// Package shortened is imitation of shortened demonstrations, a control for methods against repetition: if students loop
// because they were shown long trajectories, showing them shorter ones should help.
//
//	how = "shortest"  of a task's won teacher trajectories the one with the fewest turns
//	how = "removal"   from the first won trajectory of a task every turn is taken out without which the rest still goes
//	                  through, word for word (training.Shorten)
//	how = "both"      the shortest, then turns taken out of it
//	how = "none"      the first won trajectory as it is: the same computation without shortening
//
// followed by L = -(1/n) sum_t log p_theta(y_t | c, y_<t) over the response tokens (P13).
//
// Source: the data-level shortening that ProD compares itself with (teacher demonstrations of 4.98 steps on average cut to
// 2.65). How they were cut is not published; both ways here are inferred.
package shortened

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets.
type Settings struct {
	How          string  `hcl:"how,optional" json:"how"`                   // "shortest", "removal", "both" or "none"
	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // tasks the teacher plays
	Attempts     int     `hcl:"attempts,optional" json:"attempts"`         // episodes of a task; without "shortest" until it is won
	Epochs       int     `hcl:"epochs,optional" json:"epochs"`
	Batch        int     `hcl:"episodes_a_step,optional" json:"episodes_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"` // of the teacher's episodes
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{How: "both", Trajectories: 512, Attempts: 4, Epochs: 2, Batch: 16, LearningRate: 1e-3, WarmupSteps: 5, Temperature: 1}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckOneOf("how", s.How, "shortest", "removal", "both", "none"),
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1024),
		s.imitation().Validate(),
		training.CheckRange("temperature", s.Temperature, 0, 10),
	)
}

func (s *Settings) imitation() *training.StoredImitation {
	return &training.StoredImitation{Epochs: s.Epochs, Batch: s.Batch, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps, Form: "sequence"}
}

// Kind registers the method. Its stages are training.TrajectoriesKind, ShortenKind and ImitationKind.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "shortened",
		Title:     "SFT on shortened demonstrations",
		Idea:      "The student imitates won teacher trajectories that were made shorter: the shortest of a task, or with the turns taken out that were not needed. A control at the level of the data for methods against repetition.",
		Objective: "mean over response tokens of the shortened trajectories of -log p_theta(y_t | c, y_<t)",
		Source:    "the data-level shortening that ProD compares itself with",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' tasks up to 'attempts' times, one won episode of each is kept",
			"shorten: turns are taken out by replay (how = removal or both)",
			"imitation: 'epochs' passes over them",
		},
		Needs:       []string{"a teacher that plays", "how = removal or both: exact replay", "a task reward"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "how = both", Origin: "inferred: the procedure is not published"},
			{Setting: "epochs = 2", Origin: "published for the SFT baseline (TCOD)"},
			{Setting: "trajectories = 512, attempts = 4, episodes_a_step = 16, learning_rate = 1e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{
			"a turn stays when taking it out would change the answer to any later one",
			"the learning rate decays by a cosine to a twentieth of its peak",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	keep := training.KeepFirst
	if s.How == "shortest" || s.How == "both" {
		keep = training.KeepShortest
	}
	shown := training.Trajectories{Tasks: s.Trajectories, Attempts: s.Attempts, Keep: keep, Temperature: s.Temperature, Actor: "teacher"}
	stored := b.Stage(training.TrajectoriesStage, &shown, registry.Inputs{"policy": b.Teacher()}, true)
	if s.How == "removal" || s.How == "both" {
		stored = b.Stage(training.ShortenStage, &training.Shortening{}, registry.Inputs{"trajectories": stored}, true)
	}
	return b.Stage(training.ImitationStage, s.imitation(), registry.Inputs{"student": b.Student(), "trajectories": stored}, true)
}
