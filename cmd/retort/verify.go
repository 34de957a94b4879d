package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
	"github.com/retort-ml/retort/runner/workbench"
)

func verifyCommand() *command {
	return &command{
		name: "verify", arguments: "[EXPERIMENT]", json: true,
		summary: "Check the store against its sums, and shipped warm-ups against their recipes",
		help: `
Reads the whole store and compares every file with the sum that was taken when it was written. What is damaged is named and set aside, so
that the next run does it again.

For an EXPERIMENT that comes with finished warm-ups it compares each file of weights with the record beside it: its content, and whether
the recipe that it was trained by is the one that the experiment gives now. Where the store holds the warm-up trained from scratch,
or with -retrain, the weights themselves are compared. The exit code is 1 when anything does not match.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			retrain := flags.Bool("retrain", false, "train the shipped warm-ups from scratch and compare")
			slots := flags.Int("slots", 0, "train `N` at a time (one a core)")
			return func(ctx context.Context, s *session, args []string) error {
				return s.verify(ctx, args, &o, *retrain, *slots)
			}
		},
	}
}

func (s *session) verify(ctx context.Context, args []string, o *source, retrain bool, slots int) error {
	if err := arguments(args, "[EXPERIMENT]"); err != nil {
		return err
	}
	if retrain && len(args) == 0 {
		return usageError("-retrain needs an EXPERIMENT")
	}
	if err := checkSlots(slots); err != nil {
		return err
	}
	var exp *experiments.Experiment
	var shipped []shippedWarmup
	if len(args) == 1 {
		var err error
		if exp, shipped, err = s.scratch(args[0], o); err != nil {
			return err
		}
	}
	store, err := s.storeToVerify(o, retrain && len(shipped) > 0, len(args) == 1)
	if err != nil {
		return err
	}
	v := views.Verification{Store: s.storeDir(o)}
	if store != nil {
		defer store.Close()
		found, err := store.Verify(ctx)
		if err != nil {
			return storeError(err)
		}
		v.StoreRead = true
		if v.Problems, v.Replaced, err = sift(store, append(store.Problems(), found...)); err != nil {
			return err
		}
	}
	if retrain && len(shipped) > 0 {
		if err := s.retrain(ctx, exp, shipped, store, slots); err != nil {
			return err
		}
	}
	for i := range shipped {
		w, err := compareWarmup(&shipped[i], store)
		if err != nil {
			return err
		}
		v.Warmups = append(v.Warmups, w)
	}
	views.NewVerify(s.json, s.out).Result(v)
	if !v.Matches() {
		return exit(exitIncomplete)
	}
	return nil
}

// storeToVerify opens the store in the way that lets damage be set aside, or for reading while a run holds it or where nothing can be
// written. It is nil where there is none and none is needed.
func (s *session) storeToVerify(o *source, needed, optional bool) (*results.Store, error) {
	dir := s.storeDir(o)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !needed {
		if optional {
			return nil, nil
		}
		return s.requireStore(o)
	}
	if !needed {
		// A folder that is no store must not become one.
		probe, err := results.Open(dir)
		if err != nil && !errors.Is(err, results.ErrNoIndex) && !errors.Is(err, results.ErrNoMarker) {
			return nil, storeError(err)
		}
		if err == nil {
			if err := probe.Close(); err != nil {
				return nil, storeError(err)
			}
		}
	}
	store, err := results.OpenForRun(dir)
	readable := errors.Is(err, results.ErrLocked) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC)
	if readable && !needed {
		return s.requireStore(o)
	}
	return store, wrapStore(err)
}

// sift separates damage to attempts whose stage was done again since, which harms nobody any more. What opening the store and reading it
// both found counts once.
func sift(store *results.Store, all []results.Problem) (problems, replaced []results.Problem, err error) {
	seen := map[results.Problem]bool{}
	for _, p := range all {
		if seen[p] {
			continue
		}
		seen[p] = true
		if p.Hash == "" || p.Attempt == 0 {
			problems = append(problems, p)
			continue
		}
		state, err := store.State(p.Hash)
		if err != nil {
			return nil, nil, storeError(err)
		}
		if state.Done != nil && state.Done.Number != p.Attempt {
			replaced = append(replaced, p)
		} else {
			problems = append(problems, p)
		}
	}
	return problems, replaced, nil
}

// retrain executes the warm-up stages from scratch.
func (s *session) retrain(ctx context.Context, exp *experiments.Experiment, shipped []shippedWarmup, store *results.Store, slots int) error {
	plan := &runner.Plan{Experiment: exp.Name + "-warmups", Trials: []runner.Trial{}}
	seen := map[string]bool{}
	for _, w := range shipped {
		if !seen[w.stage.Hash] {
			seen[w.stage.Hash] = true
			plan.Stages = append(plan.Stages, w.stage)
		}
	}
	plan.Hash = experiments.Hash(plan.Stages)
	view := views.NewRun(false, s.err, s.err)
	stop := every(view.Interval(), view.Tick)
	report, err := runner.Run(ctx, store, plan, runner.Options{
		Slots: slots, Kill: s.kill, Events: view.Event, Provenance: runner.Collect(ctx, exp.Dir), Command: append([]string{"retort"}, s.args...),
	})
	stop()
	if err != nil {
		return storeError(err)
	}
	view.Report(report)
	if report.Interrupted {
		return exit(exitInterrupted)
	}
	return nil
}

// compareWarmup compares a shipped warm-up with its record, with the experiment, and with the store.
func compareWarmup(w *shippedWarmup, store *results.Store) (views.WarmupCheck, error) {
	c := views.WarmupCheck{Path: w.path, Title: w.stage.Title, Stage: w.stage.Hash}
	sum, err := recipe.HashPath(w.path)
	if err != nil {
		c.Mismatches = append(c.Mismatches, err.Error())
		return c, nil
	}
	record, err := w.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Mismatches = append(c.Mismatches, fmt.Sprintf("there is no record of how it was trained: %s is missing", w.recordPath()))
	case err != nil:
		c.Mismatches = append(c.Mismatches, err.Error())
	default:
		if record.SHA256 != sum {
			c.Mismatches = append(c.Mismatches, fmt.Sprintf("the weights are not those of the record: sha256 %.12s, recorded %.12s", sum, record.SHA256))
		}
		c.Mismatches = append(c.Mismatches, compareRecipes(record, &w.stage)...)
	}
	if store == nil {
		return c, nil
	}
	state, err := store.State(w.stage.Hash)
	if err != nil {
		return c, storeError(err)
	}
	if state.Done == nil {
		return c, nil
	}
	artifacts, err := store.Artifacts(w.stage.Hash)
	if err != nil {
		return c, storeError(err)
	}
	for _, a := range artifacts {
		if a.Name != workbench.WeightsFile {
			continue
		}
		c.Retrained = true
		if a.SHA256 != sum {
			text := fmt.Sprintf("trained from scratch on %s the weights have sha256 %.12s, shipped %.12s", state.Done.CPU, a.SHA256, sum)
			if record != nil && record.CPU != state.Done.CPU {
				text += fmt.Sprintf(" (the shipped ones were trained on %s, which may round differently)", record.CPU)
			}
			c.Mismatches = append(c.Mismatches, text)
		}
	}
	return c, nil
}

// compareRecipes names what differs between the recipe of a record and the one that the experiment gives now.
func compareRecipes(record *warmupRecord, st *runner.Stage) []string {
	if record.Stage == st.Hash {
		return nil
	}
	now, then := flatten(st.Spec), flatten(encodeRecipe(record.Recipe))
	var list []string
	for _, path := range union(now, then) {
		if now[path] != then[path] {
			list = append(list, fmt.Sprintf("the recipe differs in %s: trained with %s, now %s", path, orAbsent(then[path]), orAbsent(now[path])))
		}
	}
	if list == nil {
		list = []string{fmt.Sprintf("the recipe is that of stage %.12s, recorded is %.12s", st.Hash, record.Stage)}
	}
	return list
}
