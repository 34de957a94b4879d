package main

import (
	"slices"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/reports/published"
)

// warmupName is the one warm-up: supervised fine-tuning on demonstrations.
const warmupName = "sft"

// language answers what the names in an experiment mean. It implements experiments.Catalog over the registry's table.
type language struct {
	catalog *registry.Catalog
}

var _ experiments.Catalog = language{}

// Settings implements experiments.Catalog.
func (l language) Settings(kind, name string) (any, bool) {
	switch kind {
	case experiments.KindMethod:
		if m, ok := l.catalog.Method(name); ok {
			return m.Settings(), true
		}
	case experiments.KindEnvironment:
		if e, ok := l.catalog.Environment(name); ok {
			return e.Settings(), true
		}
	case experiments.KindModel:
		if m, ok := l.catalog.Model(name); ok {
			return m.Settings(), true
		}
	case experiments.KindWarmup:
		if name == warmupName {
			s := warmup.Defaults()
			return &s, true
		}
	case experiments.KindEvaluation:
		if name == experiments.DefaultEvaluation {
			s := evaluation.Defaults()
			return &s, true
		}
	case experiments.KindPlot:
		return plotSettings(name)
	}
	return nil, false
}

// Names implements experiments.Catalog.
func (l language) Names(kind string) []string {
	switch kind {
	case experiments.KindMethod:
		return l.catalog.Methods()
	case experiments.KindEnvironment:
		return l.catalog.Environments()
	case experiments.KindModel:
		return l.catalog.Models()
	case experiments.KindWarmup:
		return []string{warmupName}
	case experiments.KindEvaluation:
		return []string{experiments.DefaultEvaluation}
	case experiments.KindMetric:
		return l.catalog.Metrics()
	case experiments.KindPlot:
		return plotNames()
	case experiments.KindPublished:
		return publishedNames()
	}
	return nil
}

// publishedNames lists tables of published numbers as PAPER/TABLE.
func publishedNames() []string {
	var names []string
	for _, paper := range published.Papers() {
		for _, table := range published.Tables(paper) {
			names = append(names, paper+"/"+table)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
