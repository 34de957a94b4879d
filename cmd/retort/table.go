package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/reports/published"
	"github.com/retort-ml/retort/runner"
)

func tableCommand() *command {
	return &command{
		name: "table", abrupt: true, arguments: "EXPERIMENT [NAME]", json: true,
		summary: "Print the tables of an experiment from the store",
		help: `
Computes the tables from the records, all of them or the one named. Every value stands with its interval and with how many of the planned
trials it rests on; published numbers stand beside the measured ones.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			var as string
			for _, f := range []string{formatCSV, formatMarkdown, formatLaTeX} {
				flags.BoolFunc(f, "write "+f, func(string) error { as = f; return nil })
			}
			return func(_ context.Context, s *session, args []string) error { return s.table(args, &o, as) }
		},
	}
}

// Formats of tables besides text and JSON.
const (
	formatCSV      = "csv"
	formatMarkdown = "markdown"
	formatLaTeX    = "latex"
)

func (s *session) table(args []string, o *source, as string) error {
	if err := arguments(args, "EXPERIMENT", "[NAME]"); err != nil {
		return err
	}
	if s.json && as != "" {
		return usageError("-json and -%s are two formats", as)
	}
	exp, plan, err := s.recordedPlan(args[0], o)
	if err != nil {
		return err
	}
	name := ""
	if len(args) == 2 {
		name = args[1]
	}
	store, err := s.requireStore(o)
	if err != nil {
		return err
	}
	defer store.Close()
	tables, err := buildTables(s.catalog(), exp, store, plan, name)
	if err != nil {
		return err
	}
	view := views.NewTable(s.json, s.out)
	switch as {
	case formatCSV:
		view = views.NewRendered(s.out, (*reports.Table).CSV)
	case formatMarkdown:
		view = views.NewRendered(s.out, (*reports.Table).Markdown)
	case formatLaTeX:
		view = views.NewRendered(s.out, (*reports.Table).LaTeX)
	}
	return view.Tables(tables)
}

// buildTables makes the tables of an experiment, or those of the one that is named. An experiment that declares none gets a
// table of success rates for each of its grids.
func buildTables(catalog *registry.Catalog, exp *experiments.Experiment, src reports.Source, plan *runner.Plan, name string) ([]*reports.Table, error) {
	var tables []*reports.Table
	var names []string
	for _, t := range declaredTables(exp) {
		names = append(names, t.Name)
		if name != "" && t.Name != name {
			continue
		}
		built, err := buildTable(catalog, exp, src, plan, t)
		if err != nil {
			return nil, configError(fmt.Errorf("%s: %w", place(t.DeclRange), err))
		}
		tables = append(tables, built...)
	}
	if name != "" && len(tables) == 0 {
		return nil, usageError("experiment %s has no table %q.%s", exp.Name, name, didYouMean(name, names, "", " Its tables: "+enumerate(names)))
	}
	return tables, nil
}

// buildTable makes what one table block stands for.
func buildTable(catalog *registry.Catalog, exp *experiments.Experiment, src reports.Source, plan *runner.Plan, t *experiments.Table) ([]*reports.Table, error) {
	var tables []*reports.Table
	for _, spec := range tableSpecs(catalog, exp, t) {
		origin := reports.Origin{Version: thisBuild().Version, Command: fmt.Sprintf("retort table %s %s", exp.Name, t.Name)}
		built, err := reports.Build(src, reportPlan(exp, plan, t.Evaluation), spec, origin)
		if err != nil {
			return nil, err
		}
		tables = append(tables, built)
	}
	return tables, nil
}

// declaredTables are the tables of an experiment, or the ones that stand in where it declares none.
func declaredTables(exp *experiments.Experiment) []*experiments.Table {
	if len(exp.Tables) > 0 {
		return exp.Tables
	}
	var list []*experiments.Table
	for _, g := range exp.Grids {
		list = append(list, &experiments.Table{
			Name: g.Name, Grid: g, Rows: []string{"teacher", "student", "method"}, Columns: []string{"environment"},
			Metrics: []string{"success_rate"}, Evaluation: exp.Evaluations[0], DeclRange: g.DeclRange,
		})
	}
	return list
}

// tableSpecs says what reports have to build for a table: one table with a column a metric where the metrics are an axis, else
// one table a metric.
func tableSpecs(catalog *registry.Catalog, exp *experiments.Experiment, t *experiments.Table) []reports.Spec {
	base := reports.Spec{
		Name: t.Name, Title: t.Title, Grid: t.Grid.Name, Rows: t.Rows, Columns: t.Columns, Baseline: t.Baseline, Names: publishedLabels(exp),
	}
	base.Aids, base.Elsewhere = map[string]string{}, map[string]string{}
	for _, e := range exp.Environments {
		where := e
		if t.Evaluation != nil {
			if other := t.Evaluation.In(e.Name).Environment; other != nil && other != e {
				where = other
				base.Elsewhere[e.Name] = other.Name
			}
		}
		if kind, _ := catalog.Environment(where.Use); kind.Aid != nil {
			base.Aids[e.Name] = kind.Aid(where.Settings)
		}
	}
	if t.Published != nil {
		base.Published = published.Lookup(t.Published.Paper, t.Published.Table)
	}
	if slices.Contains(t.Columns, reports.MetricAxis) {
		for _, name := range t.Metrics {
			base.Metrics = append(base.Metrics, metricOf(catalog, name))
		}
		return []reports.Spec{base}
	}
	var specs []reports.Spec
	for _, name := range t.Metrics {
		one := base
		one.Metric = metricOf(catalog, name)
		if len(t.Metrics) > 1 {
			one.Name += "/" + name
			if one.Title != "" {
				one.Title += ": " + one.Metric.Title
			}
		}
		specs = append(specs, one)
	}
	return specs
}

func metricOf(catalog *registry.Catalog, name string) registry.Metric {
	m, ok := catalog.Metric(name)
	if !ok {
		panic(fmt.Sprintf("metric %q passed the language and is not in the catalogue", name))
	}
	return m
}

// reportPlan is a plan as reports read it, with the roles of one evaluation.
func reportPlan(exp *experiments.Experiment, plan *runner.Plan, evaluation *experiments.Evaluation) reports.Plan {
	suffix := ""
	if evaluation != nil && evaluation != exp.Evaluations[0] {
		suffix = "/" + evaluation.Name
	}
	p := reports.Plan{Experiment: plan.Experiment, Hash: plan.Hash}
	for _, t := range plan.Trials {
		roles := maps.Clone(t.Roles)
		for _, role := range []string{reports.RoleEvaluate, reports.RoleStudent, reports.RoleTeacher, reports.RoleNothing, reports.RoleRandom, reports.RoleBlind} {
			roles[role] = t.Roles[role+suffix]
		}
		p.Trials = append(p.Trials, reports.Trial{ID: t.ID, Labels: t.Labels, Grids: t.Grids, Stages: t.Stages, Roles: roles})
	}
	return p
}

// publishedLabels lists under which names papers report what the experiment's blocks stand for. A method that extends
// another is a variant, a control often, that no paper's number belongs to.
func publishedLabels(exp *experiments.Experiment) map[string][]string {
	labels := map[string][]string{}
	for _, e := range exp.Environments {
		labels[e.Name] = published.EnvironmentNames(e.Use)
	}
	for _, m := range exp.Methods {
		if m.Extends == "" {
			labels[m.Name] = published.MethodNames(m.Use)
		}
	}
	return labels
}
