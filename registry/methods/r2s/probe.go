package r2s

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// branch is a state of a student's own episode and what the teacher made of it.
type branch struct {
	Student   *registry.Episode   `json:"student"`
	Turn      int                 `json:"turn"`      // k*, from 0
	Takeovers []*registry.Episode `json:"takeovers"` // whole episodes: the student's turns before k*, then the teacher's
}

// branchesFile is the artifact of the probe: one branch a line.
const branchesFile = "branches.jsonl"

// probe plays the untrained student, finds the turn of largest disagreement in each
// episode, and lets the teacher take over from there several times (P10, P11).
func probe(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Probe)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()

	b.Progress(0, 2, "student episodes")
	budget := training.Budget{TasksAStep: s.States, Temperature: s.Temperature}
	collect, err := training.Rollouts(b, student, budget, 1)
	if err != nil {
		return err
	}
	episodes, err := collect(ctx, 0)
	if err != nil {
		return err
	}
	if _, err := training.ScoreEpisodes(ctx, teacher, episodes, nil, false); err != nil {
		return err
	}
	b.Progress(1, 2, "takeovers")
	branches, err := takeOver(ctx, b, teacher, episodes, s)
	if err != nil {
		return err
	}
	if err := record(b, branches, len(episodes)); err != nil {
		return err
	}
	return b.Write(branchesFile, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for _, br := range branches {
			if err := encoder.Encode(br); err != nil {
				return err
			}
		}
		return nil
	})
}

// takeOver plays s.Takeovers continuations from the divergence turn of each episode. They share the
// episode's horizon, so that the teacher has no more turns than the student had.
func takeOver(ctx context.Context, b registry.Bench, teacher backends.Sampler, episodes []*registry.Episode, s *Probe) ([]*branch, error) {
	rng := b.Rand("takeovers")
	var branches []*branch
	var starts []rollout.Start
	for _, e := range episodes {
		k := divergence(e, b.Format())
		if k < 0 {
			continue
		}
		live, err := rollout.Replay(b.Environment(), b.Format(), e, k)
		if err != nil {
			return nil, err
		}
		branches = append(branches, &branch{Student: e, Turn: k})
		for i := range s.Takeovers {
			starts = append(starts, rollout.Start{Live: live.Fork(), Decode: i, Seed: rng.Uint64()})
		}
	}
	player := rollout.Player{Model: teacher, Format: b.Format(), Environment: b.Environment(), Temperature: s.TakeoverAt, Actor: "teacher"}
	played, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	for i, br := range branches {
		br.Takeovers = played[i*s.Takeovers : (i+1)*s.Takeovers]
	}
	return branches, nil
}

// record keeps the episodes and analysis 1: how often takeovers finish, against the student's own
// episodes.
func record(b registry.Bench, branches []*branch, probed int) error {
	studentWon, takeovers, won, turn := 0, 0, 0, 0
	for _, br := range branches {
		if err := b.Episode("probe", br.Student); err != nil {
			return err
		}
		if br.Student.Won {
			studentWon++
		}
		turn += br.Turn + 1
		for _, t := range br.Takeovers {
			if err := b.Episode("takeover", t); err != nil {
				return err
			}
			takeovers++
			if t.Won {
				won++
			}
		}
	}
	if len(branches) == 0 {
		return fmt.Errorf("probe %d episodes: none has a turn that could be scored", probed)
	}
	for _, m := range []struct {
		name   string
		sum, n int
	}{
		{"student_success", studentWon, len(branches)},
		{"takeover_success", won, takeovers},
		{"divergence_turn", turn, len(branches)},
	} {
		if err := training.RecordMean(b, m.name, float64(m.sum), m.n); err != nil {
			return err
		}
	}
	return nil
}

// readBranches reads the probe's artifact.
func readBranches(b registry.Bench) ([]*branch, error) {
	r, err := b.Read("branches", branchesFile)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var branches []*branch
	decoder := json.NewDecoder(bufio.NewReader(r))
	for decoder.More() {
		var br branch
		if err := decoder.Decode(&br); err != nil {
			return nil, fmt.Errorf("read branch %d: %w", len(branches), err)
		}
		branches = append(branches, &br)
	}
	return branches, nil
}
