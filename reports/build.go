package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/reports/published"
	"github.com/retort-ml/retort/reports/stats"
	"github.com/retort-ml/retort/results"
)

// references are the names of the rows for policies that no method of the table trained, in their order, by role.
var references = []struct{ role, label string }{
	{RoleStudent, "starting student"},
	{RoleTeacher, "teacher"},
}

// floors are the names of the rows, above all others, for policies that read little or nothing. They depend on the
// environment alone.
var floors = []struct{ role, label string }{
	{RoleNothing, "doing nothing"},
	{RoleRandom, "at random"},
	{RoleBlind, "blind"},
}

// builder carries what the steps of Build share.
type builder struct {
	spec   Spec
	plan   Plan
	reader *reader
	table  *Table
	// parts is [row][column]: what a cell averages over. Cells of mean columns hold the parts of all they average.
	parts [][][]*part
	// used marks published rows that found a cell.
	used map[published.Row]bool
}

// Build makes a table from the trials of a grid. Errors are mistakes in the specification or records that
// cannot be read; missing results are holes, not errors.
func Build(src Source, plan Plan, spec Spec, origin Origin) (*Table, error) {
	if slices.Contains(spec.Columns, MetricAxis) {
		return buildMetrics(src, plan, spec, origin)
	}
	t, err := buildOne(src, plan, spec, origin)
	if err == nil && spec.Metric.Stage != "" && len(t.ColumnAxes) > 0 {
		t.dropEmptyRows()
	}
	return t, err
}

// buildOne makes a table of one metric, with all the rows that the plan has.
func buildOne(src Source, plan Plan, spec Spec, origin Origin) (*Table, error) {
	spec, err := spec.filled()
	if err != nil {
		return nil, err
	}
	b := &builder{spec: spec, plan: plan, used: map[published.Row]bool{}}
	b.table = &Table{
		Name: spec.Name, Title: spec.Title, Experiment: plan.Experiment, Plan: plan.Hash, Origin: origin, Metric: spec.Metric,
		RowAxes: spec.Rows, ColumnAxes: spec.columnAxes(), Compare: spec.Compare, Baseline: spec.Baseline, Level: spec.Level,
	}
	trials, err := gridTrials(plan, spec.Grid, append(slices.Clone(spec.Rows), spec.columnAxes()...))
	if err != nil {
		return nil, fmt.Errorf("build table %q: %w", spec.Name, err)
	}
	b.reader = &reader{src: src, spec: spec, cache: map[string]measured{}}
	if b.reader.states, err = states(src, trials); err != nil {
		return nil, fmt.Errorf("build table %q: %w", spec.Name, err)
	}
	b.layout(trials)
	if err := b.estimate(); err != nil {
		return nil, fmt.Errorf("build table %q: %w", spec.Name, err)
	}
	b.publish()
	b.embolden()
	if err := b.compareToBaseline(); err != nil {
		return nil, err
	}
	if err := b.describe(trials); err != nil {
		return nil, fmt.Errorf("build table %q: %w", spec.Name, err)
	}
	return b.table, nil
}

// gridTrials lists the trials of a grid, all of the plan when grid is empty, and checks that they have the axes.
func gridTrials(plan Plan, grid string, axes []string) ([]Trial, error) {
	var trials []Trial
	for _, t := range plan.Trials {
		if grid != "" && !slices.Contains(t.Grids, grid) {
			continue
		}
		for _, a := range axes {
			if _, ok := t.Labels[a]; !ok {
				return nil, fmt.Errorf("trial %s has no axis %q: it has %s", t.ID, a, strings.Join(slices.Sorted(maps.Keys(t.Labels)), ", "))
			}
		}
		trials = append(trials, t)
	}
	if len(trials) == 0 {
		return nil, fmt.Errorf("the plan has no trial of grid %q", grid)
	}
	return trials, nil
}

func states(src Source, trials []Trial) (map[string]results.StageState, error) {
	seen := map[string]bool{}
	var hashes []string
	add := func(h string) {
		if h != "" && !seen[h] {
			seen[h] = true
			hashes = append(hashes, h)
		}
	}
	for _, t := range trials {
		for _, h := range t.Stages {
			add(h)
		}
		for _, role := range slices.Sorted(maps.Keys(t.Roles)) {
			add(t.Roles[role])
		}
	}
	found, err := src.States(hashes)
	if err != nil {
		return nil, fmt.Errorf("read states: %w", err)
	}
	return found, nil
}

// estimate fills the cells.
func (b *builder) estimate() error {
	t := b.table
	for r := range t.Rows {
		for c, column := range t.Columns {
			if !column.Mean {
				for _, p := range b.parts[r][c] {
					if err := p.fill(b.reader, b.plan.Hash, b.spec.Metric.Name); err != nil {
						return err
					}
				}
			}
			t.Cells[r][c] = b.cell(b.parts[r][c])
			if column.Mean && t.Cells[r][c].Hole == "" {
				t.Cells[r][c].Hole = b.unplanned(r, c)
				if t.Cells[r][c].Hole != "" {
					t.Cells[r][c].Value, t.Cells[r][c].Interval = math.NaN(), stats.Interval{}
				}
			}
		}
	}
	return nil
}

// unplanned says which of the columns of a mean the row has no trial for: means over different columns
// cannot be compared.
func (b *builder) unplanned(r, mean int) string {
	var lacking []string
	for c := mean - 1; c >= 0 && !b.table.Columns[c].Mean; c-- {
		if len(b.parts[r][c]) == 0 {
			lacking = append(lacking, strings.Join(b.table.Columns[c].Labels, " "))
		}
	}
	if len(lacking) == 0 || len(b.parts[r][mean]) == 0 {
		return ""
	}
	slices.Reverse(lacking)
	if b.table.Rows[r].Floor != "" {
		return "no such floor in " + strings.Join(lacking, ", ")
	}
	return "no trial planned in " + strings.Join(lacking, ", ")
}

// cell averages parts with equal weight. A part without any value makes a hole of the whole cell.
func (b *builder) cell(parts []*part) Cell {
	cell := Cell{Value: math.NaN()}
	counts := map[string]int{}
	var values []float64
	var intervals []stats.Interval
	empty, valueless := 0, 0
	for _, p := range parts {
		cell.Planned += len(p.runs)
		cell.Done += p.done
		for state, n := range p.missing(b.reader) {
			counts[state] += n
		}
		switch {
		case p.done == 0:
			empty++
			continue
		case math.IsNaN(p.est.Value):
			valueless++
			continue
		}
		values = append(values, p.est.Value)
		intervals = append(intervals, p.est.Interval)
		cell.Tasks += p.est.Tasks
		cell.Episodes += p.est.Episodes
		if cell.Seeds == 0 || p.est.Runs < cell.Seeds {
			cell.Seeds = p.est.Runs
		}
		for _, w := range p.est.Warnings {
			if !slices.Contains(cell.Warnings, w) {
				cell.Warnings = append(cell.Warnings, w)
			}
		}
	}
	cell.Missing = countsText(counts)
	switch {
	case len(parts) == 0:
		return cell
	case empty > 0:
		cell.Hole = cell.Missing
		if len(parts) > 1 {
			cell.Hole = fmt.Sprintf("%d of %d missing", empty, len(parts))
		}
		return cell
	case valueless > 0:
		cell.Hole = "no " + b.spec.Metric.Title
		return cell
	}
	cell.Value, cell.Interval = values[0], intervals[0]
	if len(parts) > 1 {
		cell.Value = 0
		for _, v := range values {
			cell.Value += v / float64(len(values))
		}
		cell.Interval = stats.Mover(values, intervals)
		if b.spec.Metric.Rate {
			cell.Interval = cell.Interval.Clamp(0, 1)
		}
		return cell
	}
	for i, name := range parts[0].arm.Runs {
		if v := parts[0].est.RunValues[i]; !math.IsNaN(v) {
			cell.SeedValues = append(cell.SeedValues, SeedValue{Seed: name, Value: v})
		}
	}
	return cell
}
