package reports

import "strings"

// Text prints the table for a terminal of the style's width: values with intervals, then the differences to the baseline,
// then captions, notes, warnings and where it comes from. Bold values also carry a *.
func (t *Table) Text(style Style) string {
	var out strings.Builder
	out.WriteString(style.strong(t.heading()) + "\n\n")
	t.valueGrid().write(&out, style)
	if t.hasDifferences() {
		out.WriteString("\n" + style.strong(t.differenceHeading()) + "\n\n")
		t.differenceGrid().write(&out, style)
	}
	foot(&out, style, t.overallLines(), t.Caption, t.Notes, t.Warnings, t.source())
	return out.String()
}

// valueGrid arranges the values.
func (t *Table) valueGrid() grid {
	return t.grid(func(column Column, c Cell) text { return t.text(column, c, 0) }, func(int) bool { return true })
}

// differenceGrid arranges the differences to the baseline, without the rows that have none.
func (t *Table) differenceGrid() grid {
	return t.grid(func(column Column, c Cell) text {
		if c.Difference == nil {
			return text{}
		}
		return differenceText(column.Metric, c.Difference, c.Difference.PCorrected)
	}, t.rowHasDifference)
}

func (t *Table) grid(print func(Column, Cell) text, keep func(r int) bool) grid {
	g := grid{axes: t.RowAxes}
	for _, c := range t.Columns {
		g.heads = append(g.heads, t.head(c))
	}
	for r, row := range t.Rows {
		if !keep(r) {
			continue
		}
		g.names = append(g.names, row.Labels)
		var cells []text
		for c, column := range t.Columns {
			cells = append(cells, print(column, t.Cells[r][c]))
		}
		g.cells = append(g.cells, cells)
	}
	return g
}

// foot writes what stands below a table.
func foot(out *strings.Builder, style Style, overall, caption, notes, warnings []string, source string) {
	paragraph := func(lines []string, prefix string) {
		if len(lines) == 0 {
			return
		}
		out.WriteString("\n")
		for _, l := range lines {
			out.WriteString(wrap(prefix+l, style.Width) + "\n")
		}
	}
	paragraph(overall, "")
	paragraph(caption, "")
	paragraph(notes, "Published: ")
	paragraph(warnings, "! ")
	out.WriteString("\n" + style.faint(wrap("# "+source, style.Width)) + "\n")
}
