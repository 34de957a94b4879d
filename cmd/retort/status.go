package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

func statusCommand() *command {
	return &command{
		name: "status", abrupt: true, arguments: "[EXPERIMENT]", json: true,
		summary: "Show how far experiments are",
		help: `
Without an EXPERIMENT all that the store has seen are listed, as their last run planned them. An EXPERIMENT is a folder or file, or the
name of one that was run: then stages are counted by state, what runs and what failed is listed, and every trial.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			return func(_ context.Context, s *session, args []string) error { return s.status(args, &o) }
		},
	}
}

func (s *session) status(args []string, o *source) error {
	if err := arguments(args, "[EXPERIMENT]"); err != nil {
		return err
	}
	store, err := s.requireStore(o)
	if err != nil {
		return err
	}
	defer store.Close()
	view := views.NewStatus(s.json, s.out)
	if len(args) == 0 {
		return s.statusOfAll(store, view)
	}
	plan, err := s.planned(args[0], store, o)
	if err != nil {
		return err
	}
	st, err := statusOf(store, plan)
	if err != nil {
		return err
	}
	view.One(st)
	return nil
}

// planned is the plan of an experiment on disk, or of the last run of the one with that name.
func (s *session) planned(name string, store *results.Store, o *source) (*runner.Plan, error) {
	if _, err := os.Stat(name); err != nil {
		if plan, found := lastPlan(store, name); found {
			return plan, nil
		}
	}
	_, plan, err := s.recordedPlan(name, o)
	return plan, err
}

// lastPlan is the plan of an experiment's last run of which the store still knows it.
func lastPlan(store *results.Store, experiment string) (*runner.Plan, bool) {
	runs, err := store.Runs(experiment)
	if err != nil {
		return nil, false
	}
	for i := range runs {
		text, err := runs[i].Plan()
		if err != nil {
			continue
		}
		var plan runner.Plan
		if json.Unmarshal(text, &plan) == nil {
			return &plan, true
		}
	}
	return nil, false
}

func (s *session) statusOfAll(store *results.Store, view views.Status) error {
	names, err := store.Experiments()
	if err != nil {
		return storeError(err)
	}
	var all []views.ExperimentStatus
	for _, name := range names {
		plan, ok := lastPlan(store, name)
		if !ok {
			return storeError(fmt.Errorf("read the plan of a run of %s: all are damaged; retort verify says more", name))
		}
		st, err := statusOf(store, plan)
		if err != nil {
			return err
		}
		all = append(all, st)
	}
	view.All(store.Dir(), all)
	return nil
}

// statusOf asks the store how the stages of a plan stand.
func statusOf(store *results.Store, plan *runner.Plan) (views.ExperimentStatus, error) {
	st := views.ExperimentStatus{Name: plan.Experiment, Store: store.Dir(), Plan: plan, Now: time.Now(), States: map[attempt.State]int{}}
	hashes := make([]string, len(plan.Stages))
	for i := range plan.Stages {
		hashes[i] = plan.Stages[i].Hash
	}
	states, err := store.States(hashes)
	if err != nil {
		return st, storeError(err)
	}
	st.Stages = states
	for i := range plan.Stages {
		st.States[states[hashes[i]].State]++
	}
	for i := range plan.Trials {
		state := trialState(&plan.Trials[i], states)
		st.Trials = append(st.Trials, state)
		if state == attempt.Done {
			st.TrialsDone++
		}
	}
	runs, err := store.Runs(plan.Experiment)
	if err != nil {
		return st, storeError(err)
	}
	if len(runs) > 0 {
		st.Run = &runs[0]
	}
	st.RunState = runState(&st)
	return st, nil
}

// trialState sums the states of a trial's stages up: the first of the list that one of them has.
func trialState(t *runner.Trial, states map[string]results.StageState) attempt.State {
	has := map[attempt.State]bool{}
	for _, h := range t.Stages {
		has[states[h].State] = true
	}
	for _, s := range []attempt.State{
		attempt.Failed, attempt.TimedOut, attempt.OutOfMemory, attempt.Corrupt, attempt.Running, attempt.Lost, attempt.Interrupted, attempt.Pending,
	} {
		if has[s] {
			return s
		}
	}
	return attempt.Done
}

// runState words how the last run stands.
func runState(st *views.ExperimentStatus) string {
	switch {
	case st.Run == nil:
		return "never run"
	case st.Run.State != "":
		return st.Run.State
	case st.States[attempt.Running] > 0:
		return "running"
	default:
		return "ended without a word"
	}
}
