package attempt_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/attempt"
)

// interrupted leaves an attempt with a checkpoint after step 4 of loop 0, and something recorded after it.
func interrupted(t *testing.T, stage string) string {
	t.Helper()
	a := open(t, prepare(t, stage, 1, 0), nil)
	require.NoError(t, a.Warn("before the loop"))
	require.NoError(t, a.Episode("probe", episode(1)))
	require.NoError(t, a.Write("early.json", text("early")))
	require.NoError(t, a.Metric("loss", 3, 0.25))
	require.NoError(t, a.Checkpoint(0, 2, text("state 2")))
	require.NoError(t, a.Episode("probe", episode(2)))
	require.NoError(t, a.Checkpoint(0, 4, text("state 4")))
	require.NoError(t, a.Metric("loss", 4, 9))
	require.NoError(t, a.Write("late.json", text("late")))
	require.NoError(t, a.Close())
	return a.Dir()
}

func TestRestore(t *testing.T) {
	stage := t.TempDir()
	first := interrupted(t, stage)
	require.NoFileExists(t, filepath.Join(first, "checkpoint-00-00000002"))
	from, err := attempt.Latest(stage)
	require.NoError(t, err)
	require.Equal(t, 1, from)

	a := open(t, prepare(t, stage, 2, from), nil)
	require.NoError(t, a.Warn("before the loop"))
	_, _, ok, err := a.Restore(1)
	require.NoError(t, err)
	require.False(t, ok, "the loop was never reached")
	step, saved, ok, err := a.Restore(0)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, 4, step)
	state, err := io.ReadAll(saved)
	require.NoError(t, err)
	require.NoError(t, saved.Close())
	require.Equal(t, "state 4", string(state))
	require.Equal(t, "early", content(t, a.Dir(), "early.json"))
	require.NoFileExists(t, filepath.Join(a.Dir(), "late.json"))
	require.NoError(t, a.Close())
	n := 0
	for _, err := range attempt.ReadRecords(filepath.Join(a.Dir(), attempt.RecordsFile)) {
		require.NoError(t, err)
		n++
	}
	require.Equal(t, 4, n, "warning, two episodes and the metric before the checkpoint")
	require.Equal(t, content(t, first, attempt.EpisodesFile), content(t, a.Dir(), attempt.EpisodesFile))
}

func TestRestore_StartsOverWhenInDoubt(t *testing.T) {
	flip := func(name string, at int64) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, name)
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			data[at] ^= 1
			require.NoError(t, os.WriteFile(path, data, 0o644))
		}
	}
	for _, tt := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		before string // what the new attempt warns of before the loop
	}{
		{"state flipped", flip("checkpoint-00-00000004", 3), "before the loop"},
		{"last line flipped", flip("checkpoint-00-00000004", 30), "before the loop"},
		{"state cut", func(t *testing.T, dir string) {
			require.NoError(t, os.Truncate(filepath.Join(dir, "checkpoint-00-00000004"), 5))
		}, "before the loop"},
		{"record flipped", flip(attempt.RecordsFile, 20), "before the loop"},
		{"records cut", func(t *testing.T, dir string) {
			require.NoError(t, os.Truncate(filepath.Join(dir, attempt.RecordsFile), 100))
		}, "before the loop"},
		{"frame flipped", flip(attempt.EpisodesFile, 20), "before the loop"},
		{"episodes gone", func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, attempt.EpisodesFile)))
		}, "before the loop"},
		{"artifact changed", flip("early.json", 0), "before the loop"},
		{"recorded something else", func(*testing.T, string) {}, "computed by another build"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stage := t.TempDir()
			tt.damage(t, interrupted(t, stage))
			a := open(t, prepare(t, stage, 2, 1), nil)
			require.NoError(t, a.Warn(tt.before))
			_, _, ok, err := a.Restore(0)
			require.NoError(t, err)
			require.False(t, ok)
			require.NoError(t, a.Finish())
			done, err := attempt.ReadDone(a.Dir())
			require.NoError(t, err)
			require.Equal(t, 1, done.Records, "nothing of the damaged attempt was taken over")
		})
	}
}

func TestLatest_TakesTheFurthestSound(t *testing.T) {
	stage := t.TempDir()
	for number, places := range map[int][][2]int{1: {{0, 5}, {1, 2}}, 2: {{0, 5}, {1, 3}}, 3: {{0, 5}}} {
		a := open(t, prepare(t, stage, number, 0), nil)
		for _, p := range places {
			require.NoError(t, a.Checkpoint(p[0], p[1], text("state")))
		}
		require.NoError(t, a.Close())
	}
	from, err := attempt.Latest(stage)
	require.NoError(t, err)
	require.Equal(t, 2, from)
	require.NoError(t, os.WriteFile(filepath.Join(stage, "a0002", "checkpoint-01-00000003"), []byte("garbage\n"), 0o644))
	from, err = attempt.Latest(stage)
	require.NoError(t, err)
	require.Equal(t, 1, from)
	from, err = attempt.Latest(t.TempDir())
	require.NoError(t, err)
	require.Zero(t, from)
}
