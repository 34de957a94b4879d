package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/disk/disktest"
)

var diskOS = disk.OS{}

func TestCommit_IsIdempotent(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	a := commit(t, s, stage(1), 3)
	before := names(t, s.Dir())
	require.NoError(t, s.Commit(a.AttemptRef, results.Usage{Seconds: 99}))
	require.Equal(t, before, names(t, s.Dir()))
	state, err := s.State(a.Hash)
	require.NoError(t, err)
	require.Equal(t, 1.5, state.Done.Usage.Seconds)
}

func TestCommit_Unfinished(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	a, err := s.Begin(stage(1))
	require.NoError(t, err)
	require.ErrorContains(t, s.Commit(a.AttemptRef, results.Usage{}), "has no done.json")
	state, err := s.State(a.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Running, state.State)
}

func TestCommit_SharesEqualArtifacts(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	commit(t, s, stage(1), 1)
	commit(t, s, stage(2), 1)
	var infos []os.FileInfo
	for n := range 2 {
		path, err := s.Artifact(stage(n+1).Hash, "weights.safetensors")
		require.NoError(t, err)
		info, err := os.Stat(path)
		require.NoError(t, err)
		infos = append(infos, info)
	}
	require.True(t, os.SameFile(infos[0], infos[1]))
	require.Equal(t, os.FileMode(0o444), infos[0].Mode().Perm(), "nobody trains over it")
	blobs, err := filepath.Glob(filepath.Join(s.Dir(), "blobs", "*", "*"))
	require.NoError(t, err)
	require.Len(t, blobs, 1, "small files stay where they are")
}

// noLinks is a file system without hard links.
type noLinks struct{ disk.OS }

func (noLinks) Link(string, string) error { return syscall.EPERM }

func TestCommit_WithoutLinks(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s, err := results.OpenForRunWith(dir, results.Options{Disk: noLinks{}})
	require.NoError(t, err)
	defer s.Close()
	for n := range 2 {
		a := commit(t, s, stage(n), 1)
		require.NoFileExists(t, filepath.Join(a.Dir, "weights.safetensors"), "it moved")
		path, err := s.Artifact(stage(n).Hash, "weights.safetensors")
		require.NoError(t, err)
		require.FileExists(t, path)
	}
	problems, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
	rebuilt, err := s.Rebuild(t.Context())
	require.NoError(t, err)
	require.Empty(t, rebuilt)
	list, err := s.Artifacts(stage(0).Hash)
	require.NoError(t, err)
	require.Len(t, list, 2)
}

// flip changes one bit of a file.
func flip(t *testing.T, path string, at int) {
	t.Helper()
	require.NoError(t, os.Chmod(path, 0o644))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	data[at] ^= 1
	require.NoError(t, os.WriteFile(path, data, 0o644))
}

func TestCommit_SetsAsideWhatIsDamaged(t *testing.T) {
	for _, name := range []string{attempt.RecordsFile, attempt.EpisodesFile, "small.json", "weights.safetensors"} {
		t.Run(name, func(t *testing.T) {
			s := openForRun(t, filepath.Join(quickDir(t), "store"))
			a := finish(t, s, stage(1), 3)
			flip(t, filepath.Join(a.Dir, name), 3)
			err := s.Commit(a.AttemptRef, results.Usage{})
			var corrupt *attempt.CorruptError
			require.ErrorAs(t, err, &corrupt)
			require.Equal(t, filepath.Join(a.Dir, name), corrupt.Path)
			state, err := s.State(a.Hash)
			require.NoError(t, err)
			require.Equal(t, attempt.Corrupt, state.State)
			require.Nil(t, state.Done)
			_, err = s.Summaries(a.Hash, "evaluation")
			require.ErrorIs(t, err, results.ErrNotFound)
			require.FileExists(t, filepath.Join(a.Dir, name))

			again := commit(t, s, stage(1), 3)
			require.Equal(t, 2, again.Number)
			state, err = s.State(a.Hash)
			require.NoError(t, err)
			require.Equal(t, attempt.Done, state.State)
			require.Equal(t, 2, state.Done.Number)
		})
	}
}

func TestFail(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	for _, tt := range []struct {
		name   string
		worker *attempt.Failure // what the worker managed to say
		tell   results.Failure
		want   results.Failure
	}{
		{"the worker's word", &attempt.Failure{Message: "no such task", Stack: "at x"}, results.Failure{Message: "exit status 1"},
			results.Failure{State: attempt.Failed, Message: "no such task", Stack: "at x"}},
		{"no word", nil, results.Failure{State: attempt.OutOfMemory, Message: "killed", Signal: "killed", Retry: true},
			results.Failure{State: attempt.OutOfMemory, Message: "killed", Signal: "killed", Retry: true}},
		{"stopped", &attempt.Failure{Message: "context canceled", Stack: "at x"}, results.Failure{State: attempt.TimedOut, Message: "longer than 1m"},
			results.Failure{State: attempt.TimedOut, Message: "longer than 1m", Stack: "at x"}},
		{"no state", nil, results.Failure{Message: "m"}, results.Failure{State: attempt.Failed, Message: "m"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := s.Begin(stage(1))
			require.NoError(t, err)
			w, err := attempt.Open(a.Dir, attempt.Options{})
			require.NoError(t, err)
			if tt.worker != nil {
				require.NoError(t, w.Fail(*tt.worker))
			}
			require.NoError(t, w.Close())
			require.NoError(t, s.Fail(a.AttemptRef, tt.tell, results.Usage{Seconds: 4}))
			require.NoError(t, s.Fail(a.AttemptRef, tt.tell, results.Usage{Seconds: 5}), "again")
			check := func() {
				state, err := s.State(a.Hash)
				require.NoError(t, err)
				last := state.Attempts[len(state.Attempts)-1]
				require.Equal(t, tt.want, last.Failure)
				require.Equal(t, tt.want.State, last.State)
				require.Equal(t, tt.want.State, state.State)
				require.Equal(t, 4.0, last.Usage.Seconds)
			}
			check()
			_, err = s.Rebuild(t.Context())
			require.NoError(t, err)
			check()
		})
	}
	t.Run("done after all", func(t *testing.T) {
		a := finish(t, s, stage(2), 1)
		require.ErrorIs(t, s.Fail(a.AttemptRef, results.Failure{State: attempt.TimedOut}, results.Usage{}), results.ErrDone)
		state, err := s.State(a.Hash)
		require.NoError(t, err)
		require.Equal(t, attempt.Done, state.State)
	})
}

func TestCommit_DiskFull(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	full := &disktest.Faulty{}
	s, err := results.OpenForRunWith(dir, results.Options{Disk: full})
	require.NoError(t, err)
	a := finish(t, s, stage(1), 2)
	full.FullAt = 1
	err = s.Commit(a.AttemptRef, results.Usage{})
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, dir)
	state, err := s.State(a.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Running, state.State)
	_, err = s.Begin(stage(2))
	require.ErrorIs(t, err, syscall.ENOSPC)
	_, err = s.SaveRun(results.RunInfo{Plan: plan(0)})
	require.ErrorIs(t, err, syscall.ENOSPC)

	full.Free()
	require.NoError(t, s.Commit(a.AttemptRef, results.Usage{}))
	b, err := s.Begin(stage(2))
	require.NoError(t, err)
	full.FullAt = 1
	require.ErrorIs(t, s.Fail(b.AttemptRef, results.Failure{Message: "no space left"}, results.Usage{}), syscall.ENOSPC)
	state, err = s.State(b.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Failed, state.State, "the index had room for it")
	require.NoError(t, s.Close())

	s = openForRun(t, dir)
	list, err := s.Runs("")
	require.NoError(t, err)
	require.Empty(t, list, "a run that could not be written never was")
}

func TestStore_ManyAtOnce(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s := openForRun(t, dir)
	run, err := s.SaveRun(results.RunInfo{Plan: plan(0)})
	require.NoError(t, err)
	var group sync.WaitGroup
	errs := make([]error, 16)
	for n := range errs {
		group.Go(func() { errs[n] = errors.Join(liveStage(s, stage(n), diskOS), run.Event("done", n)) })
	}
	reader, err := results.Open(dir)
	require.NoError(t, err)
	for range 50 {
		_, err := reader.State(stage(3).Hash)
		require.NoError(t, err)
	}
	group.Wait()
	require.NoError(t, reader.Close())
	require.NoError(t, errors.Join(errs...))
	require.NoError(t, run.End("done"))
	events := 0
	for _, err := range run.Events() {
		require.NoError(t, err)
		events++
	}
	require.Equal(t, len(errs), events)
	problems, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
}
