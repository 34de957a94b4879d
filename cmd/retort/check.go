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

// checkEnvironments asks the environments of the trials, which only now can be opened, whether their settings make
// one, whether they have the tasks that evaluations want, and whether the models can read them.
func checkEnvironments(exp *experiments.Experiment, catalog *registry.Catalog) hcl.Diagnostics {
	trials, _ := exp.Trials()
	opened := map[*experiments.Environment]registry.Environment{}
	read := map[string]bool{}
	var diags hcl.Diagnostics
	for _, t := range trials {
		env, known := opened[t.Environment]
		if !known {
			var moreDiags hcl.Diagnostics
			env, moreDiags = openEnvironment(t.Environment, catalog)
			diags = append(diags, moreDiags...)
			opened[t.Environment] = env
			if env != nil {
				diags = append(diags, checkSplits(exp, t.Environment, env)...)
			}
		}
		for _, p := range []*experiments.Policy{t.Teacher, t.Student} {
			key := p.Model.Name + "\x00" + t.Environment.Name
			if env != nil && !read[key] {
				read[key] = true
				diags = append(diags, checkModel(p.Model, t.Environment, env, catalog)...)
			}
		}
	}
	return diags
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

// checkSplits reports evaluations that want tasks which an environment does not have.
func checkSplits(exp *experiments.Experiment, e *experiments.Environment, env registry.Environment) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, ev := range exp.Evaluations {
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
			continue
		}
		at, ok := ev.Origins[setting]
		if !ok {
			at = ev.DeclRange
		}
		diags = append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Missing tasks", Detail: detail, Subject: &at})
	}
	return diags
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
