package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/checkpoint"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
)

func runCommand() *command {
	return &command{
		name: "run", arguments: "EXPERIMENT", json: true,
		summary: "Execute what is missing of an experiment",
		help: `
Trains and evaluates every trial that the store does not hold yet, then prints the experiment's tables and draws its figures. The
same command goes on where an earlier one was stopped or killed; when everything is done it only prints.

Ctrl-C once lets the running stages reach a checkpoint and leaves; twice ends them at once. What fails is listed with the end of its
log, and the tables show the holes. With -json the output is one object a line: the events, then the result.`,
		setup: func(flags *flag.FlagSet) action {
			var r runFlags
			r.declare(flags)
			flags.IntVar(&r.retries, "retries", 1, "repeat a stage that fails up to `N` times")
			flags.IntVar(&r.slots, "slots", 0, "run `N` stages at a time (one a core)")
			flags.IntVar(&r.threads, "threads", 1, "let each stage use `N` cores")
			flags.DurationVar(&r.timeout, "stage-timeout", 0, "stop a stage that takes longer than `TIME`, such as 90m (no limit)")
			flags.StringVar(&r.eventsFile, "json-into", "", "write the events to `FILE`, one JSON object a line")
			flags.StringVar(&r.figures, "out", "", "draw figures into `DIR` (figures beside the store)")
			return func(ctx context.Context, s *session, args []string) error { return s.run(ctx, args, &r) }
		},
	}
}

// runFlags are the flags of run.
type runFlags struct {
	source
	slots, threads      int
	timeout             time.Duration
	eventsFile, figures string
}

// maxThreads is more cores than machines have. Each thread costs something whether there is a core for it or not.
const maxThreads = 1024

func (f *runFlags) check() error {
	switch {
	case f.threads < 1 || f.threads > maxThreads:
		return usageError("-threads %d is not between 1 and %d", f.threads, maxThreads)
	case f.retries < 0:
		return usageError("-retries %d is negative", f.retries)
	case f.timeout < 0:
		return usageError("-stage-timeout %v is negative", f.timeout)
	}
	return checkSlots(f.slots)
}

func (s *session) run(ctx context.Context, args []string, f *runFlags) (err error) {
	if err := arguments(args, "EXPERIMENT"); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	exp, plan, err := s.plan(args[0], &f.source)
	if err != nil {
		return err
	}
	if c := planner.EstimateCompute(plan, s.catalog()); c != nil {
		return configError(fmt.Errorf("%w, and experiment %q is made of %s; retort plan estimates what it takes", checkpoint.ErrNoBackend, exp.Name, strings.Join(c.Checkpoints, ", ")))
	}
	for i := range plan.Stages {
		plan.Stages[i].Timeout = f.timeout
	}
	store, err := results.OpenForRun(s.storeDir(&f.source))
	if err != nil {
		return storeError(err)
	}
	defer func() { err = errors.Join(err, closeStore(store)) }()
	diff, err := runner.Diff(store, plan, slotsOr(f.slots))
	if err != nil {
		return storeError(err)
	}
	events, closeEvents, err := openEvents(f.eventsFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeEvents()) }()
	view := views.NewRun(s.json, s.out, s.err)
	view.Plan(views.Planned{Experiment: exp, Plan: plan, Difference: diff, Store: s.storeDir(&f.source), Slots: slotsOr(f.slots)})
	for _, p := range store.Problems() {
		view.Problem(p.String())
	}
	if diff.StagesToRun > 0 {
		err = s.runMissing(ctx, exp, store, plan, f, view, events)
		if err != nil && codeOf(err) != exitIncomplete {
			return err
		}
	}
	return errors.Join(err, s.outcome(exp, store, plan, f, view))
}

func closeStore(store *results.Store) error {
	if err := store.Close(); err != nil {
		return storeError(err)
	}
	return nil
}

// runMissing executes what the store lacks. The error is nil when nothing is missing afterwards.
func (s *session) runMissing(ctx context.Context, exp *experiments.Experiment, store *results.Store, plan *runner.Plan, f *runFlags, view views.Run, events func(runner.Event)) error {
	catalog := s.catalog()
	stop := every(view.Interval(), view.Tick)
	report, err := runner.Run(ctx, store, plan, runner.Options{
		Slots: f.slots, Threads: f.threads, Kill: s.kill,
		Events: func(e runner.Event) {
			events(e)
			view.Event(e)
			if e.Type == runner.StageDone {
				view.Notes(e, stageNotes(catalog, store, e.Hash))
			}
		},
		Provenance: runner.Collect(ctx, exp.Dir), Command: append([]string{"retort"}, s.args...), Files: sources(exp, f.varFiles),
	})
	stop()
	view.Report(report)
	if errors.Is(err, syscall.ENOSPC) {
		err = fmt.Errorf("the disk is full; what is done is kept, and the same command goes on once there is room: %w", err)
	}
	if err != nil {
		return storeError(err)
	}
	switch {
	case report.Interrupted:
		return exit(exitInterrupted)
	case !report.Complete():
		return exit(exitIncomplete)
	}
	return nil
}

// outcome prints what the store holds now: tables, figures, places.
func (s *session) outcome(exp *experiments.Experiment, store *results.Store, plan *runner.Plan, f *runFlags, view views.Run) error {
	tables, err := buildTables(s.catalog(), exp, store, plan, "")
	if err != nil {
		return err
	}
	dir := f.figures
	if dir == "" {
		dir = figuresDir(store)
	}
	// Tables are shown even if figures cannot be written.
	figures, err := drawPlots(s.catalog(), exp, store, plan, "", dir)
	return errors.Join(view.Outcome(tables, figures, store.Dir()), err)
}

// figuresDir is where figures go unless it is said: beside the store.
func figuresDir(store *results.Store) string {
	return filepath.Join(filepath.Dir(filepath.Clean(store.Dir())), "figures")
}

// sources are the files that the experiment was read from: its own by their names in its folder, files of variables under vars/.
func sources(exp *experiments.Experiment, varFiles []string) map[string][]byte {
	files := map[string][]byte{}
	for name, f := range exp.Files {
		rel, err := filepath.Rel(exp.Dir, name)
		switch {
		case slices.Contains(varFiles, name):
			files["vars/"+filepath.Base(name)] = f.Bytes
		case strings.HasPrefix(name, "-var "): // the command line is kept as it is
		case err == nil && filepath.IsLocal(rel):
			files[filepath.ToSlash(rel)] = f.Bytes
		}
	}
	return files
}

// stageNotes reads what a finished stage has to say: numbers of the whole stage, and warnings. They are shown in
// passing; a store that cannot be read fails where it matters.
func stageNotes(catalog *registry.Catalog, store *results.Store, hash string) views.StageNotes {
	var n views.StageNotes
	n.Warnings, _ = store.Warnings(hash)
	rows, _ := store.Metrics(hash)
	whole := map[string]float64{}
	for _, m := range rows {
		if m.Step < 0 {
			whole[m.Name] = m.Value
		}
	}
	for _, m := range rows {
		// NAME_n is the n of NAME, which is left out where it rests on nothing.
		if m.Step >= 0 || strings.HasSuffix(m.Name, "_n") {
			continue
		}
		metric, known := catalog.Metric(m.Name)
		if !known {
			metric = registry.Metric{Name: m.Name, Title: strings.ReplaceAll(m.Name, "_", " ")}
		}
		n.Numbers = append(n.Numbers, views.StageNumber{Metric: metric, Value: m.Value, N: int(whole[m.Name+"_n"])})
	}
	return n
}

// openEvents opens the file of events. Without a name events go nowhere.
func openEvents(name string) (write func(runner.Event), done func() error, err error) {
	if name == "" {
		return func(runner.Event) {}, func() error { return nil }, nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, usageError("-json-into: %v", err)
	}
	var failed error
	write = func(e runner.Event) {
		if failed == nil {
			failed = writeEvent(f, e)
		}
	}
	return write, func() error {
		if err := errors.Join(failed, f.Close()); err != nil {
			return fmt.Errorf("write events: %w", err)
		}
		return nil
	}, nil
}

func writeEvent(w io.Writer, e runner.Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// every calls tick in intervals until stop is called, which waits for the last one.
func every(interval time.Duration, tick func()) (stop func()) {
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		t := time.NewTicker(interval)
		defer t.Stop()
		for {
			select {
			case <-quit:
				return
			case <-t.C:
				tick()
			}
		}
	}()
	return func() { close(quit); <-gone }
}
