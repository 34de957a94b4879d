package tw_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// recording is an episode recorded from the original engine.
type recording struct {
	ID    string         `json:"id"`
	Intro string         `json:"init_obs"`
	Start []string       `json:"init_adm"`
	Final []string       `json:"final_adm"`
	Steps []recordedStep `json:"steps"`
	After []recordedStep `json:"after"`
}

type recordedStep struct {
	Command     string   `json:"command"`
	Observation string   `json:"observation"`
	Done        bool     `json:"done"`
	Won         bool     `json:"won"`
	Score       float64  `json:"score"`
	Hash        string   `json:"adm"`
	List        []string `json:"adm_list"`
}

// Every recorded step of the original engine: observation, admissible commands, flags.
func TestState_Recordings(t *testing.T) {
	c := loadCollection(t)
	for _, file := range []struct {
		name  string
		steps int
	}{
		{"oracle_walks", 10920}, {"oracle_walks_verb", 10920}, {"oracle_scenarios", 1067}, {"oracle_wins", 2128},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			var records []recording
			eachLine(t, filepath.Join(dataFolder(t), file.name+".jsonl.gz"), func(d *json.Decoder) error {
				var r recording
				err := d.Decode(&r)
				records = append(records, r)
				return err
			})
			steps := 0
			for _, r := range records {
				steps += replay(t, c.game(t, r.ID), r)
			}
			t.Logf("%d episodes, %d steps", len(records), steps)
			require.GreaterOrEqual(t, steps, file.steps)
		})
	}
}

func replay(t *testing.T, g *tw.Game, r recording) int {
	t.Helper()
	s := g.Start()
	require.Equal(t, r.Intro, s.Observation(), r.ID)
	require.False(t, s.Won(), r.ID)
	if r.Start != nil {
		require.Equal(t, r.Start, s.Admissible(), r.ID)
	}
	check := func(steps []recordedStep) {
		for i, want := range steps {
			got := s.Step(want.Command)
			where := r.ID + " " + want.Command
			require.Equal(t, want.Observation, got.Observation, "%s, step %d", where, i)
			require.Equal(t, want.Hash, listHash(s.Admissible()), "%s, step %d", where, i)
			if want.List != nil {
				require.Equal(t, want.List, s.Admissible(), where)
			}
			require.Equal(t, want.Won, got.Won, where)
			require.Equal(t, want.Done, got.Done, where)
			require.InDelta(t, want.Score, got.Score, 0, where)
			require.Equal(t, want.Observation != "Nothing happens.", got.Valid, where)
		}
	}
	check(r.Steps)
	if r.Final != nil {
		require.Equal(t, r.Final, s.Admissible(), r.ID)
	}
	check(r.After)
	return len(r.Steps) + len(r.After)
}

func listHash(list []string) string {
	sum := sha256.Sum256([]byte(strings.Join(list, "\n")))
	return hex.EncodeToString(sum[:])
}

// Transcripts of agents on the original engine, made by others: observations, one list of commands, success.
func TestState_Transcripts(t *testing.T) {
	c := loadCollection(t)
	episodes, observations, lists := 0, 0, 0
	eachLine(t, filepath.Join(dataFolder(t), "golden_trajectories.jsonl"), func(d *json.Decoder) error {
		var r struct {
			ID      string `json:"id"`
			Success bool   `json:"success"`
			Steps   []struct {
				Action      string   `json:"action"`
				Observation string   `json:"observation"`
				Admissible  []string `json:"admissible"`
			} `json:"steps"`
		}
		if err := d.Decode(&r); err != nil {
			return err
		}
		s := c.game(t, r.ID).Start()
		for _, step := range r.Steps {
			if step.Admissible != nil {
				require.Equal(t, step.Admissible, s.Admissible(), r.ID)
				lists++
				continue
			}
			require.Equal(t, step.Observation, s.Step(step.Action).Observation, "%s: %s", r.ID, step.Action)
			observations++
		}
		require.Equal(t, r.Success, s.Won(), r.ID)
		episodes++
		return nil
	})
	require.Equal(t, []int{14, 135, 1}, []int{episodes, observations, lists})
}
