package runner

import (
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// estimateEvery bounds how often the time that remains is computed anew.
const estimateEvery = time.Second

// event returns an event about stage i.
func (r *run) event(t EventType, i int) Event {
	s := &r.plan.Stages[i]
	return Event{Type: t, Hash: s.Hash, Kind: s.Kind, Title: s.Title}
}

// relay completes an event from execute and passes it on.
func (r *run) relay(e Event) {
	i := r.graph.position[e.Hash]
	s := &r.stages[i]
	e.Kind, e.Title = r.plan.Stages[i].Kind, r.plan.Stages[i].Title
	switch e.Type {
	case StageStarted:
		s.started = e.Time
	case StageProgress:
		e.Elapsed = e.Time.Sub(s.started)
		if e.Progress.Total > 0 {
			s.fraction = min(1, float64(e.Progress.Done)/float64(e.Progress.Total))
		}
	}
	r.emit(e)
}

// emit completes an event and hands it to whoever listens.
func (r *run) emit(e Event) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	switch e.Type {
	case RunStarted, RunStopping, RunFinished:
		e.Elapsed = e.Time.Sub(r.begin)
	}
	e.Counts, e.ETA = r.counts, r.estimate(e.Time)
	if e.Type != StageProgress && e.Type != StageQueued {
		// The events file is a convenience; a full disk shows where something is stored that counts.
		_ = r.record.Event(string(e.Type), e)
	}
	r.opts.Events(e)
}

// estimate predicts the time that remains, at most once a second anew.
func (r *run) estimate(now time.Time) *Estimate {
	if !r.etaAt.IsZero() && now.Sub(r.etaAt) < estimateEvery && r.counts.Pending+r.counts.Running > 0 {
		return r.eta
	}
	r.etaAt = now
	r.eta = r.estimator.remaining(func(i int) float64 {
		switch s := &r.stages[i]; s.state {
		case attempt.Pending:
			return 1
		case attempt.Running:
			if s.fraction > 0 {
				return 1 - s.fraction
			}
			// Without progress, by the clock; a stage that runs late is about to end.
			return max(0.05, 1-now.Sub(s.started).Seconds()/max(r.estimator.seconds(i), 1e-9))
		default:
			return 0
		}
	})
	return r.eta
}
