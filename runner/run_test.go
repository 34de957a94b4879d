package runner_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

var shortWalk = walkSpec{Steps: 12, Every: 3}

// undisturbed runs a plan in a store of its own and returns what it left.
func undisturbed(t *testing.T, plan *runner.Plan) map[string]string {
	t.Helper()
	store := openForRun(t, t.TempDir())
	report, err := runner.Run(t.Context(), store, plan, options(t, ""))
	require.NoError(t, err)
	require.True(t, report.Complete(), "%+v", report)
	return content(t, store, plan)
}

func TestRun_ExecutesEveryStageOnce(t *testing.T) {
	t.Parallel()
	plan := diamond(t, shortWalk)
	store := openForRun(t, t.TempDir())
	opts := options(t, "")
	started := map[string]int{}
	var order []runner.EventType
	opts.Events = func(e runner.Event) {
		if e.Type == runner.StageStarted {
			started[e.Title]++
		}
		order = append(order, e.Type)
		c := e.Counts
		require.Equal(t, c.Total, c.Reused+c.Done+c.Running+c.Pending+c.Failed+c.Blocked)
	}
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.True(t, report.Complete())
	require.Equal(t, map[string]int{"shared": 1, "left": 1, "right": 1, "join": 1}, started)
	require.Equal(t, runner.RunStarted, order[0])
	require.Equal(t, runner.RunFinished, order[len(order)-1])
	require.Empty(t, report.Failures)

	log, err := os.ReadFile(done(t, store, plan.Stages[0].Hash).Log)
	require.NoError(t, err)
	require.Contains(t, string(log), "walking 12 steps")

	again, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.Equal(t, runner.Counts{Total: 4, Reused: 4}, again.Counts)
	require.Equal(t, 1, started["shared"])
}

func done(t *testing.T, store *results.Store, hash string) *results.AttemptInfo {
	t.Helper()
	state, err := store.State(hash)
	require.NoError(t, err)
	require.NotNil(t, state.Done)
	return state.Done
}

// TestRun_SurvivesFaults holds that what goes wrong with a worker costs attempts, leaves a word
// about it, and does not change a byte of the result.
func TestRun_SurvivesFaults(t *testing.T) {
	t.Parallel()
	plan := diamond(t, shortWalk)
	for i := range plan.Stages {
		plan.Stages[i].Retries = 1
	}
	want := undisturbed(t, plan)
	tests := []struct {
		how   string
		state attempt.State
		text  string
	}{
		{"exit", attempt.Failed, "exit status 7: last words before the exit"},
		{"abort", attempt.Failed, "exit status 2: SIGABRT: abort"},
		{"kill", attempt.OutOfMemory, "killed from outside"},
		{"memory", attempt.OutOfMemory, "exit status 2: fatal error: runtime: out of memory"},
		{"terminate", attempt.Interrupted, ""},
		{"error", attempt.Failed, "the walk met a wall"},
		{"panic", attempt.Failed, "the walk fell into a hole"},
	}
	for _, test := range tests {
		t.Run(test.how, func(t *testing.T) {
			t.Parallel()
			faults := t.TempDir()
			afflict(t, faults, plan.Stages[0].Hash, fault{Step: 7, How: test.how})
			afflict(t, faults, plan.Stages[2].Hash, fault{Step: 0, How: test.how})
			store := openForRun(t, t.TempDir())
			opts := options(t, faults)
			retried := 0
			opts.Events = func(e runner.Event) {
				if e.Type == runner.StageRetry {
					retried++
					require.Equal(t, test.state, e.State)
				}
			}
			report, err := runner.Run(t.Context(), store, plan, opts)
			require.NoError(t, err)
			require.True(t, report.Complete(), "%+v", report)
			require.Equal(t, 2, retried)
			require.Equal(t, want, content(t, store, plan))

			state, err := store.State(plan.Stages[0].Hash)
			require.NoError(t, err)
			require.Len(t, state.Attempts, 2)
			require.Equal(t, test.state, state.Attempts[0].State)
			require.Contains(t, state.Attempts[0].Failure.Message, test.text)
			require.Equal(t, 1, state.Attempts[1].Resumes, "the second attempt starts from the first one's checkpoint")
			if test.how == "panic" {
				require.Contains(t, state.Attempts[0].Failure.Stack, "strike")
			}
		})
	}
}

func TestRun_FailureBlocksDependants(t *testing.T) {
	t.Parallel()
	plan := diamond(t, shortWalk)
	faults := t.TempDir()
	afflict(t, faults, plan.Stages[1].Hash, fault{Step: 5, How: "panic"}, fault{Step: 5, How: "panic"})
	store := openForRun(t, t.TempDir())
	opts := options(t, faults)
	blocked := 0
	opts.Events = func(e runner.Event) {
		if e.Type == runner.StageBlocked {
			blocked++
			require.Equal(t, "join", e.Title)
		}
	}
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.False(t, report.Complete())
	require.Equal(t, runner.Counts{Total: 4, Done: 2, Failed: 1, Blocked: 1}, report.Counts)
	require.Equal(t, 1, blocked)
	require.Len(t, report.Failures, 1)
	f := report.Failures[0]
	require.Equal(t, "left", f.Title)
	require.Equal(t, attempt.Failed, f.State)
	require.Equal(t, 1, f.Attempts, "an error of the stage itself is not repeated")
	require.Equal(t, 1, f.Blocks)
	require.Equal(t, 1, f.Trials)
	require.Contains(t, strings.Join(f.Tail, "\n"), "the walk fell into a hole")
	require.FileExists(t, f.Log)

	diff, err := runner.Diff(store, plan, 2)
	require.NoError(t, err)
	require.Equal(t, "failed before (1 attempt)", diff.Stages[1].Reason)
	require.Equal(t, "never run", diff.Stages[3].Reason)
	require.Equal(t, 2, diff.StagesToRun)

	afflict(t, faults, plan.Stages[1].Hash)
	report, err = runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.Equal(t, runner.Counts{Total: 4, Reused: 2, Done: 2}, report.Counts)
	require.Equal(t, undisturbed(t, plan), content(t, store, plan))
}

func TestRun_GivesUpAfterRestarts(t *testing.T) {
	t.Parallel()
	var c chart
	hash := c.stage(t, "doomed", shortWalk)
	plan := c.done()
	faults := t.TempDir()
	exit := fault{Step: 1, How: "exit"}
	afflict(t, faults, hash, exit, exit, exit, exit, exit)
	store := openForRun(t, t.TempDir())
	opts := options(t, faults)
	opts.Restarts = 2
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.Len(t, report.Failures, 1)
	require.Equal(t, 3, report.Failures[0].Attempts)
	require.Contains(t, strings.Join(report.Failures[0].Tail, "\n"), "last words before the exit")
}

func TestRun_TimeOut(t *testing.T) {
	t.Parallel()
	var c chart
	hash := c.stage(t, "slow", shortWalk)
	c.last().Timeout = 700 * time.Millisecond
	c.last().Retries = 5 // a busy machine may need a second time
	plan := c.done()
	faults := t.TempDir()
	afflict(t, faults, hash, fault{Step: 7, How: "hang"})
	store := openForRun(t, t.TempDir())
	report, err := runner.Run(t.Context(), store, plan, options(t, faults))
	require.NoError(t, err)
	require.True(t, report.Complete())
	state, err := store.State(hash)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(state.Attempts), 2)
	require.Equal(t, attempt.TimedOut, state.Attempts[0].State)
	require.Equal(t, undisturbed(t, plan), content(t, store, plan))
}

func TestRun_SilentWorkerIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	var c chart
	hash := c.stage(t, "frozen", shortWalk)
	plan := c.done()
	faults := t.TempDir()
	afflict(t, faults, hash, fault{Step: 4, How: "freeze"})
	store := openForRun(t, t.TempDir())
	opts := options(t, faults)
	opts.Silence = 2500 * time.Millisecond // heartbeats come every second
	lost := 0
	opts.Events = func(e runner.Event) {
		if e.Type == runner.StageLost {
			lost++
		}
	}
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.True(t, report.Complete())
	require.Positive(t, lost)
	state, err := store.State(hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Lost, state.Attempts[0].State)
}

func TestRun_InterruptLeavesACheckpoint(t *testing.T) {
	t.Parallel()
	// No checkpoints but the one that the interrupt brings about.
	plan := diamond(t, walkSpec{Steps: 100, Pause: 2000})
	store := openForRun(t, t.TempDir())
	opts := options(t, "")
	opts.Grace = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	opts.Events = func(e runner.Event) {
		if e.Type == runner.StageProgress && e.Progress.Done > 20 {
			cancel()
		}
	}
	report, err := runner.Run(ctx, store, plan, opts)
	require.NoError(t, err)
	require.True(t, report.Interrupted)
	require.Equal(t, runner.Counts{Total: 4, Pending: 4}, report.Counts)
	state, err := store.State(plan.Stages[0].Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Interrupted, state.State)

	opts.Events = nil
	report, err = runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.True(t, report.Complete())
	require.Equal(t, 1, done(t, store, plan.Stages[0].Hash).Resumes)
	require.Equal(t, undisturbed(t, plan), content(t, store, plan))
}

func TestRun_SecondInterruptKills(t *testing.T) {
	t.Parallel()
	var c chart
	hash := c.stage(t, "deaf", shortWalk)
	plan := c.done()
	faults := t.TempDir()
	afflict(t, faults, hash, fault{Step: 2, How: "hang"})
	store := openForRun(t, t.TempDir())
	opts := options(t, faults)
	opts.Grace = time.Minute
	kill := make(chan struct{})
	opts.Kill = kill
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var once sync.Once
	opts.Events = func(e runner.Event) {
		switch e.Type {
		case runner.StageStarted:
			time.AfterFunc(150*time.Millisecond, cancel)
		case runner.RunStopping:
			time.AfterFunc(50*time.Millisecond, func() { once.Do(func() { close(kill) }) })
		}
	}
	begin := time.Now()
	report, err := runner.Run(ctx, store, plan, opts)
	require.NoError(t, err)
	require.True(t, report.Interrupted)
	require.Less(t, time.Since(begin), 30*time.Second)
}

func TestRun_FailFast(t *testing.T) {
	t.Parallel()
	var c chart
	var hashes []string
	for _, title := range []string{"a", "b", "c", "d", "e", "f"} {
		hashes = append(hashes, c.stage(t, title, shortWalk))
	}
	plan := c.done()
	faults := t.TempDir()
	afflict(t, faults, hashes[0], fault{Step: 0, How: "error"})
	store := openForRun(t, t.TempDir())
	opts := options(t, faults)
	opts.Slots, opts.FailFast = 1, true
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.NoError(t, err)
	require.Equal(t, runner.Counts{Total: 6, Failed: 1, Pending: 5}, report.Counts)
}

func TestRun_OneAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	openForRun(t, dir)
	_, err := results.OpenForRun(dir)
	require.ErrorIs(t, err, results.ErrLocked)
	require.ErrorContains(t, err, fmt.Sprint("process ", os.Getpid()))
}

func TestRun_WorkerThatCannotStartEndsTheRun(t *testing.T) {
	t.Parallel()
	plan := diamond(t, shortWalk)
	store := openForRun(t, t.TempDir())
	opts := options(t, "")
	opts.WorkerCommand = []string{"/nonexistent/worker"}
	report, err := runner.Run(t.Context(), store, plan, opts)
	require.ErrorContains(t, err, "/nonexistent/worker")
	require.Equal(t, runner.Counts{Total: 4, Pending: 4}, report.Counts)
	state, err := store.State(plan.Stages[0].Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Failed, state.State)
	require.Contains(t, state.Attempts[0].Failure.Message, "/nonexistent/worker")
}
