package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
)

func showCommand() *command {
	return &command{
		name: "show", abrupt: true, arguments: "EXPERIMENT TRIAL|STAGE", json: true,
		summary: "Show everything about a trial or a stage",
		help: `
A TRIAL is given by its id or a part that only it has; shown are its resolved settings with the line each was written on, its stages,
warnings, where it ran, and its files. A STAGE is given by the beginning of its hash or words of its title; shown are its
recipe, attempts, numbers and files.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			return func(_ context.Context, s *session, args []string) error { return s.show(args, &o) }
		},
	}
}

func (s *session) show(args []string, o *source) error {
	if err := arguments(args, "EXPERIMENT", "TRIAL or STAGE"); err != nil {
		return err
	}
	exp, plan, err := s.recordedPlan(args[0], o)
	if err != nil {
		return err
	}
	store, err := s.openStore(o)
	if err != nil {
		return err
	}
	if store != nil {
		defer store.Close()
	}
	view := views.NewShow(s.json, s.out)
	trial, trialErr := findTrial(plan, args[1])
	if trialErr == nil {
		d, err := describeTrial(exp, plan, trial, store)
		if err != nil {
			return err
		}
		view.Trial(d)
		return nil
	}
	stages, err := findStages(plan, args[1])
	if err != nil {
		return usageError("the plan has neither a trial nor a stage %q. retort status and retort plan list them.", args[1])
	}
	var list []views.StageDetail
	for _, i := range stages {
		d, err := describeStage(&plan.Stages[i], store)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	view.Stages(list)
	return nil
}

func describeTrial(exp *experiments.Experiment, plan *runner.Plan, trial *runner.Trial, store *results.Store) (views.TrialDetail, error) {
	d := views.TrialDetail{Trial: trial}
	trials, _ := exp.Trials()
	for i := range plan.Trials {
		if &plan.Trials[i] == trial {
			d.Blocks = blocks(exp, &trials[i])
		}
	}
	roles := map[string][]string{}
	for _, role := range slices.Sorted(maps.Keys(trial.Roles)) {
		roles[trial.Roles[role]] = append(roles[trial.Roles[role]], role)
	}
	for _, h := range trial.Stages {
		detail, err := describeStage(stageOf(plan, h), store)
		if err != nil {
			return d, err
		}
		detail.Roles = roles[h]
		d.Stages = append(d.Stages, detail)
	}
	if store == nil {
		return d, nil
	}
	run, err := store.Latest(exp.Name)
	if errors.Is(err, results.ErrNotFound) {
		return d, nil
	}
	if err != nil {
		return d, storeError(err)
	}
	d.Run = run
	text, err := run.Provenance()
	if err == nil {
		d.Provenance = &runner.Provenance{}
		err = json.Unmarshal(text, d.Provenance)
	}
	if err != nil {
		return d, storeError(fmt.Errorf("read provenance of run %s: %w", run.ID, err))
	}
	return d, nil
}

// blocks are the parts of the experiment that a trial is made of, with where each setting was written.
func blocks(exp *experiments.Experiment, t *experiments.Trial) []views.Block {
	list := []views.Block{block("environment", &t.Environment.Declaration)}
	for _, p := range []struct {
		role   string
		policy *experiments.Policy
	}{{"teacher", t.Teacher}, {"student", t.Student}} {
		list = append(list, block(p.role+" model", &p.policy.Model.Declaration))
		if w := p.policy.Warmup; w != nil {
			b := block(p.role+" warmup", &w.Declaration)
			if w.Weights != "" {
				b.Settings = append(b.Settings, views.SettingOrigin{Name: "weights", Value: fmt.Sprintf("%q", w.Weights), Origin: origin(w.Origins, "weights")})
			}
			list = append(list, b)
		}
	}
	list = append(list, block("method", &t.Method.Declaration))
	for _, e := range exp.Evaluations {
		e = e.In(t.Environment.Name)
		b := block("evaluation", &e.Declaration)
		if e.Environment != nil {
			b.Settings = append(b.Settings, views.SettingOrigin{Name: "environment", Value: "environment." + e.Environment.Name, Origin: origin(e.Origins, "environment")})
		}
		list = append(list, b)
	}
	return list
}

func block(kind string, d *experiments.Declaration) views.Block {
	b := views.Block{Kind: kind, Name: d.Name, Use: d.Use, Place: place(d.DeclRange)}
	if d.Settings == nil {
		return b
	}
	for _, s := range describeSettings(d.Settings) {
		b.Settings = append(b.Settings, views.SettingOrigin{Name: s.Name, Value: s.Value, Origin: origin(d.Origins, s.Name)})
	}
	return b
}

// origin says where a setting was written, "" for a default.
func origin(origins map[string]hcl.Range, name string) string {
	if r, ok := origins[name]; ok {
		return place(r)
	}
	return ""
}

func place(r hcl.Range) string {
	if r.Filename == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line)
}

// describeStage collects what the store, which may be nil, knows of a stage.
func describeStage(st *runner.Stage, store *results.Store) (views.StageDetail, error) {
	d := views.StageDetail{Stage: st}
	if store == nil {
		return d, nil
	}
	state, err := store.State(st.Hash)
	d.State = state
	if err != nil || state.Done == nil {
		return d, wrapStore(err)
	}
	var errs [4]error
	d.Artifacts, errs[0] = store.Artifacts(st.Hash)
	d.Metrics, errs[1] = store.Metrics(st.Hash)
	d.Warnings, errs[2] = store.Warnings(st.Hash)
	d.Phases, errs[3] = store.Phases(st.Hash)
	return d, wrapStore(errors.Join(errs[:]...))
}

// wrapStore makes an error of the store one.
func wrapStore(err error) error {
	if err == nil {
		return nil
	}
	return storeError(err)
}
