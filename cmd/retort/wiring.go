package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
)

// rootSeed is the seed that all streams of an experiment derive from. Trials differ by the seeds of their grid.
const rootSeed = 1

// defaultStore is where results are kept, relative to the current folder.
var defaultStore = filepath.Join("results", "store")

// source is where an experiment and its results come from.
type source struct {
	store    string
	vars     assignments
	varFiles list
	retries  int
}

// declare adds the flags that say so.
func (o *source) declare(flags *flag.FlagSet) {
	flags.StringVar(&o.store, "store", "", "keep results in `DIR` (RETORT_STORE; "+filepath.ToSlash(defaultStore)+")")
	flags.Var(&o.vars, "var", "set a variable: `NAME=VALUE`; may be repeated")
	flags.Var(&o.varFiles, "var-file", "read variables from `FILE`; may be repeated")
}

// storeDir is the store's folder.
func (s *session) storeDir(o *source) string {
	if o.store != "" {
		return o.store
	}
	if dir := s.getenv("RETORT_STORE"); dir != "" {
		return dir
	}
	return defaultStore
}

// openStore opens the store for reading; it is nil where there is none yet.
func (s *session) openStore(o *source) (*results.Store, error) {
	store, err := results.Open(s.storeDir(o))
	if errors.Is(err, results.ErrNoStore) {
		if _, statErr := os.Stat(s.storeDir(o)); os.IsNotExist(statErr) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, storeError(err)
	}
	return store, nil
}

// requireStore opens the store for reading and fails where there is none.
func (s *session) requireStore(o *source) (*results.Store, error) {
	store, err := s.openStore(o)
	if err == nil && store == nil {
		err = storeError(fmt.Errorf("open store: there is none in %s; retort run makes one, -store names another", s.storeDir(o)))
	}
	return store, err
}

// check reads and checks an experiment.
func (s *session) check(path string, o *source) (*experiments.Experiment, hcl.Diagnostics) {
	return s.checkFor(path, o, false)
}

// checkFor is check; for whoever only reads results, files that are not there any more are a warning.
func (s *session) checkFor(path string, o *source, reading bool) (*experiments.Experiment, hcl.Diagnostics) {
	catalog := s.catalog()
	exp, diags := experiments.Load(path, experiments.Options{
		Catalog: language{catalog}, Vars: o.vars, VarFiles: o.varFiles, IgnoreMissingData: true, IgnoreMissingWeights: reading,
	})
	if !diags.HasErrors() {
		diags = append(diags, checkEnvironments(exp, catalog, reading)...)
	}
	return exp, diags
}

// plan reads and checks an experiment, reports what is wrong with it, and expands it.
func (s *session) plan(path string, o *source) (*experiments.Experiment, *runner.Plan, error) {
	exp, diags := s.check(path, o)
	return s.expand(exp, diags, planner.Options{Root: rootSeed, Retries: o.retries})
}

// recordedPlan is plan for whoever only reads what the store has: files that stages were made from and that are not there any more
// are taken to be what they were in an earlier run.
func (s *session) recordedPlan(path string, o *source) (*experiments.Experiment, *runner.Plan, error) {
	exp, diags := s.checkFor(path, o, true)
	files := &recordedFiles{session: s, source: o, experiment: exp.Name}
	return s.expand(exp, diags, planner.Options{Root: rootSeed, Retries: o.retries, Recorded: files.find})
}

// expand reports what is wrong with an experiment that was checked, and expands it.
func (s *session) expand(exp *experiments.Experiment, diags hcl.Diagnostics, opts planner.Options) (*experiments.Experiment, *runner.Plan, error) {
	var plan *runner.Plan
	var err error
	if !diags.HasErrors() {
		if plan, err = planner.Build(exp, s.catalog(), opts); err != nil {
			err = configError(err)
		} else {
			diags = append(diags, checkReports(exp, plan, s.catalog())...)
		}
	}
	if len(diags) > 0 {
		views.NewDiagnostics(s.json, s.err).Diagnostics(diags, exp.Files)
	}
	if diags.HasErrors() {
		err = exit(exitConfig)
	}
	if err != nil {
		return nil, nil, err
	}
	return exp, plan, nil
}

// build expands a checked experiment.
func (s *session) build(exp *experiments.Experiment, o *source) (*runner.Plan, error) {
	plan, err := planner.Build(exp, s.catalog(), planner.Options{Root: rootSeed, Retries: o.retries})
	if err != nil {
		return nil, configError(err)
	}
	return plan, nil
}

// assignments are repeated flags of the form NAME=VALUE.
type assignments map[string]string

func (a assignments) String() string { return "" }

func (a *assignments) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("want NAME=VALUE")
	}
	if *a == nil {
		*a = assignments{}
	}
	if _, twice := (*a)[name]; twice {
		return fmt.Errorf("%s is set twice", name)
	}
	(*a)[name] = value
	return nil
}

// list is a repeated flag.
type list []string

func (l list) String() string { return strings.Join(l, ",") }

func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}
