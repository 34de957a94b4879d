package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/reports/stats"
)

// describe writes caption, notes and warnings.
func (b *builder) describe(trials []Trial) error {
	b.caption()
	b.aboutReferences(trials)
	b.withoutInterval()
	b.aids(trials)
	if err := b.remarks(trials); err != nil {
		return err
	}
	b.notes()
	return b.warnings(trials)
}

// aids collects where else trials are measured than they were trained, and the help by hand in the table's environments.
func (b *builder) aids(trials []Trial) {
	t := b.table
	add := func(line string) {
		if !slices.Contains(t.Aids, line) {
			t.Aids = append(t.Aids, line)
		}
	}
	for _, trial := range trials {
		if name := trial.Labels["environment"]; b.spec.Elsewhere[name] != "" {
			add(fmt.Sprintf("What was trained in %s is measured in %s.", name, b.spec.Elsewhere[name]))
		}
	}
	for _, trial := range trials {
		name := trial.Labels["environment"]
		if aid := b.spec.Aids[name]; aid != "" {
			add("Help by hand in " + cmp.Or(b.spec.Elsewhere[name], name) + ": " + aid)
		}
	}
	t.Caption = append(t.Caption, t.Aids...)
}

func (b *builder) caption() {
	t := b.table
	t.Caption = append(t.Caption, b.metricLine())
	if t.Metric.Stage == "" {
		t.Caption = append(t.Caption, b.sizes()+".")
	}
	if hows := b.intervals(); len(hows) > 0 {
		t.Caption = append(t.Caption, fmt.Sprintf("Brackets: %s %% interval; %s.", round(t.Level, 2, 0), strings.Join(hows, "; ")))
	}
	if tests, most := b.tests(func(c *Cell) *Difference { return c.Against }); most > 0 {
		t.Caption = append(t.Caption, fmt.Sprintf(
			"Bold (*): the best of its group and column and all that cannot be told from it at %s %%, Holm over up to %d comparisons with the best, paired by task (%s).",
			round(1-t.Level, 2, 0), most, strings.Join(tests, "; ")))
	}
	if tests, most := b.tests(func(c *Cell) *Difference { return c.Difference }); most > 0 {
		family := "table column"
		if !slices.Contains(t.RowAxes, t.Compare) {
			family = "table row"
		}
		t.Caption = append(t.Caption, fmt.Sprintf(
			"Differences are to %s, paired by task (%s); p after Holm, one family a %s, up to %d comparisons.", t.baselineText(), strings.Join(tests, "; "), family, most))
		if seen := b.detectable(); !math.IsNaN(seen) {
			t.Caption = append(t.Caption, fmt.Sprintf("A true difference of about %s would be found with power 0.8 (median over the comparisons, before correction).", strings.TrimSpace(number(t.Metric, seen, 0)+" "+differenceUnit(t.Metric))))
		}
		if t.Baseline == BestOfOthers {
			t.Caption = append(t.Caption, "The best of the others is chosen on the same episodes, which counts against the row.")
		}
	}
}

// detectable is the median of what the comparisons with the baseline could see, NaN where none shows any spread.
func (b *builder) detectable() float64 {
	var list []float64
	for _, row := range b.table.Cells {
		for _, c := range row {
			if c.Difference != nil && finite(c.Difference.Detectable) {
				list = append(list, c.Difference.Detectable)
			}
		}
	}
	if len(list) == 0 {
		return math.NaN()
	}
	slices.Sort(list)
	return list[(len(list)-1)/2]
}

func (t *Table) baselineText() string {
	if t.Baseline == BestOfOthers {
		return "the best other " + t.Compare + " of the same cell"
	}
	return t.Compare + " " + t.Baseline
}

// sizes says how many tasks, seeds and episodes stand behind the values that are not means.
func (b *builder) sizes() string {
	tasks, seeds, episodes := b.behind()
	if len(tasks) == 0 {
		return "No value yet"
	}
	return fmt.Sprintf("A value rests on %s, %s and %s", span(tasks, "task"), span(seeds, "seed"), span(episodes, "episode"))
}

// ownSizes is sizes without seeds, for a comparison with rows that have none.
func (b *builder) ownSizes() string {
	tasks, _, episodes := b.behind()
	if len(tasks) == 0 {
		return ""
	}
	return fmt.Sprintf("%s and %s", span(tasks, "task"), span(episodes, "episode"))
}

// behind counts what stands behind the values of methods that are not means.
func (b *builder) behind() (tasks, seeds, episodes []int) {
	for r, row := range b.table.Rows {
		for c, column := range b.table.Columns {
			cell := b.table.Cells[r][c]
			if column.Mean || row.Reference || math.IsNaN(cell.Value) {
				continue
			}
			tasks, seeds, episodes = append(tasks, cell.Tasks), append(seeds, cell.Seeds), append(episodes, cell.Episodes)
		}
	}
	return tasks, seeds, episodes
}

func span(values []int, noun string) string {
	lo, hi := slices.Min(values), slices.Max(values)
	if lo != hi {
		return fmt.Sprintf("%d to %d %ss", lo, hi, noun)
	}
	if lo == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", lo, noun)
}

// intervals lists the interval methods in the table, in order of appearance, with the number of resamples.
func (b *builder) intervals() []string {
	var hows []string
	for r := range b.table.Cells {
		for _, cell := range b.table.Cells[r] {
			how := cell.Interval.How
			if how == "" {
				continue
			}
			if cell.Interval.Resamples > 0 && !strings.Contains(how, "MOVER") {
				how = fmt.Sprintf("%s, %d resamples", how, cell.Interval.Resamples)
			}
			if !slices.Contains(hows, how) {
				hows = append(hows, how)
			}
		}
	}
	return hows
}

// tests lists the tests among some differences and the size of their largest family.
func (b *builder) tests(of func(*Cell) *Difference) ([]string, int) {
	var names []string
	most := 0
	for r := range b.table.Cells {
		for c := range b.table.Cells[r] {
			d := of(&b.table.Cells[r][c])
			if d == nil {
				continue
			}
			most = max(most, d.Family)
			if !slices.Contains(names, d.Test) {
				names = append(names, d.Test)
			}
		}
	}
	return names, most
}

// mostNotes bounds the published numbers that are listed under a table.
const mostNotes = 12

// notes lists the published numbers that belong to no cell.
func (b *builder) notes() {
	var rest []string
	for _, r := range b.spec.Published {
		if b.used[r] {
			continue
		}
		models := ""
		if r.Teacher != "all" || r.Student != "all" {
			models = fmt.Sprintf(", %s to %s", r.Teacher, r.Student)
		}
		rest = append(rest, fmt.Sprintf("%s: %s%s, %s, %s = %s (%s)", r.Paper, r.Method, models, r.Environment, r.Metric, r.Value, r.Source))
	}
	if len(rest) > mostNotes {
		b.table.Notes = append(b.table.Notes, fmt.Sprintf("%d published numbers belong to no cell of this table", len(rest)))
		return
	}
	b.table.Notes = rest
}

// warnings gathers the remarks of cells, of holes and of the stages behind them, each with the number of its places.
func (b *builder) warnings(trials []Trial) error {
	counts := map[string]int{}
	var order []string
	add := func(text string) {
		if counts[text] == 0 {
			order = append(order, text)
		}
		counts[text]++
	}
	planned, done := 0, 0
	missing := map[string]int{}
	for r, row := range b.table.Rows {
		for c, column := range b.table.Columns {
			cell := &b.table.Cells[r][c]
			if column.Mean {
				continue
			}
			planned += cell.Planned
			done += cell.Done
			for _, p := range b.parts[r][c] {
				for state, n := range p.missing(b.reader) {
					missing[state] += n
				}
			}
			for _, w := range cell.Warnings {
				// Whoever was not trained has no seeds to speak of.
				if !row.Reference || w == stats.AllEqual {
					add(w)
				}
			}
			if row.Reference {
				continue
			}
			for _, d := range []*Difference{cell.Difference, cell.Against} {
				if d == nil {
					continue
				}
				for _, w := range d.Warnings {
					if !slices.Contains(cell.Warnings, w) {
						add("comparison: " + w)
					}
				}
			}
		}
	}
	var list []string
	if done < planned {
		list = append(list, fmt.Sprintf("%d of %d planned evaluations are not in the table: %s", planned-done, planned, countsText(missing)))
	}
	for _, text := range order {
		list = append(list, places(text, counts[text], "cells"))
	}
	remarks, err := b.stageWarnings(trials)
	if err != nil {
		return err
	}
	b.table.Warnings = append(list, remarks...)
	return nil
}

func places(text string, n int, noun string) string {
	if n == 1 {
		return text
	}
	return fmt.Sprintf("%s (%d %s)", text, n, noun)
}

// stageWarnings lists what done stages of the trials recorded, in order of the text.
func (b *builder) stageWarnings(trials []Trial) ([]string, error) {
	counts := map[string]int{}
	seen := map[string]bool{}
	for _, t := range trials {
		for _, hash := range t.Stages {
			if seen[hash] || !b.reader.done(hash) {
				continue
			}
			seen[hash] = true
			remarks, err := b.reader.src.Warnings(hash)
			if err != nil {
				return nil, fmt.Errorf("read warnings of %.12s: %w", hash, err)
			}
			for _, r := range remarks {
				counts[r]++
			}
		}
	}
	var list []string
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, places(text, counts[text], "stages"))
	}
	return list, nil
}
