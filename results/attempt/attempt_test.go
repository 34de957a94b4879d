package attempt_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/disk/disktest"
)

// prepare makes the folder of an attempt of a stage.
func prepare(t *testing.T, stage string, number, resumes int) string {
	t.Helper()
	dir := filepath.Join(stage, attempt.FolderName(number))
	h := attempt.Header{Hash: "abcd", Number: number, Resumes: resumes, Controller: attempt.Self(), Created: time.Unix(0, 0)}
	require.NoError(t, attempt.Prepare(disk.OS{}, dir, h))
	return dir
}

func open(t *testing.T, dir string, d disk.Disk) *attempt.Attempt {
	t.Helper()
	a, err := attempt.Open(dir, attempt.Options{Disk: d})
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(data)
}

func episode(n int) *registry.Episode {
	return &registry.Episode{
		Task: registry.Task{Split: "train", Index: n}, Actor: "teacher", Prompt: []int32{1}, Introduction: "intro",
		Turns: []registry.Turn{{
			Tokens: []int32{1, 2}, LogProbs: []float32{-0.5, float32(math.Inf(-1))}, Response: registry.Response{Action: fmt.Sprintf("open %d", n)},
		}},
	}
}

func TestAttempt_SameCallsSameBytes(t *testing.T) {
	files := func(beats int) map[string]string {
		a := open(t, prepare(t, t.TempDir(), 1, 0), nil)
		for n := range 40 {
			require.NoError(t, a.Episode("probe", episode(n)))
			require.NoError(t, a.Metric("loss", n, 1/float64(n)))
			if n < beats {
				require.NoError(t, a.Beat())
			}
		}
		require.NoError(t, a.Record("order", map[string]int{"z": 1, "a": 2, "m": 3}))
		require.NoError(t, a.Write("b.json", text("b")))
		require.NoError(t, a.Write("a.json", text("a")))
		require.NoError(t, a.Finish())
		got := map[string]string{}
		for _, name := range []string{attempt.RecordsFile, attempt.EpisodesFile, attempt.DoneFile, "a.json", "b.json"} {
			got[name] = content(t, a.Dir(), name)
		}
		return got
	}
	require.Equal(t, files(0), files(17))
}

func TestAttempt_DoneNamesEverything(t *testing.T) {
	a := open(t, prepare(t, t.TempDir(), 1, 0), nil)
	require.NoError(t, a.Episode("probe", episode(3)))
	require.NoError(t, a.Warn("careful"))
	require.NoError(t, a.Write("weights.safetensors", text("abc")))
	require.NoError(t, a.Checkpoint(0, 7, text("state")))
	require.NoError(t, a.Finish())
	done, err := attempt.ReadDone(a.Dir())
	require.NoError(t, err)
	require.Equal(t, 2, done.Records)
	require.Equal(t, 1, done.Episodes)
	var names []string
	for _, f := range done.Files {
		names = append(names, f.Name)
		require.NoError(t, attempt.CheckFile(filepath.Join(a.Dir(), f.Name), f))
	}
	require.Equal(t, []string{attempt.EpisodesFile, attempt.RecordsFile, "weights.safetensors"}, names)
	// echo -n abc | sha256sum
	require.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", done.Artifacts()[0].SHA256)
	require.ErrorContains(t, a.Warn("late"), "closed")
}

func TestAttempt_OpensOnce(t *testing.T) {
	dir := prepare(t, t.TempDir(), 1, 0)
	open(t, dir, nil)
	_, err := attempt.Open(dir, attempt.Options{})
	require.ErrorContains(t, err, "opened before")
	_, err = attempt.Open(t.TempDir(), attempt.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAttempt_Write(t *testing.T) {
	a := open(t, prepare(t, t.TempDir(), 1, 0), nil)
	for _, name := range []string{
		"", ".", "..", "a/b", "../a", ".hidden", "done.json", "records.jsonl", "log", "checkpoint-1", "a.tmp", "a b", strings.Repeat("x", 201),
	} {
		require.ErrorContains(t, a.Write(name, text("x")), "name", "%q", name)
	}
	require.NoError(t, a.Write("a+b-c.d_1.json", text("x")))
	require.NoError(t, a.Write("a+b-c.d_1.json", text("x")))
	require.ErrorContains(t, a.Write("a+b-c.d_1.json", text("y")), "other content")
	require.Equal(t, "x", content(t, a.Dir(), "a+b-c.d_1.json"))
	broken := errors.New("broken")
	require.ErrorIs(t, a.Write("c", func(io.Writer) error { return broken }), broken)
	require.NoFileExists(t, filepath.Join(a.Dir(), "c"))
	require.NoFileExists(t, filepath.Join(a.Dir(), "c.tmp"))
}

func TestAttempt_RecordKinds(t *testing.T) {
	a := open(t, prepare(t, t.TempDir(), 1, 0), nil)
	for _, kind := range []string{"", "metric", "episode", "warning", "Kind", "a b", "a\"b"} {
		require.ErrorContains(t, a.Record(kind, 1), "no kind", "%q", kind)
	}
	require.NoError(t, a.Record("lesson_2", []int{1}))
	require.ErrorContains(t, a.Record("x", math.NaN()), "record x")
}

// A disk that fills up is named, nothing after it is believed, and the next attempt goes on where there is space.
func TestAttempt_DiskFull(t *testing.T) {
	work := func(a *attempt.Attempt) error {
		step, saved, ok, err := a.Restore(0)
		if err != nil {
			return err
		}
		if ok {
			if err := saved.Close(); err != nil {
				return err
			}
		}
		for ; step < 6; step++ {
			if err := a.Episode("probe", episode(step)); err != nil {
				return err
			}
			if err := a.Checkpoint(0, step+1, text(strings.Repeat("state ", 1000))); err != nil {
				return err
			}
		}
		if err := a.Write("weights", text("w")); err != nil {
			return err
		}
		return a.Finish()
	}
	whole := open(t, prepare(t, t.TempDir(), 1, 0), nil)
	require.NoError(t, work(whole))
	counted := &disktest.Faulty{}
	require.NoError(t, work(open(t, prepare(t, t.TempDir(), 1, 0), counted)))
	const opening = 6 // changes that Open makes
	fullAt := 0
	for fullAt = opening + 1; fullAt < counted.Changes(); fullAt += 3 {
		stage := t.TempDir()
		dir := prepare(t, stage, 1, 0)
		a := open(t, dir, &disktest.Faulty{FullAt: fullAt})
		err := work(a)
		if err == nil {
			break // the changes left need no space
		}
		require.ErrorIs(t, err, syscall.ENOSPC, "full at change %d", fullAt)
		require.ErrorContains(t, err, dir)
		require.NoFileExists(t, filepath.Join(dir, attempt.DoneFile))
		// A part of a loop's state is no checkpoint, and there is no room to say that it failed.
		require.Error(t, errors.Join(a.Fail(attempt.Failure{Message: err.Error()}), a.Close()))

		from, err := attempt.Latest(stage)
		require.NoError(t, err)
		next := open(t, prepare(t, stage, 2, from), nil)
		require.NoError(t, work(next))
		for _, name := range []string{attempt.RecordsFile, attempt.EpisodesFile, attempt.DoneFile} {
			require.Equal(t, content(t, whole.Dir(), name), content(t, next.Dir(), name))
		}
	}
	require.Greater(t, fullAt, 20)
}

// A worker whose last writes found no space can still say so once there is some.
func TestAttempt_FailAfterFinish(t *testing.T) {
	full := &disktest.Faulty{}
	a := open(t, prepare(t, t.TempDir(), 1, 0), full)
	require.NoError(t, a.Episode("probe", episode(1)))
	full.FullAt = 1
	require.ErrorIs(t, a.Finish(), syscall.ENOSPC)
	require.Error(t, a.Finish())
	full.Free()
	require.NoError(t, a.Fail(attempt.Failure{Message: "no space left"}))
	require.Error(t, a.Fail(attempt.Failure{Message: "again"}))
	f, err := attempt.ReadFailure(a.Dir())
	require.NoError(t, err)
	require.Equal(t, attempt.Failure{State: attempt.Failed, Message: "no space left"}, f)
	require.NoFileExists(t, filepath.Join(a.Dir(), attempt.DoneFile))
}
