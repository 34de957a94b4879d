package runner_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

func TestDiff_WithoutStore(t *testing.T) {
	var c chart
	shared := c.stage(t, "shared", shortWalk)
	for _, title := range []string{"a", "b", "c"} {
		c.stage(t, title, shortWalk, shared)
	}
	plan := c.done()
	d, err := runner.Diff(nil, plan, 2)
	require.NoError(t, err)
	require.Equal(t, 3, d.TrialsTotal)
	require.Equal(t, 0, d.TrialsDone)
	require.Equal(t, 4, d.StagesToRun)
	require.Equal(t, 1, d.Shared)
	require.Equal(t, 2, d.Saved)
	require.Equal(t, 3, d.Stages[0].Trials)
	require.Equal(t, attempt.Pending, d.Stages[0].State)
	require.NotNil(t, d.Estimate)
	require.Greater(t, d.Estimate.High, 100*time.Millisecond)
}

func TestDiff_NamesWhatChanged(t *testing.T) {
	t.Parallel()
	store := openForRun(t, t.TempDir())
	build := func(spec walkSpec) *runner.Plan {
		var c chart
		first := c.stage(t, "first", spec)
		c.stage(t, "second", shortWalk, first)
		c.stage(t, "alone", shortWalk)
		plan := c.done()
		plan.Hash = spec.Salt
		return plan
	}
	old := build(walkSpec{Steps: 5, Salt: "1"})
	_, err := runner.Run(t.Context(), store, old, options(t, ""))
	require.NoError(t, err)

	now := build(walkSpec{Steps: 6, Salt: "2"})
	d, err := runner.Diff(store, now, 1)
	require.NoError(t, err)
	reasons := map[string]string{}
	for _, s := range d.Stages {
		reasons[s.Title] = s.Reason
	}
	require.Equal(t, map[string]string{"first": "settings changed", "second": "input changed", "alone": "done"}, reasons)
	require.Equal(t, []runner.Change{{Path: "salt", Old: `"1"`, New: `"2"`}, {Path: "steps", Old: "5", New: "6"}}, d.Stages[0].Changes)
	require.Equal(t, 1, d.TrialsDone)
	require.Equal(t, 2, d.StagesToRun)

	// Without the earlier plan it cannot be told what changed, and that is all.
	runs, err := store.Runs(old.Experiment)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(runs[0].Dir, "plan.json"), []byte("{}"), 0o644))
	d, err = runner.Diff(store, now, 1)
	require.NoError(t, err)
	require.Equal(t, "never run", d.Stages[0].Reason)
	require.Equal(t, 2, d.StagesToRun)
	require.NoError(t, os.RemoveAll(runs[0].Dir))
	_, err = runner.Diff(store, now, 1)
	require.NoError(t, err)
}
