package reports

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports/published"
	"github.com/retort-ml/retort/reports/stats"
)

// Table is a finished table: values, no decisions left. Numbers are in the metric's own unit, rates from 0 to 1;
// the renderers turn rates into per cent.
type Table struct {
	Name, Title string
	Experiment  string
	Plan        string // hash
	Origin      Origin
	// Metric is zero where every column has its own.
	Metric     registry.Metric
	RowAxes    []string
	ColumnAxes []string
	Rows       []Row
	Columns    []Column
	// Cells is [len(Rows)][len(Columns)].
	Cells [][]Cell
	// Overall compares each competitor with the baseline over all cells, the mean columns left out; empty without a
	// baseline or with a single cell each.
	Overall []Overall
	// Caption says in sentences what the numbers are. Notes are published numbers that belong to no cell; Warnings
	// what a reader must know, each with the number of places it applies to.
	Caption  []string
	Aids     []string // where trials were measured, if elsewhere, and help by hand that policies had; it stands under figures too
	Notes    []string
	Warnings []string

	Compare  string
	Baseline string
	Level    float64
}

// Row is a row's name: the values of the row axes.
type Row struct {
	Labels []string // in the order of Table.RowAxes
	// Reference rows show a policy that was not trained by a method of the table (the teacher, the
	// student at the start); they take no part in comparisons.
	Reference bool
	// Floor is the role of a reference row for a policy that reads little or nothing; empty otherwise.
	Floor string
}

// Column is a column's name: the values of the column axes, MeanColumn as the last one for a mean.
type Column struct {
	Labels []string
	Mean   bool
	// Metric is what the cells of the column are: the table's metric, or the column's own where metrics stand in columns.
	Metric registry.Metric
}

// Cell is one value with what it rests on.
type Cell struct {
	// Value is NaN when there is none; Hole then says why. An empty Hole beside a NaN means that nothing was planned.
	Value    float64
	Interval stats.Interval
	Hole     string
	// Done of Planned trials are in the value. Missing says what became of the others.
	Done, Planned int
	Missing       string
	// Tasks, Seeds and Episodes behind the value; Seeds is the smallest number among the parts of a mean. For
	// a metric that a stage recorded, Tasks is 0 and Episodes is its n, 0 where it recorded none.
	Tasks, Seeds, Episodes int
	// SeedValues are the means of single seeds, where the cell is not an average over other axes.
	SeedValues []SeedValue
	// Bold marks the best of its competitors and all that cannot be told from it.
	Bold bool
	// Against is the comparison with the best competitor that decided Bold; nil for the best itself.
	Against *Difference
	// Difference is the comparison with the table's baseline; nil where there is none.
	Difference *Difference
	Published  []PublishedValue
	Warnings   []string
}

// SeedValue is the value of one training seed.
type SeedValue struct {
	Seed  string
	Value float64
}

// Difference is a paired comparison within a table.
type Difference struct {
	stats.Difference
	Other string // label of the compared axis
	// PCorrected is P after Holm over the Family comparisons that were made together.
	PCorrected float64
	Family     int
}

// Overall is the mean of a competitor's differences to the baseline over all cells of a table.
type Overall struct {
	Label string
	stats.Difference
	// Ahead counts the cells in which its value is better than the baseline's; Cells those compared; Planned those
	// that should have been.
	Ahead, Cells, Planned int
}

// PublishedValue is a published number of a cell.
type PublishedValue struct {
	// Value is on the metric's scale; NaN when the source has only words.
	Value float64
	Row   published.Row
}
