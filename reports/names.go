package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Name is the row's name in one line.
func (r Row) Name() string { return strings.Join(r.Labels, " / ") }

// Name is the column's name in one line.
func (c Column) Name() string { return strings.Join(c.Labels, " / ") }

// heading is the first line of a printed table.
func (t *Table) heading() string {
	name := t.Name
	if t.Experiment != "" {
		name = t.Experiment + " / " + t.Name
	}
	switch {
	case t.Metric.Name == "" && t.Title == t.Name:
		return name
	case t.Metric.Name == "":
		return fmt.Sprintf("%s: %s", name, t.Title)
	}
	return fmt.Sprintf("%s: %s%s", name, t.Title, unitAndArrow(t.Metric))
}

func unitAndArrow(m registry.Metric) string {
	text := ""
	if m.Unit != "" {
		text = " (" + m.Unit + ")"
	}
	switch {
	case m.Undirected:
	case m.HigherIsBetter:
		text += " ↑"
	default:
		text += " ↓"
	}
	return text
}

// head is what a printed table calls a column.
func (t *Table) head(c Column) string {
	if t.Metric.Name != "" {
		return c.Name()
	}
	return Column{Labels: append(slices.Clone(c.Labels[:len(c.Labels)-1]), c.Metric.Title+unitAndArrow(c.Metric))}.Name()
}

// source is the line that says where a table comes from.
func (t *Table) source() string {
	parts := []string{"plan " + t.Plan}
	if t.Origin.Version != "" {
		parts = append(parts, "version "+t.Origin.Version)
	}
	if t.Origin.Command != "" {
		parts = append(parts, t.Origin.Command)
	}
	return strings.Join(parts, ", ")
}

// shortSource is source for a picture: twelve digits of the hash find the plan.
func (t *Table) shortSource() string {
	short := *t
	short.Plan = fmt.Sprintf("%.12s", t.Plan)
	return short.source()
}

// text is a cell in pieces, for the renderers to arrange.
type text struct {
	value, interval string
	bold            bool
	// remarks are n=2/3 where not all is done, and published numbers.
	remarks []string
}

// text writes a cell with extra digits.
func (t *Table) text(column Column, c Cell, extra int) text {
	m := column.Metric
	out := text{value: number(m, c.Value, extra), bold: c.Bold}
	switch {
	case c.Planned == 0:
		out.value = ""
		return out
	case math.IsNaN(c.Value):
		out.remarks = append(out.remarks, c.Hole)
	case c.Interval.Exists():
		out.interval = fmt.Sprintf("[%s, %s]", number(m, c.Interval.Lo, extra), number(m, c.Interval.Hi, extra))
	}
	if c.Done < c.Planned && !math.IsNaN(c.Value) {
		out.remarks = append(out.remarks, fmt.Sprintf("n=%d/%d", c.Done, c.Planned))
	}
	if m.Stage != "" && c.Episodes > 0 {
		out.remarks = append(out.remarks, fmt.Sprintf("of %d", c.Episodes))
	}
	if pub := publishedText(m, c); pub != "" {
		out.remarks = append(out.remarks, "published "+pub)
	}
	return out
}

// publishedText writes the published numbers of a cell: words as they are, several of them as a range.
func publishedText(m registry.Metric, c Cell) string {
	var list []string
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range c.Published {
		if math.IsNaN(p.Value) {
			list = append(list, p.Row.Value)
			continue
		}
		lo, hi = min(lo, p.Value), max(hi, p.Value)
		list = append(list, number(m, p.Value, 0))
	}
	if len(list) > 2 && !math.IsInf(lo, 0) {
		return fmt.Sprintf("%s to %s (%d rows)", number(m, lo, 0), number(m, hi, 0), len(list))
	}
	return strings.Join(list, ", ")
}

// differenceText writes a comparison: the difference with its interval first, the p value after.
func differenceText(m registry.Metric, d *Difference, corrected float64) text {
	if d == nil {
		return text{}
	}
	out := text{value: signed(m, d.Value, 0), remarks: []string{pText(corrected)}}
	if d.Interval.Exists() {
		out.interval = fmt.Sprintf("[%s, %s]", signed(m, d.Interval.Lo, 0), signed(m, d.Interval.Hi, 0))
	}
	return out
}

// hasDifferences says that some cell is compared with the baseline.
func (t *Table) hasDifferences() bool {
	for _, row := range t.Cells {
		for _, c := range row {
			if c.Difference != nil {
				return true
			}
		}
	}
	return false
}

// differenceHeading names the block of differences.
func (t *Table) differenceHeading() string {
	unit := differenceUnit(t.Metric)
	if t.Metric.Name == "" && t.onlyRates() {
		unit = "points"
	}
	if unit != "" {
		unit = " (" + unit + ")"
	}
	return fmt.Sprintf("Difference to %s%s", t.baselineText(), unit)
}

// differenceUnit is the unit of a difference: percentage points for a rate.
func differenceUnit(m registry.Metric) string {
	if m.Rate {
		return "points"
	}
	return m.Unit
}

func (t *Table) onlyRates() bool {
	return !slices.ContainsFunc(t.Columns, func(c Column) bool { return !c.Metric.Rate })
}

// overallLines writes the comparisons over all cells.
func (t *Table) overallLines() []string {
	var lines []string
	for _, o := range t.Overall {
		cells := fmt.Sprintf("all %d cells", o.Planned)
		if o.Cells < o.Planned {
			cells = fmt.Sprintf("%d of %d cells", o.Cells, o.Planned)
		}
		d := differenceText(t.Metric, &Difference{Difference: o.Difference}, o.P)
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("Over %s: %s %s %s %s uncorrected, better in %d.",
			cells, o.Label, d.value, d.interval, d.remarks[0], o.Ahead)))
	}
	return lines
}
