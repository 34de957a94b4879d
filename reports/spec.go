package reports

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports/published"
	"github.com/retort-ml/retort/reports/stats"
)

// BestOfOthers as a baseline compares every row with the best of its competitors in the same cell.
const BestOfOthers = "best of the others"

// MeanColumn as the last of Spec.Columns adds the mean over the last column axis.
const MeanColumn = "mean"

// MetricAxis as the last of Spec.Columns gives every metric of Spec.Metrics a column.
const MetricAxis = "metric"

// Spec describes a table of a metric.
type Spec struct {
	Name, Title string
	Grid        string
	// Rows and Columns are axes: labels of the grid's trials. Columns may end with MeanColumn. Axes
	// named in neither are averaged over with equal weight, seeds excepted, which are what intervals are about.
	Rows, Columns []string
	// Metric is the number in the table. A metric recorded by a stage (Metric.Stage) has no tasks: it stands with its n and the
	// spread between seeds, and is not compared.
	Metric registry.Metric
	// Metrics are the numbers of a table that has MetricAxis among its columns; Metric is then not read.
	Metrics []registry.Metric
	// Compare is the axis whose values compete: bold and differences are within cells that agree in everything
	// else. Empty means "method" where that is a row or column axis, else no comparison.
	Compare string
	// Baseline is a value of the compared axis, BestOfOthers, or empty.
	Baseline string
	// Published holds the numbers to print beside the measured ones; Names lists, for a label
	// of ours (a method, an environment, a model), the names it is published under. Labels that are
	// kinds of the registry need no entry.
	Published []published.Row
	Names     map[string][]string
	// Elsewhere names the environment of the evaluation for an environment of trials, by its name among the labels, where that
	// is another.
	Elsewhere map[string]string
	// Aids says for an environment of trials, by its name among the labels, what help by hand policies have in the environment of the
	// evaluation.
	Aids map[string]string
	// Phase of the evaluation, "evaluation" when empty.
	Phase string
	// Interval, Level and Resamples are as in stats.Options.
	Interval  string
	Level     float64
	Resamples int
}

func (s Spec) filled() (Spec, error) {
	if s.Phase == "" {
		s.Phase = "evaluation"
	}
	if s.Level == 0 {
		s.Level = 0.95
	}
	if s.Resamples == 0 {
		s.Resamples = stats.DefaultResamples
	}
	if s.Title == "" {
		s.Title = s.Metric.Title
	}
	if len(s.Rows) == 0 {
		return s, fmt.Errorf("build table %q: no row axis", s.Name)
	}
	for _, word := range []string{MeanColumn, MetricAxis} {
		if slices.Contains(s.Rows, word) {
			return s, fmt.Errorf("build table %q: %q can only be among the columns, not the rows %q", s.Name, word, s.Rows)
		}
	}
	if i := slices.Index(s.Columns, MeanColumn); i >= 0 && (i == 0 || i != len(s.Columns)-1) {
		return s, fmt.Errorf("build table %q: %q must be the last of the columns %q, after an axis", s.Name, MeanColumn, s.Columns)
	}
	axes := append(slices.Clone(s.Rows), s.columnAxes()...)
	for i, a := range axes {
		if slices.Contains(axes[:i], a) {
			return s, fmt.Errorf("build table %q: axis %q is named twice", s.Name, a)
		}
	}
	if s.Compare == "" && slices.Contains(axes, "method") {
		s.Compare = "method"
	}
	if s.Compare != "" && !slices.Contains(axes, s.Compare) {
		return s, fmt.Errorf("build table %q: compared axis %q is neither row nor column", s.Name, s.Compare)
	}
	if s.Baseline != "" && s.Compare == "" {
		return s, fmt.Errorf("build table %q: baseline %q needs a compared axis among rows or columns", s.Name, s.Baseline)
	}
	if s.Interval != "" && !slices.Contains(stats.Methods(), s.Interval) {
		return s, fmt.Errorf("build table %q: interval %q: want one of %q", s.Name, s.Interval, stats.Methods())
	}
	if s.Metric.Value == nil && s.Metric.OfTask == nil && s.Metric.Stage == "" {
		return s, fmt.Errorf("build table %q: no metric", s.Name)
	}
	if s.Metric.Stage != "" {
		s.Compare, s.Baseline = "", ""
	}
	return s, nil
}

func (s Spec) columnAxes() []string {
	if s.hasMean() {
		return s.Columns[:len(s.Columns)-1]
	}
	return s.Columns
}

func (s Spec) hasMean() bool { return len(s.Columns) > 1 && s.Columns[len(s.Columns)-1] == MeanColumn }
