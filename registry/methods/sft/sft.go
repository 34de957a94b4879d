// Package sft is supervised fine-tuning of the student on successful teacher trajectories:
// the loss is the mean negative log-likelihood of the teacher's thought and action tokens,
//
//	L = -(1/n) sum_t log p_theta(y_t | c, y_<t)
//
// with n the number of response tokens of the batch.
//
// Source: TCOD (arXiv 2604.24005), its SFT baseline: two epochs. Departure: the number of
// trajectories is set, not all that the teacher ever produced; the learning rate decays by a cosine.
package sft

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "sft"

// Settings is what an experiment sets of SFT.
type Settings struct {
	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // played by the teacher
	Epochs       int     `hcl:"epochs,optional" json:"epochs"`
	Batch        int     `hcl:"episodes_a_step,optional" json:"episodes_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps  int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Trajectories: 512, Epochs: 2, Batch: 16, LearningRate: 2e-3, WarmupSteps: 5, Temperature: 1}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
		training.CheckRange("epochs", s.Epochs, 1, 1000),
		training.CheckRange("episodes_a_step", s.Batch, 1, 4096),
		training.CheckRange("learning_rate", s.LearningRate, 0, 1),
		training.CheckRange("warmup_steps", s.WarmupSteps, 0, 1_000_000),
		training.CheckRange("temperature", s.Temperature, 0, 10),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:        "sft",
		Title:       "Supervised fine-tuning",
		Idea:        "The student imitates the trajectories in which the teacher succeeded.",
		Objective:   "mean over response tokens of -log p_theta(y_t | c, y_<t)",
		Source:      "TCOD (arXiv 2604.24005), SFT baseline",
		Stages:      []string{"sft: the teacher plays 'trajectories' episodes, the won ones are imitated for 'epochs' passes"},
		Needs:       []string{"a teacher that plays", "a task reward, once, to choose the trajectories"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "epochs = 2", Origin: "published (TCOD)"},
			{Setting: "trajectories = 512, episodes_a_step = 16, learning_rate = 2e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{"the learning rate decays by a cosine to a twentieth of its peak"},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// Stage collects and trains.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { return s.(*Settings).Trajectories * (1 + s.(*Settings).Epochs) },
		Work: func(s any, _ func(string) any) []registry.Work {
			n := s.(*Settings).Trajectories
			return []registry.Work{{Input: "teacher", Plays: n}, {Input: "student", Learns: n * s.(*Settings).Epochs}}
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	won, err := collect(ctx, b, s)
	if err != nil {
		return err
	}
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	steps := max(1, s.Epochs*len(won)/s.Batch)
	err = training.Imitate(ctx, b, student, s.LearningRate, s.WarmupSteps, steps, func(step int) ([]*registry.Episode, error) {
		return training.Passes(b, won, step, s.Batch), nil
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// collect lets the teacher play and keeps the won episodes.
func collect(ctx context.Context, b registry.Bench, s *Settings) ([]*registry.Episode, error) {
	teacher, err := b.Load("teacher")
	if err != nil {
		return nil, err
	}
	defer teacher.Close()
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return nil, err
	}
	rng := b.Rand("trajectories")
	starts := make([]rollout.Start, s.Trajectories)
	for i, task := range training.Draw(rng, size, s.Trajectories) {
		starts[i] = rollout.Start{Task: task, Seed: rng.Uint64()}
	}
	player := rollout.Player{Model: teacher, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "teacher"}
	starts, broken := rollout.Playable(b.Environment(), b.Format(), starts)
	if err := training.WarnBroken(b, broken); err != nil {
		return nil, err
	}
	episodes, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	var won []*registry.Episode
	for _, e := range episodes {
		if e.Won {
			won = append(won, e)
		}
	}
	if len(won) == 0 {
		return nil, fmt.Errorf("collect trajectories: the teacher won none of %d episodes", len(episodes))
	}
	return won, training.RecordMean(b, "teacher_success", float64(len(won)), len(episodes))
}
