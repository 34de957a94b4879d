package reports

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// CSV prints one line a cell, with one decimal more than the table shows, after comment lines that start with #. Rates are in
// per cent.
func (t *Table) CSV() string {
	var out strings.Builder
	for _, line := range []string{t.heading(), t.source()} {
		fmt.Fprintf(&out, "# %s\n", strings.ReplaceAll(line, "\n", " "))
	}
	w := csv.NewWriter(&out)
	head := append(append([]string{}, t.RowAxes...), t.ColumnAxes...)
	if !slices.Contains(t.ColumnAxes, MetricAxis) {
		head = append(head, MetricAxis)
	}
	head = append(head, "unit", "value", "lo", "hi", "interval", "done", "planned", "tasks", "seeds", "episodes", "bold", "hole",
		"difference_to", "difference", "difference_lo", "difference_hi", "p", "p_corrected", "published", "published_source")
	write := func(fields []string) {
		// The builder below takes every write.
		if err := w.Write(fields); err != nil {
			panic(err)
		}
	}
	write(head)
	for r, row := range t.Rows {
		for c, column := range t.Columns {
			cell := t.Cells[r][c]
			if cell.Planned == 0 {
				continue
			}
			line := append(append([]string{}, row.Labels...), column.Labels...)
			if !slices.Contains(t.ColumnAxes, MetricAxis) {
				line = append(line, column.Metric.Name)
			}
			line = append(line, column.Metric.Unit)
			line = append(line, csvNumber(column.Metric, cell.Value))
			line = append(line, csvInterval(column.Metric, cell.Interval.Exists(), cell.Interval.Lo, cell.Interval.Hi)...)
			line = append(line, cell.Interval.How, strconv.Itoa(cell.Done), strconv.Itoa(cell.Planned), strconv.Itoa(cell.Tasks),
				strconv.Itoa(cell.Seeds), strconv.Itoa(cell.Episodes), strconv.FormatBool(cell.Bold), cell.Hole)
			if d := cell.Difference; d != nil {
				line = append(line, d.Other, csvNumber(column.Metric, d.Value))
				line = append(line, csvInterval(column.Metric, d.Interval.Exists(), d.Interval.Lo, d.Interval.Hi)...)
				line = append(line, round(d.P, 0, 5), round(d.PCorrected, 0, 5))
			} else {
				line = append(line, "", "", "", "", "", "")
			}
			var sources []string
			for _, p := range cell.Published {
				sources = append(sources, p.Row.Source)
			}
			write(append(line, publishedText(column.Metric, cell), strings.Join(sources, "; ")))
		}
	}
	w.Flush()
	return out.String()
}

func csvNumber(m registry.Metric, v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return number(m, v, 1)
}

func csvInterval(m registry.Metric, exists bool, lo, hi float64) []string {
	if !exists {
		return []string{"", ""}
	}
	return []string{number(m, lo, 1), number(m, hi, 1)}
}
