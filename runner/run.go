package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// Run executes the stages of plan that the store does not hold yet; the same call resumes what an
// earlier run, killed at whatever moment, left off. The store must have been opened with
// results.OpenForRun. When ctx ends, no stage is started any more and running ones have Options.Grace
// to reach a checkpoint.
//
// The report says what became of every stage; that some failed is no error. An error means that the
// run could not go on: the plan is invalid, the store cannot be written, workers cannot be started. The
// report then tells how far it came.
func Run(ctx context.Context, store *results.Store, plan *Plan, opts Options) (Report, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return Report{}, err
	}
	sp := newSpawner()
	defer sp.close()
	return start(ctx, store, plan, opts, sp.launcher(opts.WorkerCommand, opts.WorkerEnvironment))
}

// start is Run with the way to start workers left open; opts are complete.
func start(ctx context.Context, store *results.Store, plan *Plan, opts Options, launch launcher) (Report, error) {
	if err := plan.Validate(); err != nil {
		return Report{}, err
	}
	r := &run{
		store: store, plan: plan, opts: opts, launch: launch, begin: time.Now(),
		graph: newGraph(plan), stages: make([]progressOf, len(plan.Stages)),
		reports: make(chan Event), outcomes: make(chan outcome), stopping: make(chan struct{}),
	}
	if err := r.prepare(ctx); err != nil {
		return Report{}, err
	}
	r.emit(Event{Type: RunStarted})
	r.loop(ctx)
	r.dismiss()
	return r.finish()
}

// run is the state of one run. Its fields belong to the goroutine of loop, except where execute,
// which has one goroutine a busy slot, only reads.
type run struct {
	store  *results.Store
	plan   *Plan
	opts   Options
	launch launcher
	begin  time.Time
	graph  *graph
	record *results.Run

	reports  chan Event   // started and progress, from execute
	outcomes chan outcome // from execute
	stopping chan struct{}
	stopped  bool // stopping is closed
	// interrupted says that it was closed because the caller wanted that.
	interrupted bool
	fatal       error

	stages    []progressOf
	counts    Counts
	ready     readyQueue
	waiting   []retry // for their time
	free      []*slot
	slots     []*slot
	estimator *estimator
	eta       *Estimate
	etaAt     time.Time
}

// progressOf is where a stage stands in this run.
type progressOf struct {
	state   attempt.State // Pending, Running, Done, Blocked, or how it failed for good
	missing int           // inputs that are not done
	// ownFailures and mishaps count what the stage failed at itself and what happened to it.
	ownFailures, mishaps int
	last                 outcome
	started              time.Time
	fraction             float64 // of the running attempt
}

// prepare asks the store what is done, records the run and queues what can start.
func (r *run) prepare(ctx context.Context) error {
	hashes := make([]string, len(r.plan.Stages))
	for i := range r.plan.Stages {
		hashes[i] = r.plan.Stages[i].Hash
	}
	states, err := r.store.States(hashes)
	if err != nil {
		return err
	}
	if err := settleOrphans(ctx, r.store, states); err != nil {
		return err
	}
	planJSON, err := json.Marshal(r.plan)
	if err != nil {
		return fmt.Errorf("encode plan: %w", err)
	}
	provenance, err := json.Marshal(r.opts.Provenance)
	if err != nil {
		return fmt.Errorf("encode provenance: %w", err)
	}
	r.record, err = r.store.SaveRun(results.RunInfo{
		Plan: planJSON, Provenance: provenance, Command: r.opts.Command, Started: r.begin, Files: r.opts.Files,
	})
	if err != nil {
		return err
	}
	r.estimator = newEstimator(r.plan, r.graph, r.opts.Slots, func(kind string) []float64 {
		// Without a history estimates are worse, and nothing else.
		seconds, _ := r.store.Durations(kind)
		return seconds
	})
	r.counts.Total = len(r.stages)
	for i := range r.stages {
		s := &r.stages[i]
		if states[hashes[i]].State == attempt.Done {
			s.state = attempt.Done
			r.counts.Reused++
			continue
		}
		s.state = attempt.Pending
		r.counts.Pending++
		for _, j := range r.graph.inputs[i] {
			if r.stages[j].state != attempt.Done {
				s.missing++
			}
		}
	}
	r.ready.ranks = r.graph.ranks(func(i int) float64 {
		if r.stages[i].state == attempt.Done {
			return 0
		}
		return r.estimator.seconds(i)
	})
	r.slots = make([]*slot, r.opts.Slots)
	for n := range r.slots {
		r.slots[n] = &slot{number: n}
	}
	r.free = slices.Clone(r.slots)
	return nil
}

// dismiss asks the idle workers to go, and makes them.
func (r *run) dismiss() {
	for _, s := range r.slots {
		if s.alive() {
			s.worker.leave()
		}
	}
	patience := time.NewTimer(dismissal)
	defer patience.Stop()
	for _, s := range r.slots {
		for s.worker != nil {
			select {
			case _, open := <-s.worker.messages():
				if !open {
					s.worker = nil
				}
			case <-patience.C:
				for _, s := range r.slots {
					if s.worker != nil {
						s.worker.kill()
					}
				}
			}
		}
	}
}

// dismissal is how long idle workers have to leave.
const dismissal = 2 * time.Second

// finish closes the run's record and returns its report.
func (r *run) finish() (Report, error) {
	report := Report{
		Run: r.record.ID, Dir: r.record.Dir, Counts: r.counts, Failures: []StageFailure{},
		Interrupted: r.interrupted && r.counts.Pending > 0, Elapsed: time.Since(r.begin),
	}
	trials := r.plan.trialsByStage()
	for i := range r.stages {
		switch r.stages[i].state {
		case attempt.Done, attempt.Pending, attempt.Blocked:
		default:
			f := r.failure(i)
			f.Trials = trials[f.Hash]
			report.Failures = append(report.Failures, f)
		}
	}
	r.emit(Event{Type: RunFinished})
	state := "done"
	switch {
	case report.Interrupted:
		state = "interrupted"
	case !report.Complete():
		state = "failed"
	}
	return report, errors.Join(r.fatal, r.record.End(state))
}

// failure describes a stage that was given up.
func (r *run) failure(i int) StageFailure {
	stage, s := &r.plan.Stages[i], &r.stages[i]
	f := StageFailure{
		Hash: stage.Hash, Kind: stage.Kind, Title: stage.Title, State: s.state, Error: s.last.error,
		Attempts: s.ownFailures + s.mishaps, Path: s.last.dir, Log: s.last.log, Tail: s.last.tail,
	}
	for _, d := range r.graph.downstream(i) {
		if r.stages[d].state == attempt.Blocked {
			f.Blocks++
		}
	}
	return f
}
