// Package kd is offline knowledge distillation: trajectories of the teacher are stored once and the student is fitted
// to them, without playing. Two readings of the name:
//
//	sequence  L = -(1/n) sum_t log p_theta(y_t | c, y_<t)                                 (P13)
//	word      L =  (1/n) sum_t sum_v p_T(v | c, y_<t) (log p_T(v | ...) - log p_theta(v | ...))  (P7, forward KL)
//
// over the n thought and action tokens y_t the teacher sampled. The sequence form is the likelihood estimate of the
// forward KL between whole sequences.
//
// Source: offline KD as the baseline of ActionOPD, a token loss on teacher-generated sequences; the word form is
// Hinton's distillation at those tokens. Which of the two that baseline means is inferred: sequence, as a
// 30B teacher's distributions are not stored. With filter = "won" the sequence form is supervised fine-tuning
// (methods/sft), to the bit.
package kd

import (
	"errors"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of offline distillation.
type Settings struct {
	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // played by the teacher
	Filter       string  `hcl:"filter,optional" json:"filter"`             // "none" or "won"
	Form         string  `hcl:"form,optional" json:"form"`                 // "sequence" or "word"
	Epochs       int     `hcl:"epochs,optional" json:"epochs"`
	Batch        int     `hcl:"episodes_a_step,optional" json:"episodes_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Trajectories: 512, Filter: "none", Form: "sequence", Epochs: 2, Batch: 16, LearningRate: 2e-3, WarmupSteps: 5, Temperature: 1}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
		training.CheckOneOf("filter", s.Filter, "none", "won"),
		s.imitation().Validate(),
		training.CheckRange("temperature", s.Temperature, 0.01, 10),
	)
}

func (s *Settings) trajectories() *training.Trajectories {
	t := &training.Trajectories{Tasks: s.Trajectories, Attempts: 1, Keep: training.KeepAll, Temperature: s.Temperature, Actor: "teacher"}
	if s.Filter == "won" {
		t.Keep = training.KeepWon
	}
	return t
}

func (s *Settings) imitation() *training.StoredImitation {
	return &training.StoredImitation{Epochs: s.Epochs, Batch: s.Batch, LearningRate: s.LearningRate, WarmupSteps: s.WarmupSteps, Form: s.Form}
}

// Kind registers the method. Its stages are training.TrajectoriesKind and training.ImitationKind.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "kd",
		Title:     "Offline knowledge distillation",
		Idea:      "The student is fitted to stored trajectories of the teacher, by the likelihood of their tokens or to the teacher's whole distribution at them, and never plays.",
		Objective: "sequence: mean over teacher tokens of -log p_theta(y_t | c, y_<t). word: mean over them of KL(p_T || p_theta)",
		Source:    "offline KD as described by ActionOPD; word level: the classical distillation loss",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' episodes",
			"imitation: 'epochs' passes over them",
		},
		Needs: []string{"a teacher that plays", "word form: teacher log-probabilities over a shared vocabulary"},
		Constants: []registry.Constant{
			{Setting: "form = sequence", Origin: "inferred: the baseline is called a token loss on teacher-generated sequences"},
			{Setting: "filter = none", Origin: "inferred: offline KD is described without a filter; won makes it supervised fine-tuning"},
			{Setting: "epochs = 2", Origin: "published for the SFT baseline (TCOD)"},
			{Setting: "trajectories = 512, episodes_a_step = 16, learning_rate = 2e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as sft"},
		},
		Departures: []string{
			"word form: the teacher's distributions are computed in training, not stored",
			"the learning rate decays by a cosine to a twentieth of its peak",
			"filter = won reads the task reward",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	stored := b.Stage(training.TrajectoriesStage, s.trajectories(), registry.Inputs{"policy": b.Teacher()}, true)
	inputs := registry.Inputs{"student": b.Student(), "trajectories": stored}
	if s.Form == "word" {
		inputs["teacher"] = b.Teacher()
	}
	return b.Stage(training.ImitationStage, s.imitation(), inputs, true)
}
