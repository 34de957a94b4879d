package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// metricLine says what a table's numbers are and which way is better.
func (b *builder) metricLine() string {
	m := b.table.Metric
	line := m.Title
	// "Turns in turns" says nothing twice.
	if m.Unit != "" && !strings.HasSuffix(strings.ToLower(m.Title), m.Unit) {
		line += " in " + m.Unit
	}
	switch {
	case m.Undirected:
	case m.HigherIsBetter:
		line += ", higher is better"
	default:
		line += ", lower is better"
	}
	if m.Stage != "" {
		return fmt.Sprintf("%s, recorded by %s with its n (of ...). %s", line, m.Stage, m.Help)
	}
	return line + "."
}

// aboutReferences says what the rows of policies rest on that no method trained, where that differs from the others: floors have
// one episode a task, and the start of a student is not repeated by seed.
func (b *builder) aboutReferences(trials []Trial) {
	t := b.table
	if t.Metric.Stage != "" {
		return
	}
	worlds := map[string][]string{}
	for _, trial := range trials {
		name := trial.Labels["environment"]
		for _, f := range floors {
			if trial.Roles[f.role] != "" && !slices.Contains(worlds[f.role], name) {
				worlds[f.role] = append(worlds[f.role], name)
			}
		}
	}
	var named []string
	var tasks, episodes, otherTasks, otherEpisodes []int
	for r, row := range t.Rows {
		if !row.Reference {
			continue
		}
		for c, column := range t.Columns {
			cell := t.Cells[r][c]
			switch {
			case column.Mean || math.IsNaN(cell.Value):
			case row.Floor != "":
				tasks, episodes = append(tasks, cell.Tasks), append(episodes, cell.Episodes)
			default:
				otherTasks, otherEpisodes = append(otherTasks, cell.Tasks), append(otherEpisodes, cell.Episodes)
			}
		}
		if row.Floor != "" {
			label := row.Labels[slices.Index(t.RowAxes, t.Compare)]
			if len(worlds[row.Floor]) > 0 {
				label += " (" + strings.Join(worlds[row.Floor], ", ") + ")"
			}
			named = append(named, label)
		}
	}
	if len(tasks) > 0 {
		t.Caption = append(t.Caption, fmt.Sprintf("Floors read little or nothing and depend on the world alone: %s. A value rests on %s and %s.", strings.Join(named, "; "), span(tasks, "task"), span(episodes, "episode")))
	}
	if len(otherTasks) == 0 {
		return
	}
	if own := fmt.Sprintf("%s and %s", span(otherTasks, "task"), span(otherEpisodes, "episode")); own != b.ownSizes() {
		t.Caption = append(t.Caption, fmt.Sprintf("A value of a policy that no method of the table trained rests on %s.", own))
	}
}

// withoutInterval says why recorded numbers stand without an interval.
func (b *builder) withoutInterval() {
	t := b.table
	if t.Metric.Stage == "" {
		return
	}
	for r := range t.Cells {
		for c := range t.Cells[r] {
			if cell := &t.Cells[r][c]; !math.IsNaN(cell.Value) && !cell.Interval.Exists() && cell.Seeds < 2 {
				t.Caption = append(t.Caption, "Without brackets: one seed recorded the number, and a spread between seeds takes two.")
				return
			}
		}
	}
}

// ownCaptions puts the captions of tables of one metric each together: what holds for all of them stands once, and what holds for some
// names them.
func ownCaptions(tables []*Table) []string {
	var lines []string
	of := map[string][]string{}
	aboutWorlds := map[string]bool{}
	for _, t := range tables {
		for i, line := range t.Caption {
			if _, known := of[line]; !known && i > 0 {
				lines = append(lines, line)
			}
			of[line] = append(of[line], t.Metric.Title)
			aboutWorlds[line] = aboutWorlds[line] || slices.Contains(t.Aids, line)
		}
	}
	var out, plain []string
	for _, t := range tables {
		switch {
		case len(t.Caption) == 0:
		case t.Metric.Stage == "": // a few words each
			plain = append(plain, t.Caption[0])
		default:
			out = append(out, t.Caption[0])
		}
	}
	if len(plain) > 0 {
		out = append([]string{strings.Join(plain, " ")}, out...)
	}
	for _, line := range lines {
		if len(of[line]) < len(tables) && !aboutWorlds[line] {
			line = fmt.Sprintf("%s (%s).", strings.TrimSuffix(line, "."), strings.Join(of[line], ", "))
		}
		out = append(out, line)
	}
	return out
}
