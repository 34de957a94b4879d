package runner_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/runner"
)

// fullDisk has no room for new files once full is set.
type fullDisk struct {
	disk.OS
	full atomic.Bool
}

func (d *fullDisk) Create(path string) (disk.File, error) {
	if d.full.Load() && strings.Contains(path, "stages") {
		return nil, fmt.Errorf("create %s: %w", filepath.Base(path), syscall.ENOSPC)
	}
	return d.OS.Create(path)
}

func TestRun_FullDiskEndsTheRunAndNotTheStore(t *testing.T) {
	t.Parallel()
	plan := diamond(t, shortWalk)
	dir := t.TempDir()
	d := &fullDisk{}
	store, err := results.OpenForRunWith(dir, results.Options{Disk: d})
	require.NoError(t, err)
	opts := options(t, "")
	opts.Events = func(e runner.Event) {
		if e.Type == runner.StageDone {
			d.full.Store(true)
		}
	}
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.Equal(t, runner.Counts{Total: 4, Done: 1, Pending: 3}, report.Counts)
	require.False(t, report.Interrupted)
	require.NoError(t, store.Close())

	store = openForRun(t, dir)
	report, err = runner.Run(t.Context(), store, plan, options(t, ""))
	require.NoError(t, err)
	require.Equal(t, runner.Counts{Total: 4, Reused: 1, Done: 3}, report.Counts)
	require.Equal(t, undisturbed(t, plan), content(t, store, plan))
}
