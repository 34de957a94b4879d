package attempt_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/attempt"
)

func TestOwner_Liveness(t *testing.T) {
	self := attempt.Self()
	require.Equal(t, attempt.Alive, self.Liveness())
	otherStart := self
	otherStart.Start++
	require.Equal(t, attempt.Gone, otherStart.Liveness(), "the number was given to another process")
	otherBoot := self
	otherBoot.BootID = "00000000-0000-0000-0000-000000000000"
	require.Equal(t, attempt.Gone, otherBoot.Liveness(), "the machine was restarted")
	otherHost := self
	otherHost.Host = "elsewhere"
	require.Equal(t, attempt.Unknown, otherHost.Liveness())
	noStart := self
	noStart.Start = 0
	require.Equal(t, attempt.Unknown, noStart.Liveness(), "a number alone is no proof")

	cmd := exec.Command("sleep", "60")
	require.NoError(t, cmd.Start())
	child := self
	child.PID, child.Start = cmd.Process.Pid, attempt.StartOf(cmd.Process.Pid)
	require.Equal(t, attempt.Alive, child.Liveness())
	require.NoError(t, cmd.Process.Kill())
	require.Eventually(t, func() bool { return child.Liveness() == attempt.Gone }, 10*time.Second, time.Millisecond,
		"dead, if nobody has waited for it yet")
	_ = cmd.Wait()
	require.Equal(t, attempt.Gone, child.Liveness())
}

func TestInspect(t *testing.T) {
	now := time.Now()
	elsewhere := attempt.Owner{Host: "elsewhere", PID: 1, Since: now.Add(-time.Hour)}
	gone := attempt.Self()
	gone.Start++
	for _, tt := range []struct {
		name    string
		owner   attempt.Owner
		leave   func(t *testing.T, a *attempt.Attempt)
		want    attempt.State
		message string
	}{
		{"at work", attempt.Self(), nil, attempt.Running, ""},
		{"process gone", gone, nil, attempt.Lost, "is gone"},
		{"elsewhere, beating", elsewhere, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Beat())
		}, attempt.Running, ""},
		{"elsewhere, silent", elsewhere, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Beat())
			then := now.Add(-10 * time.Minute)
			require.NoError(t, os.Chtimes(filepath.Join(a.Dir(), attempt.HeartbeatFile), then, then))
		}, attempt.Lost, "on elsewhere"},
		{"elsewhere, never heard of", elsewhere, nil, attempt.Lost, "on elsewhere"},
		{"done by a process that is gone", gone, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Finish())
		}, attempt.Done, ""},
		{"failed", attempt.Self(), func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Fail(attempt.Failure{Message: "no such task", Stack: "stack"}))
		}, attempt.Failed, "no such task"},
		{"killed for memory", gone, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Fail(attempt.Failure{State: attempt.OutOfMemory, Message: "killed"}))
		}, attempt.OutOfMemory, "killed"},
		{"done.json damaged", gone, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Finish())
			require.NoError(t, os.Truncate(filepath.Join(a.Dir(), attempt.DoneFile), 40))
		}, attempt.Corrupt, "done.json"},
		{"failed.json damaged", gone, func(t *testing.T, a *attempt.Attempt) {
			require.NoError(t, a.Fail(attempt.Failure{Message: "no such task"}))
			require.NoError(t, os.Truncate(filepath.Join(a.Dir(), attempt.FailedFile), 40))
		}, attempt.Lost, "is gone"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := prepare(t, t.TempDir(), 1, 0)
			a, err := attempt.Open(dir, attempt.Options{Owner: tt.owner})
			require.NoError(t, err)
			if tt.leave != nil {
				tt.leave(t, a)
			}
			c, err := attempt.Inspect(dir, now, time.Minute)
			require.NoError(t, err)
			require.Equal(t, tt.want, c.State)
			require.Contains(t, c.Failure.Message, tt.message)
			require.NoError(t, a.Close())
		})
	}
	t.Run("not opened yet", func(t *testing.T) {
		c, err := attempt.Inspect(prepare(t, t.TempDir(), 1, 0), now, time.Minute)
		require.NoError(t, err)
		require.Equal(t, attempt.Running, c.State, "the process that made the folder lives")
	})
	t.Run("an empty folder", func(t *testing.T) {
		c, err := attempt.Inspect(t.TempDir(), now, time.Minute)
		require.NoError(t, err)
		require.Equal(t, attempt.Lost, c.State)
	})
}
