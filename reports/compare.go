package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/reports/stats"
)

// at is a place in the table.
type at struct{ row, column int }

// competitor is the label of the compared axis at a place.
func (b *builder) competitor(p at) string {
	if i := slices.Index(b.table.RowAxes, b.spec.Compare); i >= 0 {
		return b.table.Rows[p.row].Labels[i]
	}
	return b.table.Columns[p.column].Labels[slices.Index(b.table.ColumnAxes, b.spec.Compare)]
}

// groups lists the sets of cells that agree in everything but the compared axis, in the order of the table. With the compared
// axis in the columns a mean column over it has no competitors.
func (b *builder) groups() [][]at {
	if b.spec.Compare == "" {
		return nil
	}
	var list [][]at
	index := map[string]int{}
	for r, row := range b.table.Rows {
		for c, column := range b.table.Columns {
			if row.Reference || (column.Mean && b.table.ColumnAxes[len(b.table.ColumnAxes)-1] == b.spec.Compare) {
				continue
			}
			key := strings.Join(without(b.table.RowAxes, row.Labels, b.spec.Compare), "\x00") + "\x01" +
				strings.Join(without(b.table.ColumnAxes, column.Labels, b.spec.Compare), "\x00")
			g, ok := index[key]
			if !ok {
				g = len(list)
				index[key] = g
				list = append(list, nil)
			}
			list[g] = append(list[g], at{r, c})
		}
	}
	return list
}

func without(axes, labels []string, axis string) []string {
	var out []string
	for i, a := range axes {
		if a != axis {
			out = append(out, labels[i])
		}
	}
	return out
}

func (b *builder) cellAt(p at) *Cell { return &b.table.Cells[p.row][p.column] }

// better compares two values in the metric's direction.
func (b *builder) better(x, y float64) bool {
	if b.spec.Metric.HigherIsBetter {
		return x > y
	}
	return x < y
}

// best returns the place with the best value, the first of equals, and false where none has a value.
func (b *builder) best(places []at, except at) (at, bool) {
	found := at{-1, -1}
	for _, p := range places {
		if p == except || math.IsNaN(b.cellAt(p).Value) {
			continue
		}
		if found.row < 0 || b.better(b.cellAt(p).Value, b.cellAt(found).Value) {
			found = p
		}
	}
	return found, found.row >= 0
}

// embolden marks in every group the best and what cannot be told from it after Holm.
func (b *builder) embolden() {
	if b.spec.Metric.Undirected {
		return
	}
	for _, group := range b.groups() {
		best, ok := b.best(group, at{-1, -1})
		if !ok {
			continue
		}
		var others []at
		for _, p := range group {
			if p != best && !math.IsNaN(b.cellAt(p).Value) {
				others = append(others, p)
			}
		}
		if len(others) == 0 {
			continue
		}
		b.cellAt(best).Bold = true
		var tested []*Difference
		for _, p := range others {
			cell := b.cellAt(p)
			d, err := b.difference(p, best)
			if err != nil {
				cell.Warnings = append(cell.Warnings, "not compared with the best: "+err.Error())
				continue
			}
			cell.Against = d
			tested = append(tested, d)
		}
		correct(tested)
		for _, p := range others {
			cell := b.cellAt(p)
			cell.Bold = cell.Against != nil && cell.Against.PCorrected > 1-b.spec.Level
		}
	}
}

// correct applies Holm to the comparisons of a family.
func correct(family []*Difference) {
	p := make([]float64, len(family))
	for i, d := range family {
		p[i] = d.P
	}
	for i, corrected := range stats.Holm(p) {
		family[i].PCorrected, family[i].Family = corrected, len(family)
	}
}

// difference compares two cells part by part, first minus second.
func (b *builder) difference(first, second at) (*Difference, error) {
	mine, theirs := b.parts[first.row][first.column], b.parts[second.row][second.column]
	if len(mine) != len(theirs) {
		return nil, fmt.Errorf("%d and %d parts", len(mine), len(theirs))
	}
	var list []stats.Difference
	for _, p := range mine {
		i := slices.IndexFunc(theirs, func(q *part) bool { return q.shared == p.shared })
		if i < 0 && len(theirs) == 1 {
			// Axes zipped with the compared one differ too.
			i = 0
		}
		if i < 0 {
			return nil, fmt.Errorf("no counterpart of %s", p.shared)
		}
		d, err := stats.Compare(p.arm, theirs[i].arm, stats.Options{
			Level: b.spec.Level, Resamples: b.spec.Resamples, Key: b.plan.Hash, Purpose: "difference/" + b.spec.Metric.Name + "/" + p.key + "/" + theirs[i].key,
		})
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return &Difference{Difference: stats.Combine(list, b.spec.Level), Other: b.competitor(second)}, nil
}

// compareToBaseline fills the differences to the baseline; the family of a correction is a column of the table (a
// row, where the competitors stand in columns).
func (b *builder) compareToBaseline() error {
	if b.spec.Baseline == "" {
		return nil
	}
	groups := b.groups()
	if b.spec.Baseline != BestOfOthers && !slices.ContainsFunc(groups, func(g []at) bool {
		return slices.ContainsFunc(g, func(p at) bool { return b.competitor(p) == b.spec.Baseline })
	}) {
		return fmt.Errorf("build table %q: baseline %q is no value of axis %q", b.spec.Name, b.spec.Baseline, b.spec.Compare)
	}
	families := map[int][]*Difference{}
	inRows := slices.Contains(b.table.RowAxes, b.spec.Compare)
	var order []int
	for _, group := range groups {
		for _, p := range group {
			cell := b.cellAt(p)
			d := b.toBaseline(p, group)
			if d == nil {
				continue
			}
			cell.Difference = d
			f := p.row
			if inRows {
				f = p.column
			}
			if _, ok := families[f]; !ok {
				order = append(order, f)
			}
			families[f] = append(families[f], d)
		}
	}
	for _, f := range order {
		correct(families[f])
	}
	b.overall(groups)
	return nil
}

// toBaseline compares a cell with the baseline of its group. A mean column averages the differences of the columns
// it stands for, so that the best of the others is the best of each column, not of the mean.
func (b *builder) toBaseline(p at, group []at) *Difference {
	cell := b.cellAt(p)
	if math.IsNaN(cell.Value) {
		return nil
	}
	if b.spec.Baseline != BestOfOthers && b.competitor(p) == b.spec.Baseline {
		return nil
	}
	if b.table.Columns[p.column].Mean {
		var parts []stats.Difference
		for c := p.column - 1; c >= 0 && !b.table.Columns[c].Mean; c-- {
			d := b.table.Cells[p.row][c].Difference
			if d == nil {
				return nil
			}
			parts = append(parts, d.Difference)
		}
		slices.Reverse(parts)
		return &Difference{Difference: stats.Combine(parts, b.spec.Level), Other: b.spec.Baseline}
	}
	var other at
	ok := false
	if b.spec.Baseline == BestOfOthers {
		other, ok = b.best(group, p)
	} else if i := slices.IndexFunc(group, func(q at) bool { return b.competitor(q) == b.spec.Baseline }); i >= 0 {
		other, ok = group[i], !math.IsNaN(b.cellAt(group[i]).Value)
	}
	if !ok {
		return nil
	}
	d, err := b.difference(p, other)
	if err != nil {
		cell.Warnings = append(cell.Warnings, fmt.Sprintf("not compared with %s: %v", b.competitor(other), err))
		return nil
	}
	return d
}

// rounding is more than the sum of equal shares in another order can be off by: a smaller difference is none.
const rounding = 1e-9

// overall averages every competitor's differences over all cells.
func (b *builder) overall(groups [][]at) {
	var order []string
	byLabel := map[string]*Overall{}
	parts := map[string][]stats.Difference{}
	for _, group := range groups {
		for _, p := range group {
			label := b.competitor(p)
			if b.table.Columns[p.column].Mean || b.cellAt(p).Planned == 0 || label == b.spec.Baseline {
				continue
			}
			o := byLabel[label]
			if o == nil {
				o = &Overall{Label: label}
				byLabel[label] = o
				order = append(order, label)
			}
			o.Planned++
			d := b.cellAt(p).Difference
			if d == nil {
				continue
			}
			o.Cells++
			if b.better(d.Value, 0) && math.Abs(d.Value) > rounding {
				o.Ahead++
			}
			parts[label] = append(parts[label], d.Difference)
		}
	}
	for _, label := range order {
		o := byLabel[label]
		if o.Planned < 2 || o.Cells == 0 {
			continue
		}
		o.Difference = stats.Combine(parts[label], b.spec.Level)
		b.table.Overall = append(b.table.Overall, *o)
	}
}
