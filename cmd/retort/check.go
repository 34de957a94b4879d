package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/results/datasets"
)

// checkEnvironments asks the environments of the trials and of the evaluations, which only now can be opened, whether their settings
// make one, whether they have the tasks that evaluations want, and whether the models can read them. For whoever only reads results,
// data that is not there any more is a warning.
func checkEnvironments(exp *experiments.Experiment, catalog *registry.Catalog, reading bool) hcl.Diagnostics {
	c := checker{catalog: catalog, reading: reading, opened: map[*experiments.Environment]registry.Environment{}, seen: map[string]bool{}}
	trials, _ := exp.Trials()
	for _, t := range trials {
		c.plansOnly = isCheckpoint(t.Teacher.Model, catalog) || isCheckpoint(t.Student.Model, catalog)
		c.models(t, t.Environment)
		for _, declared := range exp.Evaluations {
			ev := declared.In(t.Environment.Name)
			where := ev.Environment
			if where == nil {
				where = t.Environment
			}
			key := where.Name
			if declared.PerEnvironment {
				key = t.Environment.Name
			}
			c.models(t, where)
			if env := c.open(where); env != nil && c.first("evaluation", ev.Name, key) {
				c.diags = append(c.diags, checkSplit(ev, where, env)...)
			}
		}
	}
	return c.diags
}

// checker asks everything once.
type checker struct {
	catalog *registry.Catalog
	opened  map[*experiments.Environment]registry.Environment // nil where that failed
	seen    map[string]bool
	diags   hcl.Diagnostics
	// plansOnly says that some policy of the trial in hand is a checkpoint, which this build does not run: data that is not there
	// keeps nobody from planning.
	plansOnly bool
	// reading says that nothing is going to run.
	reading bool
}

func (c *checker) first(names ...string) bool {
	key := strings.Join(names, "\x00")
	seen := c.seen[key]
	c.seen[key] = true
	return !seen
}

// open opens an environment; nil where it cannot be opened.
func (c *checker) open(e *experiments.Environment) registry.Environment {
	env, known := c.opened[e]
	if !known {
		var diags hcl.Diagnostics
		env, diags = c.openEnvironment(e)
		c.diags = append(c.diags, diags...)
		c.opened[e] = env
	}
	return env
}

// models checks whether the trial's policies can read an environment.
func (c *checker) models(t experiments.Trial, e *experiments.Environment) {
	env := c.open(e)
	for _, p := range []*experiments.Policy{t.Teacher, t.Student} {
		if env != nil && !isCheckpoint(p.Model, c.catalog) && c.first("model", p.Model.Name, e.Name) {
			c.diags = append(c.diags, checkModel(p.Model, e, env, c.catalog)...)
		}
	}
}

func (c *checker) openEnvironment(e *experiments.Environment) (registry.Environment, hcl.Diagnostics) {
	kind, ok := c.catalog.Environment(e.Use)
	if !ok {
		panic(fmt.Sprintf("environment %q passed the language and is not in the catalogue", e.Use))
	}
	env, err := kind.New(e.Settings)
	if err == nil {
		return env, checkFaults(e, env)
	}
	var diags hcl.Diagnostics
	for _, one := range parts(err) {
		at := e.DeclRange
		if origin, ok := originOf(one, e.Origins); ok {
			at = origin
		}
		d := &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Unusable environment", Subject: &at,
			Detail: fmt.Sprintf("Environment %q cannot be opened: %s.", e.Name, strings.TrimSuffix(one.Error(), ".")),
		}
		if setting, ok := errors.AsType[*registry.SettingError](one); ok && setting.Missing {
			d.Detail += fetching(e.Use)
			switch {
			case c.reading:
				d.Severity, d.Summary = hcl.DiagWarning, "Missing data"
				d.Detail += " Results are those of the data that the last run read."
			case c.plansOnly:
				d.Severity, d.Summary = hcl.DiagWarning, "Missing data"
				d.Detail += " The plan is made without; stages get other hashes with it."
			}
		}
		diags = append(diags, d)
	}
	return nil, diags
}

// mostFaults bounds how many files or records are named.
const mostFaults = 5

// checkFaults warns of files and records that an environment leaves out.
func checkFaults(e *experiments.Environment, env registry.Environment) hcl.Diagnostics {
	faulty, ok := env.(registry.Faulty)
	if !ok || len(faulty.Faults()) == 0 {
		return nil
	}
	faults := faulty.Faults()
	var named []string
	for _, fault := range faults[:min(len(faults), mostFaults)] {
		named = append(named, fault.Error())
	}
	if more := len(faults) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	at := e.DeclRange
	return hcl.Diagnostics{{
		Severity: hcl.DiagWarning, Summary: "Unusable data", Subject: &at,
		Detail: fmt.Sprintf("Environment %q leaves out what it cannot use: %s.", e.Name, strings.Join(named, "; ")),
	}}
}

// fetching says where the data of an environment comes from; empty where nobody knows.
func fetching(use string) string {
	_, fetched := datasets.Named(use)
	_, foreign := datasets.Foreign(use)
	switch {
	case fetched:
		return fmt.Sprintf(" \"retort data get %s\" fetches its data.", use)
	case foreign:
		return fmt.Sprintf(" \"retort data get %s\" says where its data comes from.", use)
	}
	return ""
}

// isCheckpoint says whether policies of a model start from somebody else's weights.
func isCheckpoint(m *experiments.Model, catalog *registry.Catalog) bool {
	kind, ok := catalog.Model(m.Use)
	return ok && kind.Checkpoint != nil
}

// parts takes a joined error apart.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// originOf finds the place of the setting that an error is about: the one that it names as a value or at its
// beginning.
func originOf(err error, origins map[string]hcl.Range) (hcl.Range, bool) {
	name := ""
	if setting, ok := errors.AsType[*registry.SettingError](err); ok {
		name = setting.Setting
	} else if end := strings.IndexAny(err.Error(), " :,"); end > 0 {
		name = err.Error()[:end]
	}
	at, ok := origins[name]
	return at, ok
}

// checkSplit reports an evaluation that wants tasks which an environment does not have.
func checkSplit(ev *experiments.Evaluation, e *experiments.Environment, env registry.Environment) hcl.Diagnostics {
	s := ev.Settings.(*evaluation.Settings)
	size, found := 0, false
	var names []string
	for _, split := range env.Splits() {
		names = append(names, split.Name)
		if split.Name == s.Tasks {
			size, found = split.Tasks, true
		}
	}
	setting, detail := "tasks", ""
	switch {
	case !found:
		detail = fmt.Sprintf("Environment %q has no tasks called %q.%s", e.Name, s.Tasks,
			didYouMean(s.Tasks, names, "", fmt.Sprintf(" It has %s", strings.Join(names, ", "))))
	case size == 0:
		detail = fmt.Sprintf("Environment %q has no task in %q.", e.Name, s.Tasks)
	case s.Count > size:
		setting, detail = "count", fmt.Sprintf("Evaluation %q wants %d tasks, and environment %q has %d in %q.", ev.Name, s.Count, e.Name, size, s.Tasks)
	default:
		return nil
	}
	at, ok := ev.Origins[setting]
	if !ok {
		at = ev.DeclRange
	}
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Missing tasks", Detail: detail, Subject: &at}}
}

func checkModel(m *experiments.Model, e *experiments.Environment, env registry.Environment, catalog *registry.Catalog) hcl.Diagnostics {
	kind, ok := catalog.Model(m.Use)
	if !ok {
		panic(fmt.Sprintf("model %q passed the language and is not in the catalogue", m.Use))
	}
	if _, err := kind.Format(m.Settings, env); err != nil {
		at := m.DeclRange
		return hcl.Diagnostics{{
			Severity: hcl.DiagError, Summary: "Unusable model", Subject: &at,
			Detail: fmt.Sprintf("Model %q cannot read environment %q: %v.", m.Name, e.Name, err),
		}}
	}
	return nil
}
