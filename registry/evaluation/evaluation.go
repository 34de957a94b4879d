// Package evaluation is the stage that plays held-out tasks with a trained
// policy and records every episode. It computes no measure: those are functions of the records.
package evaluation

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the stage; Phase is what its episodes are recorded under.
const (
	StageName = "evaluate"
	Phase     = "evaluation"
)

// Settings is what an experiment sets in an evaluation block.
type Settings struct {
	Tasks       string  `hcl:"tasks,optional" json:"tasks"`             // the split
	Count       int     `hcl:"count,optional" json:"count"`             // tasks of the split; 0: all
	Decodes     int     `hcl:"decodes,optional" json:"decodes"`         // episodes a task
	Temperature float64 `hcl:"temperature,optional" json:"temperature"` // of sampling; 0: greedy
	// RepetitionPenalty makes tokens that stood there before less likely, prompt and observations included; 1: off.
	RepetitionPenalty float64 `hcl:"repetition_penalty,optional" json:"repetition_penalty"`
}

// Defaults evaluate 64 unseen tasks three times, at temperature 1 as in training.
func Defaults() Settings {
	return Settings{Tasks: "unseen", Count: 64, Decodes: 3, Temperature: 1, RepetitionPenalty: 1}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckRange("count", s.Count, 0, 1_000_000),
		training.CheckRange("decodes", s.Decodes, 1, 1024),
		training.CheckRange("temperature", s.Temperature, 0, 10),
		training.CheckRange("repetition_penalty", s.RepetitionPenalty, 1, 100),
	)
}

// Stage plays the input "policy". With an input "scorer" each response is also scored by it, for the
// teacher-student gap of the records.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 2, ReadsReward: true, // 2: records repetition
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { return s.(*Settings).Count * s.(*Settings).Decodes },
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	size, err := training.SplitSize(b.Environment(), s.Tasks)
	if err != nil {
		return err
	}
	if s.Count > size {
		return fmt.Errorf("evaluate: count: %d tasks are wanted and split %q has %d", s.Count, s.Tasks, size)
	}
	if s.Count > 0 {
		size = s.Count
	}
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	var scorer backends.Learner
	if b.Has("scorer") {
		if scorer, err = b.Load("scorer"); err != nil {
			return err
		}
		defer scorer.Close()
	}
	var sampler backends.Sampler = policy
	if s.RepetitionPenalty > 1 {
		sampler = training.Penalized{Sampler: policy, Penalty: s.RepetitionPenalty}
	}
	player := rollout.Player{Model: sampler, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "student"}
	b.Progress(0, size*s.Decodes, "episodes")
	const batch = 32 // tasks between two progress reports
	seen := newRemarks()
	for from := 0; from < size; from += batch {
		var starts []rollout.Start
		for i := from; i < min(from+batch, size); i++ {
			for d := range s.Decodes {
				starts = append(starts, rollout.Start{
					Task: registry.Task{Split: s.Tasks, Index: i}, Decode: d,
					Seed: b.Seed(fmt.Sprintf("episode/%d/%d", i, d)),
				})
			}
		}
		starts, broken := rollout.Playable(b.Environment(), b.Format(), starts)
		if err := training.WarnBroken(b, broken); err != nil {
			return err
		}
		episodes, err := player.Play(ctx, starts)
		if err != nil {
			return err
		}
		if scorer != nil {
			if _, err := training.ScoreEpisodes(ctx, scorer, episodes, nil, false); err != nil {
				return err
			}
		}
		for _, e := range episodes {
			if err := b.Episode(Phase, e); err != nil {
				return err
			}
			seen.add(e)
		}
		b.Progress(min(from+batch, size)*s.Decodes, size*s.Decodes, "episodes")
	}
	return seen.record(b)
}
