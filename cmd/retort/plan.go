package main

import (
	"context"
	"flag"
	"runtime"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
)

func planCommand() *command {
	return &command{
		name: "plan", abrupt: true, arguments: "EXPERIMENT", json: true,
		summary: "Show what a run would do, and why",
		help: `
Expands the experiment into trials and the stages they share, and compares with the store: what is done, what will run and for what
reason, and how long it will take. For checkpoints, which this build plans and does not run, it estimates GPU hours. -why shows one stage with what changed since the last run.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			why := flags.String("why", "", "explain one `STAGE`: the beginning of its hash, or words of its title")
			all := flags.Bool("all", false, "list every trial and stage, however many there are")
			slots := flags.Int("slots", 0, "expect `N` stages at a time (one a core)")
			return func(_ context.Context, s *session, args []string) error {
				return s.showPlan(args, &o, *why, *slots, *all)
			}
		},
	}
}

func (s *session) showPlan(args []string, o *source, why string, slots int, all bool) error {
	if err := arguments(args, "EXPERIMENT"); err != nil {
		return err
	}
	if err := checkSlots(slots); err != nil {
		return err
	}
	exp, plan, err := s.plan(args[0], o)
	if err != nil {
		return err
	}
	diff, err := s.difference(o, plan, slots)
	if err != nil {
		return err
	}
	view := views.NewPlan(s.json, s.out)
	p := views.Planned{Experiment: exp, Plan: plan, Difference: diff, Compute: planner.EstimateCompute(plan, s.catalog()), Store: s.storeDir(o), Slots: slotsOr(slots), All: all}
	if why == "" {
		view.Plan(p)
		return nil
	}
	stages, err := findStages(plan, why)
	if err != nil {
		return err
	}
	view.Why(p, stages)
	return nil
}

// difference compares a plan with the store, if there is one.
func (s *session) difference(o *source, plan *runner.Plan, slots int) (*runner.Difference, error) {
	store, err := s.openStore(o)
	if err != nil {
		return nil, err
	}
	if store != nil {
		defer store.Close()
	}
	diff, err := runner.Diff(store, plan, slotsOr(slots))
	if err != nil {
		return nil, storeError(err)
	}
	return diff, nil
}

// maxSlots is more stages at a time than machines have cores for.
const maxSlots = 1024

func checkSlots(slots int) error {
	if slots < 0 {
		return usageError("-slots %d is negative", slots)
	}
	if slots > maxSlots {
		return usageError("-slots %d is more than %d", slots, maxSlots)
	}
	return nil
}

// slotsOr is the number of stages at a time: the number of cores unless it is given.
func slotsOr(slots int) int {
	if slots > 0 {
		return slots
	}
	return runtime.NumCPU()
}
