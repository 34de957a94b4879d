package training

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// TrajectoriesStage is the kind of the stage that stores episodes of a policy for methods that imitate or
// replay them. Its input is "policy".
const TrajectoriesStage = "trajectories"

// Trajectories is the settings of that stage.
type Trajectories struct {
	Tasks int `json:"tasks"` // drawn from the training tasks; 0: all of them, each once
	// Attempts is the number of episodes of a task; with Keep = "first" the most there are.
	Attempts    int     `json:"attempts"`
	Keep        string  `json:"keep"`
	Temperature float64 `json:"temperature"`
	Actor       string  `json:"actor"`
}

// What Trajectories.Keep can be. Only KeepAll reads no reward.
const (
	KeepAll      = "all"
	KeepWon      = "won"      // every won episode
	KeepShortest = "shortest" // the shortest won episode of a task
	KeepFirst    = "first"    // the first won episode of a task; a task is not played again once it is won
)

// TrajectoriesKind registers the stage.
func TrajectoriesKind() registry.StageKind {
	return registry.StageKind{
		Kind: TrajectoriesStage, Version: 1, ReadsReward: true, // not with KeepAll
		Settings: func() any { return &Trajectories{} },
		Run:      runTrajectories,
		Episodes: func(s any) int {
			t := s.(*Trajectories)
			n := t.Tasks
			if n == 0 {
				n = guessed
			}
			if t.Keep != KeepFirst {
				n *= t.Attempts
			}
			return n
		},
	}
}

// guessed is the number of episodes that estimates take for one the settings do not tell.
const guessed = 500

// trajectoriesFile is the artifact: one episode a line, ordered by task.
const trajectoriesFile = "trajectories.jsonl"

func runTrajectories(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Trajectories)
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	size, err := SplitSize(b.Environment(), TrainSplit)
	if err != nil {
		return err
	}
	rng := b.Rand("trajectories")
	n := s.Tasks
	if n == 0 {
		n = size
	}
	open := Draw(rng, size, n)
	player := rollout.Player{Model: policy, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: s.Actor}
	var played []*registry.Episode
	for attempt := range s.Attempts {
		b.Progress(attempt, s.Attempts, fmt.Sprintf("%d episodes", len(open)))
		starts := make([]rollout.Start, len(open))
		for i, task := range open {
			starts[i] = rollout.Start{Task: task, Decode: attempt, Seed: rng.Uint64()}
		}
		starts, broken := rollout.Playable(b.Environment(), b.Format(), starts)
		if err := WarnBroken(b, broken); err != nil {
			return err
		}
		episodes, err := player.Play(ctx, starts)
		if err != nil {
			return err
		}
		played = append(played, episodes...)
		if s.Keep == KeepFirst {
			open = unsolved(open, episodes)
		}
	}
	won := 0
	for _, e := range played {
		if e.Won {
			won++
		}
	}
	if err := RecordMean(b, s.Actor+"_success", float64(won), len(played)); err != nil {
		return err
	}
	kept := s.kept(played)
	if err := b.Metric("trajectories", -1, float64(len(kept))); err != nil {
		return err
	}
	if len(kept) == 0 {
		if err := b.Warn(fmt.Sprintf("no trajectory was kept: the %s won none of %d episodes", s.Actor, len(played))); err != nil {
			return err
		}
	}
	return b.Write(trajectoriesFile, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for _, e := range kept {
			if err := encoder.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// unsolved returns the tasks whose episode, the one at the same index, was not won.
func unsolved(tasks []registry.Task, episodes []*registry.Episode) []registry.Task {
	var open []registry.Task
	for i, e := range episodes {
		if !e.Won {
			open = append(open, tasks[i])
		}
	}
	return open
}

// kept chooses among the episodes. Those of KeepAll and KeepWon stay in the order of play; the others stand in the
// order of their tasks, one a task.
func (s *Trajectories) kept(played []*registry.Episode) []*registry.Episode {
	if s.Keep == KeepAll {
		return played
	}
	var won []*registry.Episode
	for _, e := range played {
		if e.Won {
			won = append(won, e)
		}
	}
	if s.Keep == KeepWon {
		return won
	}
	slices.SortStableFunc(won, func(a, b *registry.Episode) int {
		return cmp.Or(cmp.Compare(a.Task.Index, b.Task.Index), cmp.Compare(len(a.Turns), len(b.Turns)))
	})
	return slices.CompactFunc(won, func(a, b *registry.Episode) bool { return a.Task == b.Task })
}

// ReadTrajectories reads the artifact of an input that TrajectoriesStage made.
func ReadTrajectories(b registry.Bench, input string) ([]*registry.Episode, error) {
	r, err := b.Read(input, trajectoriesFile)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var episodes []*registry.Episode
	decoder := json.NewDecoder(bufio.NewReader(r))
	for decoder.More() {
		e := new(registry.Episode)
		if err := decoder.Decode(e); err != nil {
			return nil, fmt.Errorf("read trajectory %d of %s: %w", len(episodes), input, err)
		}
		episodes = append(episodes, e)
	}
	return episodes, nil
}
