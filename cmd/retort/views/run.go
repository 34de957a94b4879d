package views

import (
	"fmt"
	"strings"
	"time"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/runner"
)

// Run prints a run: what it will do, what happens, what came of it. Tick is called from another goroutine than the rest.
type Run interface {
	Plan(p Planned)
	// Problem reports damage that was found in the store.
	Problem(text string)
	Event(e runner.Event)
	// Notes prints what a stage that is done has to say.
	Notes(e runner.Event, n StageNotes)
	// Tick is called every Interval, for what changes with time.
	Tick()
	Interval() time.Duration
	// Report ends the display of what happens; it is not called when there was nothing to do.
	Report(r runner.Report)
	Outcome(tables []*reports.Table, figures []string, store string) error
}

// StageNotes are the numbers of a whole stage, and its warnings.
type StageNotes struct {
	Numbers  []StageNumber
	Warnings []string
}

// StageNumber is a number that a stage recorded of itself, with its n, 0 where it has none.
type StageNumber struct {
	Metric registry.Metric
	Value  float64
	N      int
}

func (n StageNumber) String() string {
	text := fmt.Sprintf("%s %.3g", n.Metric.Title, n.Value)
	if n.Metric.Rate {
		text = fmt.Sprintf("%s %.1f %%", n.Metric.Title, 100*n.Value)
	} else if n.Metric.Unit != "" {
		text += " " + n.Metric.Unit
	}
	if n.N > 0 {
		text += fmt.Sprintf(" (n=%d)", n.N)
	}
	return text
}

// NewRun prints the answer on out and what happens on messages: redrawn there on a terminal, else line by line.
func NewRun(asJSON bool, out, messages *Stream) Run {
	switch {
	case asJSON:
		return &runJSON{out: out}
	case messages.Terminal:
		return &runTerminal{runHuman: runHuman{out, messages}}
	default:
		return &runLines{runHuman: runHuman{out, messages}}
	}
}

// runHuman is what both displays for people share.
type runHuman struct{ out, messages *Stream }

func (v *runHuman) Plan(p Planned) {
	plan := planHuman{v.messages}
	plan.heading(p)
	if p.Difference.StagesToRun > 0 {
		plan.kinds(p)
	}
	plan.foot(p)
	fmt.Fprintln(v.messages)
}

func (v *runHuman) Problem(text string) {
	fmt.Fprintf(v.messages, "%s %s\n", v.messages.in(careful, "Warning:"), text)
}

// notes are the lines below a stage that is done.
func (v *runHuman) notes(n StageNotes) []string {
	var lines []string
	var parts []string
	for _, number := range n.Numbers {
		parts = append(parts, number.String())
	}
	if text := strings.TrimRight(fill(strings.Join(parts, "; "), "    ", v.messages.Width-1), "\n"); text != "" {
		for _, one := range strings.Split(text, "\n") {
			lines = append(lines, v.messages.in(dim, one))
		}
	}
	for _, w := range n.Warnings {
		lines = append(lines, "    "+v.messages.in(careful, "! ")+w)
	}
	return lines
}

// happened words an event that changes the state of a stage; "" for others.
func (v *runHuman) happened(e runner.Event) string {
	m := v.messages
	finished := e.Counts.Done + e.Counts.Reused
	at := m.in(dim, fmt.Sprintf("[%d/%d]", finished, e.Counts.Total))
	title := e.Title
	if e.Hash != "" {
		title += m.in(dim, " ("+e.Hash[:min(len(e.Hash), 8)]+")")
	}
	switch e.Type {
	case runner.StageStarted:
		remark := ""
		if e.Attempt > 1 {
			remark = fmt.Sprintf(" (attempt %d)", e.Attempt)
		}
		return fmt.Sprintf("%s %s %s%s", at, m.in(accent, "start"), title, remark)
	case runner.StageDone:
		return fmt.Sprintf("%s %s %s, %s", at, m.in(good, "done "), title, duration(e.Elapsed))
	case runner.StageRetry:
		return fmt.Sprintf("%s %s %s: %s (%s); again in %s", at, m.in(careful, "retry"), title, e.Error, e.State, duration(e.Wait))
	case runner.StageFailed:
		return fmt.Sprintf("%s %s %s: %s (%s)", at, m.in(bad, "fail "), title, e.Error, e.State)
	case runner.StageBlocked:
		return fmt.Sprintf("%s %s %s: %s", at, m.in(bad, "block"), title, e.Error)
	case runner.StageStopped:
		return fmt.Sprintf("%s %s %s at a checkpoint", at, m.in(careful, "stop "), title)
	case runner.RunStopping:
		return m.in(careful, "Stopping: running stages go to a checkpoint. Another Ctrl-C ends them at once.")
	default:
		return ""
	}
}

func (v *runHuman) report(r runner.Report) {
	m := v.messages
	for _, f := range r.Failures {
		fmt.Fprintf(m, "\n%s %s (%s, %s): %s\n", m.in(bad, "Failed:"), f.Title, f.State, Count(f.Attempts, "attempt"), f.Error)
		if f.Blocks > 0 {
			fmt.Fprintf(m, "  %s could not run because of it; %s affected.\n", Count(f.Blocks, "stage"), Count(f.Trials, "trial"))
		}
		fmt.Fprintf(m, "  Log: %s\n", f.Log)
		for _, text := range f.Tail {
			fmt.Fprintf(m, "    | %s\n", text)
		}
	}
	c := r.Counts
	parts := []string{fmt.Sprintf("%d of %d stages are done, %d of them by this run in %s", c.Done+c.Reused, c.Total, c.Done, duration(r.Elapsed))}
	if c.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", c.Failed))
	}
	if c.Blocked > 0 {
		parts = append(parts, fmt.Sprintf("%d blocked", c.Blocked))
	}
	fmt.Fprintf(m, "\n%s.\n", strings.Join(parts, "; "))
	if r.Interrupted {
		fmt.Fprintln(m, "Interrupted. The same command goes on from the last checkpoints.")
	}
	fmt.Fprintln(m)
}

func (v *runHuman) Outcome(tables []*reports.Table, figures []string, store string) error {
	if err := NewTable(false, v.out).Tables(tables); err != nil {
		return err
	}
	fmt.Fprintln(v.out)
	for _, f := range figures {
		fmt.Fprintf(v.out, "figure  %s\n", f)
	}
	fmt.Fprintf(v.out, "store   %s\n", store)
	return nil
}
