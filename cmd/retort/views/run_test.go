package views_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/runner"
)

// started and progress are events of a run with two stages.
func started(hash, title string) runner.Event {
	return runner.Event{Type: runner.StageStarted, Hash: hash, Title: title, Attempt: 1, Counts: runner.Counts{Total: 2, Running: 1, Pending: 1}}
}

func progress(hash string, done, total int) runner.Event {
	return runner.Event{
		Type: runner.StageProgress, Hash: hash, Progress: &runner.Progress{Done: done, Total: total, Note: "steps"},
		Counts: runner.Counts{Total: 2, Running: 1, Pending: 1}, ETA: &runner.Estimate{Low: 3 * time.Second, High: 90 * time.Second},
	}
}

func TestRun_TerminalIsDrawnOver(t *testing.T) {
	t.Parallel()
	var out, messages bytes.Buffer
	v := views.NewRun(false, &views.Stream{Writer: &out, Width: 60}, &views.Stream{Writer: &messages, Width: 60, Terminal: true})

	v.Event(started("aaaabbbbcccc", "warm up teacher"))
	v.Tick()
	require.Equal(t, "  [....................] warm up teacher \n0/2 stages, 1 running\n", messages.String())

	messages.Reset()
	v.Event(progress("aaaabbbbcccc", 50, 100))
	require.Empty(t, messages.String(), "nothing is drawn between two ticks")
	v.Tick()
	require.Equal(t, "\x1b[2A\r\x1b[J  [##########..........] warm up teacher 50/100 steps\n0/2 stages, 1 running, about 3.0 s to 1 min 30 s left\n", messages.String())

	messages.Reset()
	v.Tick()
	require.Empty(t, messages.String(), "what did not change is not drawn again")

	done := started("aaaabbbbcccc", "warm up teacher")
	done.Type, done.Elapsed, done.Counts = runner.StageDone, 1500*time.Millisecond, runner.Counts{Total: 2, Done: 1, Pending: 1}
	v.Event(done)
	v.Notes(done, views.StageNotes{
		Numbers:  []views.StageNumber{{Metric: registry.Metric{Title: "teacher", Rate: true}, Value: 0.875, N: 64}},
		Warnings: []string{"beware"},
	})
	v.Tick()
	require.Equal(t, "\x1b[2A\r\x1b[J[1/2] done  warm up teacher (aaaabbbb), 1.5 s\n    teacher 87.5 % (n=64)\n    ! beware\n1/2 stages, 0 running\n", messages.String())

	messages.Reset()
	v.Report(runner.Report{Counts: runner.Counts{Total: 2, Done: 1, Pending: 1}, Interrupted: true, Elapsed: 2 * time.Second})
	require.True(t, strings.HasPrefix(messages.String(), "\x1b[1A\r\x1b[J"), "the region goes away at the end")
	require.Contains(t, messages.String(), "1 of 2 stages are done, 1 of them by this run in 2.0 s.\nInterrupted.")
	require.Empty(t, out.String())
}

func TestRun_LongLinesAreCut(t *testing.T) {
	t.Parallel()
	var messages bytes.Buffer
	v := views.NewRun(false, &views.Stream{Writer: &messages}, &views.Stream{Writer: &messages, Width: 40, Terminal: true})
	v.Event(started("aaaabbbbcccc", "evaluate a method with a name that is much too long"))
	v.Tick()
	for _, line := range strings.Split(messages.String(), "\n") {
		require.LessOrEqual(t, len([]rune(line)), 39, "a line that wraps would not be erased")
	}
}

func TestRun_HeartbeatWithoutTerminal(t *testing.T) {
	t.Parallel()
	var messages bytes.Buffer
	v := views.NewRun(false, &views.Stream{Writer: &messages}, &views.Stream{Writer: &messages, Width: 100})
	require.Equal(t, time.Minute, v.Interval())
	v.Event(started("aaaabbbbcccc", "warm up teacher"))
	v.Event(progress("aaaabbbbcccc", 50, 100))
	messages.Reset()
	v.Tick()
	require.Equal(t, "[0/2] running; warm up teacher 50/100 steps; about 3.0 s to 1 min 30 s left\n", messages.String())
}

func TestRun_JSONHasNoNaN(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	v := views.NewRun(true, &views.Stream{Writer: &out}, nil)
	v.Notes(runner.Event{Hash: "aaaa", Title: "repair"}, views.StageNotes{
		Numbers: []views.StageNumber{{Metric: registry.Metric{Name: "closeness"}, Value: math.NaN()}, {Metric: registry.Metric{Name: "kept"}, Value: 0.5, N: 4}},
	})
	require.JSONEq(t, `{"type": "stage notes", "hash": "aaaa", "title": "repair", "metrics": {"closeness": null, "kept": 0.5, "kept_n": 4}, "warnings": []}`, out.String())
}
