package views

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/retort-ml/retort/runner"
)

// redraw bounds how often the region is drawn: ten times a second.
const redraw = 100 * time.Millisecond

// barWidth is the length of a progress bar in columns.
const barWidth = 20

// runTerminal keeps a region at the end of the terminal that shows what runs, and prints lines for good above it.
type runTerminal struct {
	runHuman
	mu      sync.Mutex
	running runningStages
	last    runner.Event
	lines   []string // to be printed for good
	drawn   int      // lines of the region that stand there now
	changed bool     // since it was drawn
}

// Event implements Run.
func (v *runTerminal) Event(e runner.Event) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running.note(e)
	v.last, v.changed = e, true
	if e.Type == runner.StageStarted && e.Attempt <= 1 {
		return // the region shows it
	}
	if text := v.happened(e); text != "" {
		v.print(text)
	}
}

// Notes implements Run.
func (v *runTerminal) Notes(_ runner.Event, n StageNotes) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.print(v.notes(n)...)
}

// print puts lines above the region when it is drawn next.
func (v *runTerminal) print(lines ...string) {
	v.lines = append(v.lines, lines...)
	v.changed = true
}

// Interval implements Run.
func (v *runTerminal) Interval() time.Duration { return redraw }

// Tick implements Run.
func (v *runTerminal) Tick() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.changed {
		io.WriteString(v.messages, v.erase()+v.settled()+v.region())
	}
}

// Report implements Run.
func (v *runTerminal) Report(r runner.Report) {
	v.mu.Lock()
	defer v.mu.Unlock()
	io.WriteString(v.messages, v.erase()+v.settled())
	v.report(r)
}

// erase takes the region off: to its first line, and everything below away.
func (v *runTerminal) erase() string {
	n := v.drawn
	v.drawn = 0
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", n)
}

// settled takes the lines that are to be printed for good.
func (v *runTerminal) settled() string {
	if len(v.lines) == 0 {
		return ""
	}
	text := strings.Join(v.lines, "\n") + "\n"
	v.lines = nil
	return text
}

// region writes the stages that run and the counts.
func (v *runTerminal) region() string {
	v.changed = false
	var lines []string
	for _, s := range v.running.list {
		lines = append(lines, fmt.Sprintf("  %s %s %s", s.bar(), s.title, s.progress()))
	}
	c := v.last.Counts
	parts := []string{fmt.Sprintf("%d/%d stages", c.Done+c.Reused, c.Total), fmt.Sprintf("%d running", c.Running)}
	if c.Failed+c.Blocked > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", c.Failed), fmt.Sprintf("%d blocked", c.Blocked))
	}
	if e := v.last.ETA; e != nil && c.Running+c.Pending > 0 {
		parts = append(parts, "about "+between(e.Low, e.High)+" left")
	}
	lines = append(lines, strings.Join(parts, ", "))
	var b strings.Builder
	for _, text := range lines {
		b.WriteString(shorten(text, v.messages.Width-1) + "\n")
	}
	v.drawn = len(lines)
	return b.String()
}

// bar draws how far the stage is.
func (s *runningStage) bar() string {
	filled := 0
	if s.last != nil && s.last.Total > 0 {
		filled = min(barWidth, s.last.Done*barWidth/s.last.Total)
	}
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", barWidth-filled) + "]"
}
