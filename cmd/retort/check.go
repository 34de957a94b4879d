package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
)

// checkEnvironments asks the environments of the trials and of the evaluations, which only now can be opened, whether their settings
// make one, whether they have the tasks that evaluations want, and whether the models can read them.
func checkEnvironments(exp *experiments.Experiment, catalog *registry.Catalog) hcl.Diagnostics {
	c := checker{catalog: catalog, opened: map[*experiments.Environment]registry.Environment{}, seen: map[string]bool{}}
	trials, _ := exp.Trials()
	for _, t := range trials {
		c.models(t, t.Environment)
		for _, ev := range exp.Evaluations {
			where := ev.Environment
			if where == nil {
				where = t.Environment
			}
			c.models(t, where)
			if env := c.open(where); env != nil && c.first("evaluation", ev.Name, where.Name) {
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
		env, diags = openEnvironment(e, c.catalog)
		c.diags = append(c.diags, diags...)
		c.opened[e] = env
	}
	return env
}

// models checks whether the trial's policies can read an environment.
func (c *checker) models(t experiments.Trial, e *experiments.Environment) {
	env := c.open(e)
	for _, p := range []*experiments.Policy{t.Teacher, t.Student} {
		if env != nil && c.first("model", p.Model.Name, e.Name) {
			c.diags = append(c.diags, checkModel(p.Model, e, env, c.catalog)...)
		}
	}
}

func openEnvironment(e *experiments.Environment, catalog *registry.Catalog) (registry.Environment, hcl.Diagnostics) {
	kind, ok := catalog.Environment(e.Use)
	if !ok {
		panic(fmt.Sprintf("environment %q passed the language and is not in the catalogue", e.Use))
	}
	env, err := kind.New(e.Settings)
	if err == nil {
		return env, nil
	}
	var diags hcl.Diagnostics
	for _, one := range parts(err) {
		at := e.DeclRange
		if origin, ok := originOf(one, e.Origins); ok {
			at = origin
		}
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Unusable environment", Subject: &at,
			Detail: fmt.Sprintf("Environment %q cannot be opened: %s.", e.Name, strings.TrimSuffix(one.Error(), ".")),
		})
	}
	return nil, diags
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
