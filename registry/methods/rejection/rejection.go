// Package rejection is rejection-sampling fine-tuning: the student plays each training task several times and is
// fine-tuned on its own episodes that succeeded,
//
//	L = -(1/n) sum_t log p_theta(y_t | c, y_<t)    over the n response tokens of the kept episodes (P13)
//
// for one or more rounds, each from the student of the round before. The kept set may be all successes or the
// shortest of each task, and successes of the teacher may be mixed in.
//
// Source: rejection-sampling SFT as the baseline of ProD (its appendix). The number of samples a task (4 to 8) and of
// rounds are inferred: the source was not found to give them.
package rejection

import (
	"errors"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of rejection-sampling fine-tuning.
type Settings struct {
	Tasks               int     `hcl:"tasks,optional" json:"tasks"`                               // a round; 0: all training tasks
	Samples             int     `hcl:"samples,optional" json:"samples"`                           // episodes of a task
	Keep                string  `hcl:"keep,optional" json:"keep"`                                 // "won" or "shortest"
	Rounds              int     `hcl:"rounds,optional" json:"rounds"`                             // of sampling and fine-tuning
	TeacherTrajectories int     `hcl:"teacher_trajectories,optional" json:"teacher_trajectories"` // played by the teacher, the won ones mixed in
	Epochs              int     `hcl:"epochs,optional" json:"epochs"`                             // a round
	Batch               int     `hcl:"episodes_a_step,optional" json:"episodes_a_step"`
	LearningRate        float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps         int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature         float64 `hcl:"temperature,optional" json:"temperature"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Tasks: 256, Samples: 4, Keep: "won", Rounds: 1, Epochs: 2, Batch: 16, LearningRate: 1e-3, WarmupSteps: 5, Temperature: 1}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckRange("tasks", s.Tasks, 0, 1_000_000),
		training.CheckRange("samples", s.Samples, 1, 1024),
		training.CheckOneOf("keep", s.Keep, training.KeepWon, training.KeepShortest),
		training.CheckRange("rounds", s.Rounds, 1, 100),
		training.CheckRange("teacher_trajectories", s.TeacherTrajectories, 0, 1_000_000),
		s.imitation().Validate(),
		training.CheckRange("temperature", s.Temperature, 0.01, 10),
	)
}

func (s *Settings) imitation() *training.StoredImitation {
	return &training.StoredImitation{Epochs: s.Epochs, Batch: s.Batch, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps, Form: "sequence"}
}

// Kind registers the method. Its stages are training.TrajectoriesKind and training.ImitationKind.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "rejection",
		Title:     "Rejection-sampling fine-tuning",
		Idea:      "The student plays training tasks several times and imitates those of its own episodes that succeeded.",
		Objective: "mean over the response tokens of the student's kept episodes of -log p_theta(y_t | c, y_<t)",
		Source:    "rejection-sampling SFT as the baseline of ProD",
		Stages: []string{
			"trajectories: the student plays 'tasks' x 'samples' episodes, the won ones (or the shortest of a task) are kept",
			"imitation: 'epochs' passes over them; both once a round",
		},
		Needs:       []string{"a task reward", "teacher_trajectories > 0: a teacher that plays"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "samples = 4", Origin: "inferred: 4 to 8"},
			{Setting: "rounds = 1, keep = won, teacher_trajectories = 0", Origin: "inferred: the plainest reading"},
			{Setting: "epochs = 2", Origin: "published for the SFT baseline (TCOD)"},
			{Setting: "tasks = 256, episodes_a_step = 16, learning_rate = 1e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{
			"a student that wins nothing stays as it is, with a warning",
			"the learning rate decays by a cosine to a twentieth of its peak, anew in each round",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	own := training.Trajectories{Tasks: s.Tasks, Attempts: s.Samples, Keep: s.Keep, Temperature: s.Temperature, Actor: "student"}
	inputs := registry.Inputs{}
	if s.TeacherTrajectories > 0 {
		shown := training.Trajectories{Tasks: s.TeacherTrajectories, Attempts: 1, Keep: training.KeepWon, Temperature: s.Temperature, Actor: "teacher"}
		inputs["more_trajectories"] = b.Stage(training.TrajectoriesStage, &shown, registry.Inputs{"policy": b.Teacher()}, true)
	}
	student := b.Student()
	for range s.Rounds {
		round := registry.Inputs{"student": student}
		for name, a := range inputs {
			round[name] = a
		}
		round["trajectories"] = b.Stage(training.TrajectoriesStage, &own, registry.Inputs{"policy": student}, true)
		student = b.Stage(training.ImitationStage, s.imitation(), round, true)
	}
	return student
}
