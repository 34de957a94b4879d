package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// retry is a stage that waits to be queued again.
type retry struct {
	stage int
	at    time.Time
}

// loop schedules until nothing runs and nothing more will.
func (r *run) loop(ctx context.Context) {
	var first []int
	for i := range r.stages {
		if s := &r.stages[i]; s.state == attempt.Pending && s.missing == 0 {
			r.ready.add(i)
			first = append(first, i)
		}
	}
	// A large plan has many of them: the slots need not wait until all were announced.
	var wake <-chan time.Time
	if ctx.Err() == nil {
		wake = r.start()
	}
	for _, i := range first {
		r.emit(r.event(StageQueued, i))
	}
	interrupt, kill := ctx.Done(), r.opts.Kill
	for {
		if r.counts.Running == 0 && (r.stopped || r.ready.len() == 0 && len(r.waiting) == 0) {
			return
		}
		select {
		case e := <-r.reports:
			r.relay(e)
		case o := <-r.outcomes:
			r.settled(o)
		case <-wake:
		case <-interrupt:
			interrupt, r.interrupted = nil, true
			r.stop()
		case <-kill:
			kill, r.interrupted = nil, true
			r.stop()
		}
		wake = nil
		if !r.stopped {
			wake = r.start()
		}
	}
}

// start fills free slots with queued stages and returns a channel that says when the next
// retry is due, nil when none waits.
func (r *run) start() <-chan time.Time {
	now := time.Now()
	var next time.Time
	r.waiting = slices.DeleteFunc(r.waiting, func(w retry) bool {
		if w.at.After(now) {
			if next.IsZero() || w.at.Before(next) {
				next = w.at
			}
			return false
		}
		r.queue(w.stage)
		return true
	})
	for len(r.free) > 0 && r.ready.len() > 0 {
		i := r.ready.take()
		s := r.free[0]
		r.free = r.free[1:]
		r.stages[i].state, r.stages[i].started = attempt.Running, now
		r.counts.Pending--
		r.counts.Running++
		go func() { r.outcomes <- r.execute(s, i) }()
	}
	if next.IsZero() {
		return nil
	}
	return time.After(next.Sub(now))
}

// stop starts nothing any more and asks the workers for checkpoints.
func (r *run) stop() {
	if r.stopped {
		return
	}
	r.stopped = true
	close(r.stopping)
	r.emit(Event{Type: RunStopping})
}

func (r *run) queue(i int) {
	r.ready.add(i)
	r.emit(r.event(StageQueued, i))
}

// settled takes in the end of an attempt.
func (r *run) settled(o outcome) {
	s := &r.stages[o.stage]
	r.counts.Running--
	r.free = append(r.free, o.slot)
	slices.SortFunc(r.free, func(a, b *slot) int { return a.number - b.number })
	s.last, s.fraction = o, 0
	e := r.event("", o.stage)
	e.Slot, e.Attempt, e.Path, e.State, e.Error, e.Elapsed = o.slot.number, o.number, o.dir, o.state, o.error, time.Since(s.started)
	switch {
	case o.fatal != nil:
		r.fatal = errors.Join(r.fatal, o.fatal)
		s.state = attempt.Pending
		r.counts.Pending++
		r.stop()
	case o.state == attempt.Done:
		s.state = attempt.Done
		r.counts.Done++
		if o.took > 0 {
			r.estimator.measured(o.stage, o.took)
		}
		e.Type = StageDone
		r.emit(e)
		for _, d := range r.graph.dependants[o.stage] {
			if t := &r.stages[d]; t.state == attempt.Pending {
				if t.missing--; t.missing == 0 {
					r.queue(d)
				}
			}
		}
	case o.state == attempt.Interrupted && r.stopped:
		s.state = attempt.Pending
		r.counts.Pending++
		e.Type = StageStopped
		r.emit(e)
	default:
		if o.state == attempt.Lost {
			e.Type = StageLost
			r.emit(e)
		}
		r.failed(o, e)
	}
}

// failed repeats a stage or gives it up.
func (r *run) failed(o outcome, e Event) {
	s := &r.stages[o.stage]
	again := false
	if o.own {
		s.ownFailures++
		again = s.ownFailures <= r.plan.Stages[o.stage].Retries
	} else {
		s.mishaps++
		again = s.mishaps <= r.opts.Restarts
	}
	if again {
		s.state = attempt.Pending
		r.counts.Pending++
		e.Type, e.Wait = StageRetry, r.opts.pause(s.ownFailures+s.mishaps)
		r.waiting = append(r.waiting, retry{stage: o.stage, at: time.Now().Add(e.Wait)})
		r.emit(e)
		return
	}
	s.state = o.state
	r.counts.Failed++
	e.Type = StageFailed
	r.emit(e)
	for _, d := range r.graph.downstream(o.stage) {
		if t := &r.stages[d]; t.state == attempt.Pending {
			t.state = attempt.Blocked
			r.counts.Pending--
			r.counts.Blocked++
			e := r.event(StageBlocked, d)
			e.State, e.Error = attempt.Blocked, fmt.Sprintf("needs %s (%s)", r.plan.Stages[o.stage].Title, r.plan.Stages[o.stage].Hash)
			r.emit(e)
		}
	}
	if r.opts.FailFast {
		r.stop()
	}
}
