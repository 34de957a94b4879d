package views

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/retort-ml/retort/runner"
)

// heartbeat is how often a run that prints lines says that it is alive.
const heartbeat = time.Minute

// runLines prints one line a change.
type runLines struct {
	runHuman
	mu      sync.Mutex
	running runningStages
	last    runner.Event
}

// Event implements Run.
func (v *runLines) Event(e runner.Event) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running.note(e)
	v.last = e
	if text := v.happened(e); text != "" {
		fmt.Fprintln(v.messages, text)
	}
}

// Notes implements Run.
func (v *runLines) Notes(_ runner.Event, n StageNotes) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, text := range v.notes(n) {
		fmt.Fprintln(v.messages, text)
	}
}

// Interval implements Run.
func (v *runLines) Interval() time.Duration { return heartbeat }

// Tick implements Run.
func (v *runLines) Tick() {
	v.mu.Lock()
	defer v.mu.Unlock()
	c := v.last.Counts
	parts := []string{fmt.Sprintf("[%d/%d] running", c.Done+c.Reused, c.Total)}
	for _, s := range v.running.list {
		parts = append(parts, s.title+" "+s.progress())
	}
	if e := v.last.ETA; e != nil {
		parts = append(parts, "about "+between(e.Low, e.High)+" left")
	}
	fmt.Fprintln(v.messages, strings.Join(parts, "; "))
}

// Report implements Run.
func (v *runLines) Report(r runner.Report) { v.report(r) }

// runningStages are the stages at work, in the order in which they started.
type runningStages struct{ list []*runningStage }

type runningStage struct {
	hash, title string
	started     time.Time
	last        *runner.Progress
}

// note takes in an event.
func (r *runningStages) note(e runner.Event) {
	switch e.Type {
	case runner.StageStarted:
		r.list = append(r.list, &runningStage{hash: e.Hash, title: e.Title, started: e.Time})
	case runner.StageProgress:
		for _, s := range r.list {
			if s.hash == e.Hash {
				s.last = e.Progress
			}
		}
	case runner.StageDone, runner.StageFailed, runner.StageRetry, runner.StageLost, runner.StageStopped:
		for i, s := range r.list {
			if s.hash == e.Hash {
				r.list = append(r.list[:i], r.list[i+1:]...)
				break
			}
		}
	}
}

// progress is how far the stage is: "40/100 steps".
func (s *runningStage) progress() string {
	switch p := s.last; {
	case p == nil:
		return ""
	case p.Total > 0:
		return strings.TrimSpace(fmt.Sprintf("%d/%d %s", p.Done, p.Total, p.Note))
	default:
		return strings.TrimSpace(fmt.Sprintf("%d %s", p.Done, p.Note))
	}
}
