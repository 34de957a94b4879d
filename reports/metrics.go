package reports

import (
	"fmt"
	"math"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// buildMetrics makes a table whose columns end with the metrics: one table a metric, laid side by side.
func buildMetrics(src Source, plan Plan, spec Spec, origin Origin) (*Table, error) {
	last := len(spec.Columns) - 1
	if spec.Columns[last] != MetricAxis {
		return nil, fmt.Errorf("build table %q: %q must be the last of the columns %q", spec.Name, MetricAxis, spec.Columns)
	}
	if len(spec.Metrics) == 0 && spec.Metric.Name != "" {
		spec.Metrics = []registry.Metric{spec.Metric}
	}
	if len(spec.Metrics) == 0 {
		return nil, fmt.Errorf("build table %q: no metric", spec.Name)
	}
	var all *Table
	var singles []*Table
	for _, m := range spec.Metrics {
		one := spec
		one.Metric, one.Metrics, one.Columns = m, nil, spec.Columns[:last]
		t, err := buildOne(src, plan, one, origin)
		if err != nil {
			return nil, err
		}
		single := *t
		singles = append(singles, &single)
		for c := range t.Columns {
			t.Columns[c].Labels = append(slices.Clone(t.Columns[c].Labels), m.Name)
		}
		if all == nil {
			all = t
			all.ColumnAxes = slices.Clone(spec.Columns)
			continue
		}
		all.beside(t)
	}
	all.Caption = ownCaptions(singles)
	all.Title = spec.Title
	if all.Title == "" {
		all.Title = spec.Name
	}
	all.Metric = registry.Metric{}
	all.Overall = nil
	all.interleave(len(spec.Metrics))
	all.dropEmptyRows()
	return all, nil
}

// beside appends another table's columns. Rows follow from the plan; only those for reference policies may be in one
// of the two, as no stage of a method records anything of them.
func (t *Table) beside(other *Table) {
	rows := t.Rows
	if len(other.Rows) > len(rows) {
		rows = other.Rows
	}
	left, right := t.cellsOf(rows), other.cellsOf(rows)
	t.Rows, t.Cells = rows, make([][]Cell, len(rows))
	for r := range rows {
		t.Cells[r] = append(left[r], right[r]...)
	}
	t.Columns = append(t.Columns, other.Columns...)
	for _, list := range []struct {
		to   *[]string
		from []string
	}{{&t.Aids, other.Aids}, {&t.Warnings, other.Warnings}} {
		for _, line := range list.from {
			if !slices.Contains(*list.to, line) {
				*list.to = append(*list.to, line)
			}
		}
	}
	// A published number without a cell has none under any of the metrics.
	t.Notes = slices.DeleteFunc(t.Notes, func(n string) bool { return !slices.Contains(other.Notes, n) })
}

// cellsOf returns the cells of rows, empty ones for rows that the table lacks.
func (t *Table) cellsOf(rows []Row) [][]Cell {
	cells := make([][]Cell, len(rows))
	for r, row := range rows {
		at := slices.IndexFunc(t.Rows, func(own Row) bool { return slices.Equal(own.Labels, row.Labels) })
		if at >= 0 {
			cells[r] = t.Cells[at]
			continue
		}
		for range t.Columns {
			cells[r] = append(cells[r], Cell{Value: math.NaN()})
		}
	}
	return cells
}

// interleave orders columns by the other axes first, metrics within.
func (t *Table) interleave(metrics int) {
	each := len(t.Columns) / metrics
	order := make([]int, 0, len(t.Columns))
	for c := range each {
		for m := range metrics {
			order = append(order, m*each+c)
		}
	}
	t.Columns = pick(t.Columns, order)
	for r := range t.Cells {
		t.Cells[r] = pick(t.Cells[r], order)
	}
}

func pick[T any](list []T, order []int) []T {
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = list[at]
	}
	return out
}

// dropEmptyRows removes rows nothing was planned for: methods without the stages that the metrics are about.
func (t *Table) dropEmptyRows() {
	var rows []Row
	var cells [][]Cell
	for r, row := range t.Rows {
		if slices.ContainsFunc(t.Cells[r], func(c Cell) bool { return c.Planned > 0 }) {
			rows = append(rows, row)
			cells = append(cells, t.Cells[r])
		}
	}
	t.Rows, t.Cells = rows, cells
}
