package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/plots"
	"github.com/retort-ml/retort/registry"
)

// Bars turns a table into a figure: a bar a competitor, a cluster for what the other row axes say, a panel a column (without
// means). A table whose columns are metrics of one unit gets a cluster a metric instead, and a panel for each of the
// other rows. The error says why a table has no such picture.
func Bars(t *Table) (plots.Bars, error) {
	at := slices.Index(t.RowAxes, t.Compare)
	if at < 0 {
		at = len(t.RowAxes) - 1
	}
	b := plots.Bars{Title: t.Title}
	metric, err := t.onlyMetric()
	if err != nil {
		return b, err
	}
	b.YLabel = axisLabel(metric)
	if metric.Rate {
		b.Max = 100
	}
	var groups []string
	index := map[string]map[string]int{} // group to series to row
	lines := map[string][]int{}          // group to its reference rows
	for r, row := range t.Rows {
		if row.Floor != "" {
			continue // see panelsByColumn
		}
		group := strings.Join(slices.Delete(slices.Clone(row.Labels), at, at+1), " / ")
		if index[group] == nil {
			index[group] = map[string]int{}
			groups = append(groups, group)
		}
		if row.Reference {
			lines[group] = append(lines[group], r)
			continue
		}
		if !slices.Contains(b.Series, row.Labels[at]) {
			b.Series = append(b.Series, row.Labels[at])
		}
		index[group][row.Labels[at]] = r
	}
	if len(b.Series) == 0 {
		return b, fmt.Errorf("draw table %q: no row to draw", t.Name)
	}
	bars := func(group string, column int) []plots.Bar {
		var list []plots.Bar
		for _, s := range b.Series {
			r, ok := index[group][s]
			if !ok {
				list = append(list, noBar())
				continue
			}
			list = append(list, barOf(t.Columns[column].Metric, t.Cells[r][column]))
		}
		return list
	}
	if t.Metric.Name == "" {
		t.panelsByRow(&b, groups, bars)
	} else {
		t.panelsByColumn(&b, groups, lines, at, bars)
	}
	b.Caption = t.figureCaption(b)
	return b, nil
}

// onlyMetric is the metric of the y axis: the table's, or the first of several with one unit.
func (t *Table) onlyMetric() (registry.Metric, error) {
	if len(t.Columns) == 0 {
		return registry.Metric{}, fmt.Errorf("draw table %q: no column to draw", t.Name)
	}
	first := t.Columns[0].Metric
	for _, c := range t.Columns {
		if c.Metric.Unit != first.Unit || c.Metric.Rate != first.Rate {
			return first, fmt.Errorf("draw table %q: %s (%s) and %s (%s) do not fit on one axis", t.Name, first.Name, first.Unit, c.Metric.Name, c.Metric.Unit)
		}
	}
	if t.Metric.Name == "" {
		first.Title = ""
	}
	return first, nil
}

func axisLabel(m registry.Metric) string {
	title := strings.ToLower(m.Title)
	if m.Title != "" && m.Title != strings.ToUpper(m.Title[:1])+strings.ToLower(m.Title[1:]) {
		title = m.Title // it holds a proper name
	}
	switch {
	case m.Unit == "":
		return title
	case title == "":
		return m.Unit
	}
	return title + " (" + m.Unit + ")"
}

func (t *Table) panelsByColumn(b *plots.Bars, groups []string, lines map[string][]int, at int, bars func(string, int) []plots.Bar) {
	for c, column := range t.Columns {
		if column.Mean {
			continue
		}
		p := plots.Panel{Title: column.Name(), Groups: groups}
		for _, g := range groups {
			p.Bars = append(p.Bars, bars(g, c))
		}
		// With several clusters a line across all of them would belong to one.
		if len(groups) == 1 {
			for _, r := range lines[groups[0]] {
				if v := t.Cells[r][c].Value; !math.IsNaN(v) {
					p.References = append(p.References, plots.Reference{Name: t.Rows[r].Labels[at], Value: scale(column.Metric, v)})
				}
			}
		}
		// A floor is that of all clusters; doing nothing mostly is the axis itself.
		for r, row := range t.Rows {
			if v := t.Cells[r][c].Value; row.Floor != "" && v > 0 {
				p.References = append(p.References, plots.Reference{Name: row.Labels[at], Value: scale(column.Metric, v)})
			}
		}
		b.Panels = append(b.Panels, p)
	}
}

func (t *Table) panelsByRow(b *plots.Bars, groups []string, bars func(string, int) []plots.Bar) {
	for _, g := range groups {
		p := plots.Panel{Title: g}
		for c, column := range t.Columns {
			if column.Mean {
				continue
			}
			labels := append(slices.Clone(column.Labels[:len(column.Labels)-1]), strings.ToLower(column.Metric.Title))
			p.Groups = append(p.Groups, strings.Join(labels, " "))
			p.Bars = append(p.Bars, bars(g, c))
		}
		b.Panels = append(b.Panels, p)
	}
}

func noBar() plots.Bar { return plots.Bar{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN()} }

func barOf(m registry.Metric, c Cell) plots.Bar {
	bar := noBar()
	bar.Value = scale(m, c.Value)
	bar.Partial = c.Done < c.Planned
	if c.Interval.Exists() {
		bar.Lo, bar.Hi = scale(m, c.Interval.Lo), scale(m, c.Interval.Hi)
	}
	for _, s := range c.SeedValues {
		bar.Dots = append(bar.Dots, scale(m, s.Value))
	}
	return bar
}

// scale puts rates in per cent.
func scale(m registry.Metric, v float64) float64 {
	if m.Rate {
		return 100 * v
	}
	return v
}

// figureCaption says what the marks are, and n.
func (t *Table) figureCaption(b plots.Bars) []string {
	var tasks, seeds, episodes []int
	dots, partial, missing := false, false, false
	for r, row := range t.Rows {
		for c, column := range t.Columns {
			cell := t.Cells[r][c]
			if column.Mean || row.Reference {
				continue
			}
			if math.IsNaN(cell.Value) {
				missing = true
				continue
			}
			dots = dots || len(cell.SeedValues) > 1
			partial = partial || cell.Done < cell.Planned
			tasks, seeds, episodes = append(tasks, cell.Tasks), append(seeds, cell.Seeds), append(episodes, cell.Episodes)
		}
	}
	text := fmt.Sprintf("Whiskers: %s %% interval.", round(t.Level, 2, 0))
	if dots {
		text += " Dots: single seeds."
	}
	if len(tasks) > 0 && slices.Max(tasks) > 0 {
		text += fmt.Sprintf(" n: %s, %s, %s a bar.", span(tasks, "task"), span(seeds, "seed"), span(episodes, "episode"))
	}
	if partial {
		text += " Pale and dashed: fewer seeds than planned."
	}
	if missing {
		text += " ×: no value."
	}
	return slices.Concat([]string{text}, t.Aids, []string{t.shortSource()})
}
