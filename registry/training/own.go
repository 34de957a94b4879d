package training

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// OwnStage is the kind of the stage in which a policy plays the tasks of stored trajectories of somebody else, one episode
// for each, and keeps them all. Its inputs are "policy" and "trajectories"; it gives trajectories. Methods that compare the
// two share it.
const OwnStage = "own_trajectories"

// Own is the settings of that stage.
type Own struct {
	Temperature float64 `json:"temperature"` // 0: greedy
	Actor       string  `json:"actor"`
}

// OwnKind registers the stage.
func OwnKind() registry.StageKind {
	return registry.StageKind{
		Kind: OwnStage, Version: 1, ReadsReward: true, // it records how often the policy succeeds
		Settings: func() any { return &Own{} },
		Run:      runOwn,
		Episodes: func(any) int { return guessed },
		Work: func(_ any, behind func(string) any) []registry.Work {
			n := guessed
			if stored, ok := behind("trajectories").(*Trajectories); ok && stored.Tasks > 0 {
				n = stored.Tasks
			}
			return []registry.Work{{Input: "policy", Plays: n}}
		},
	}
}

func runOwn(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Own)
	stored, err := ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	starts := make([]rollout.Start, len(stored))
	for i, e := range stored {
		starts[i] = rollout.Start{Task: e.Task, Decode: e.Decode, Seed: b.Seed(fmt.Sprintf("own/%d", i))}
	}
	player := rollout.Player{Model: policy, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: s.Actor}
	episodes, err := player.Play(ctx, starts)
	if err != nil {
		return err
	}
	won := 0
	for _, e := range episodes {
		if e.Won {
			won++
		}
	}
	return errors.Join(RecordMean(b, s.Actor+"_success", float64(won), len(episodes)), WriteTrajectories(b, episodes))
}

// WriteTrajectories writes the artifact that ReadTrajectories reads.
func WriteTrajectories(b registry.Bench, episodes []*registry.Episode) error {
	return b.Write(trajectoriesFile, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for _, e := range episodes {
			if err := encoder.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
}
