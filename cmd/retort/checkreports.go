package main

import (
	"fmt"
	"maps"

	"github.com/hashicorp/hcl/v2"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

// checkReports lays out the tables and plots of an experiment without any result. What cannot be laid out now could not be printed
// after hours of training either.
func checkReports(exp *experiments.Experiment, plan *runner.Plan, catalog *registry.Catalog) hcl.Diagnostics {
	plan = oneSeed(plan)
	var diags hcl.Diagnostics
	report := func(at hcl.Range, summary string, err error) {
		if err != nil {
			diags = append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf("It cannot be made: %v.", err), Subject: &at})
		}
	}
	for _, t := range exp.Tables {
		_, err := buildTable(catalog, exp, noResults{}, plan, t)
		report(t.DeclRange, "Unusable table", err)
	}
	f := &figures{catalog, exp, noResults{}, plan}
	for _, p := range exp.Plots {
		var err error
		if s, ok := p.Settings.(*barsSettings); ok {
			_, err = f.barsTable(p, s) // bars of nothing cannot be drawn
		} else {
			_, err = f.figure(p)
		}
		report(p.DeclRange, "Unusable plot", err)
	}
	return diags
}

// oneSeed keeps the first of the trials that differ in nothing but the seed: no layout depends on the others.
func oneSeed(plan *runner.Plan) *runner.Plan {
	one := *plan
	one.Trials = nil
	seen := map[string]bool{}
	for _, t := range plan.Trials {
		labels := maps.Clone(t.Labels)
		delete(labels, reports.SeedAxis)
		key := experiments.Hash([]any{labels, t.Grids})
		if !seen[key] {
			seen[key] = true
			one.Trials = append(one.Trials, t)
		}
	}
	return &one
}

// noResults is a store in which nothing is done.
type noResults struct{}

var _ reports.Source = noResults{}

func (noResults) States(hashes []string) (map[string]results.StageState, error) {
	states := make(map[string]results.StageState, len(hashes))
	for _, h := range hashes {
		states[h] = results.StageState{State: attempt.Pending}
	}
	return states, nil
}

func (noResults) Summaries(string, string) ([]registry.Summary, error) { return nil, nil }

func (noResults) Metrics(string) ([]results.MetricRow, error) { return nil, nil }

func (noResults) Warnings(string) ([]string, error) { return nil, nil }
