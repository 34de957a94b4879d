package reports

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports/stats"
)

// json turns a table into its JSON form.
func (t *Table) json() jsonTable {
	j := jsonTable{
		Name: t.Name, Title: t.Title, Experiment: t.Experiment, Plan: t.Plan, Version: t.Origin.Version, Command: t.Origin.Command,
		RowAxes: t.RowAxes, ColumnAxes: t.ColumnAxes, Columns: []jsonColumn{}, Rows: []jsonRow{},
		Compare: t.Compare, Baseline: t.Baseline, Caption: t.Caption, Notes: t.Notes, Warnings: t.Warnings,
	}
	if t.Metric.Name != "" {
		m := jsonMetricOf(t.Metric)
		j.Metric = &m
	}
	for _, c := range t.Columns {
		j.Columns = append(j.Columns, jsonColumn{Name: c.Name(), Labels: labelMap(t.ColumnAxes, c.Labels), Mean: c.Mean, Metric: jsonMetricOf(c.Metric)})
	}
	for r, row := range t.Rows {
		jr := jsonRow{Name: row.Name(), Labels: labelMap(t.RowAxes, row.Labels), Reference: row.Reference, Cells: map[string]jsonCell{}}
		for c, column := range t.Columns {
			// A cell nobody planned is absent.
			if cell := t.Cells[r][c]; cell.Planned > 0 {
				jr.Cells[column.Name()] = jsonCellOf(column.Metric, cell)
			}
		}
		j.Rows = append(j.Rows, jr)
	}
	for _, o := range t.Overall {
		j.Overall = append(j.Overall, jsonOverall{
			Name: o.Label, Difference: *jsonDifferenceOf(t.Metric, &Difference{Difference: o.Difference, Other: t.Baseline}),
			Better: o.Ahead, Cells: o.Cells, Planned: o.Planned,
		})
	}
	return j
}

func jsonMetricOf(m registry.Metric) jsonMetric {
	return jsonMetric{m.Name, m.Title, m.Unit, m.HigherIsBetter, m.Undirected}
}

func jsonCellOf(m registry.Metric, c Cell) jsonCell {
	j := jsonCell{
		Value: scaled(m, c.Value), Interval: jsonIntervalOf(m, c.Interval), N: c.Done, Planned: c.Planned, Tasks: c.Tasks, Seeds: c.Seeds,
		Episodes: c.Episodes, Bold: c.Bold, Hole: c.Hole, Missing: c.Missing, Published: []jsonPublication{}, Warnings: c.Warnings,
		Difference: jsonDifferenceOf(m, c.Difference), Against: jsonDifferenceOf(m, c.Against),
	}
	for _, s := range c.SeedValues {
		j.SeedValues = append(j.SeedValues, jsonSeedValue{s.Seed, scaled(m, s.Value)})
	}
	for _, p := range c.Published {
		j.Published = append(j.Published, jsonPublication{
			Value: scaled(m, p.Value), Text: p.Row.Value, Paper: p.Row.Paper, Table: p.Row.Table, Method: p.Row.Method,
			Teacher: p.Row.Teacher, Student: p.Row.Student, Environment: p.Row.Environment, Metric: p.Row.Metric, Source: p.Row.Source,
		})
	}
	return j
}

func jsonIntervalOf(m registry.Metric, i stats.Interval) *jsonInterval {
	if !i.Exists() {
		return nil
	}
	return &jsonInterval{scaled(m, i.Lo), scaled(m, i.Hi), i.Level, i.How, i.Resamples}
}

func jsonDifferenceOf(m registry.Metric, d *Difference) *jsonDifference {
	if d == nil {
		return nil
	}
	j := &jsonDifference{
		To: d.Other, Value: scaled(m, d.Value), Interval: jsonIntervalOf(m, d.Interval), P: plain(d.P), Test: d.Test, Tasks: d.Tasks, Seeds: d.Runs,
		Detectable: scaled(m, d.Detectable), Family: d.Family, Warnings: d.Warnings,
	}
	if d.Family > 0 {
		j.PCorrected = plain(d.PCorrected)
	}
	return j
}
