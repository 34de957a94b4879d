package training

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// ImitationStage is the kind of the stage that fits a student to stored episodes. Its inputs are "student",
// "trajectories", optionally "more_trajectories", and for the word form "teacher".
const ImitationStage = "imitation"

// StoredImitation is the settings of that stage.
type StoredImitation struct {
	Epochs       int     `json:"epochs"`
	Batch        int     `json:"episodes_a_step"`
	LearningRate float64 `json:"learning_rate"`
	WarmupSteps  int     `json:"warmup_steps"`
	// Form is "sequence" (P13, likelihood of the tokens) or "word" (forward KL, P7, to the teacher's
	// distribution at them).
	Form string `json:"form"`
}

// Validate names the setting that cannot work.
func (s *StoredImitation) Validate() error {
	return errors.Join(
		CheckRange("epochs", s.Epochs, 1, 1000),
		CheckRange("episodes_a_step", s.Batch, 1, 4096),
		CheckRange("learning_rate", s.LearningRate, 0, 1),
		CheckRange("warmup_steps", s.WarmupSteps, 0, 1_000_000),
		CheckOneOf("form", s.Form, "sequence", "word"),
	)
}

// ImitationKind registers the stage.
func ImitationKind() registry.StageKind {
	return registry.StageKind{
		Kind: ImitationStage, Version: 1,
		Settings: func() any { return &StoredImitation{} },
		Run:      runImitation,
		Episodes: func(s any) int { return s.(*StoredImitation).Epochs * guessed },
		Work: func(s any, behind func(string) any) []registry.Work {
			learnt := 0
			for _, input := range []string{"trajectories", "more_trajectories"} {
				if stored, ok := behind(input).(*Trajectories); ok {
					learnt += stored.Tasks * s.(*StoredImitation).Epochs
				}
			}
			return []registry.Work{{Input: "student", Learns: learnt}, {Input: "teacher", Scores: learnt}}
		},
	}
}

func runImitation(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*StoredImitation)
	episodes, err := ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	if b.Has("more_trajectories") {
		more, err := ReadTrajectories(b, "more_trajectories")
		if err != nil {
			return err
		}
		episodes = append(episodes, more...)
	}
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	if len(episodes) == 0 {
		if err := b.Warn("there was nothing to imitate: the student is as it was"); err != nil {
			return err
		}
		return b.SaveWeights(student)
	}
	steps := max(1, s.Epochs*len(episodes)/s.Batch)
	batch := func(step int) []*registry.Episode { return Passes(b, episodes, step, s.Batch) }
	if s.Form == "word" {
		err = s.words(ctx, b, student, steps, batch)
	} else {
		err = Imitate(ctx, b, student, s.LearningRate, s.WarmupSteps, steps, func(step int) ([]*registry.Episode, error) { return batch(step), nil })
	}
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// words minimises mean over response tokens of KL(p_T || p_theta) on the stored episodes, at Imitate's rates.
func (s *StoredImitation) words(ctx context.Context, b registry.Bench, student backends.Learner, steps int, batch func(step int) []*registry.Episode) error {
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	schedule := Schedule{Peak: s.LearningRate, Warmup: min(s.WarmupSteps, steps), Steps: steps, Floor: ImitationFloor, Cosine: true}
	return b.Loop(ctx, steps, student, func(step int) error {
		episodes := batch(step)
		scores, err := ScoreEpisodes(ctx, teacher, episodes, nil, true)
		if err != nil {
			return err
		}
		data, _ := FullSignal(episodes, scores)
		numbers, err := Update(ctx, student, data, backends.Loss{Kind: backends.ForwardKL}, schedule.At(step))
		if err != nil {
			return fmt.Errorf("fit stored episodes at step %d: %w", step, err)
		}
		return RecordAll(b, step, numbers)
	})
}

// Passes returns the episodes of a step in repeated passes over all of them, each pass in an order of its own.
func Passes(b registry.Bench, episodes []*registry.Episode, step, size int) []*registry.Episode {
	list := make([]*registry.Episode, 0, size)
	for j := range size {
		i := step*size + j
		order := b.Rand(fmt.Sprintf("order/%d", i/len(episodes))).Perm(len(episodes))
		list = append(list, episodes[order[i%len(episodes)]])
	}
	return list
}
