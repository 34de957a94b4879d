package reports

import (
	"math"
	"slices"

	"github.com/retort-ml/retort/reports/published"
)

// publish finds the published numbers of every cell; means have none.
func (b *builder) publish() {
	for r, row := range b.table.Rows {
		for c, column := range b.table.Columns {
			if column.Mean || len(b.spec.Published) == 0 {
				continue
			}
			q := published.Query{Metric: b.spec.Metric.Name}
			b.ask(&q, b.table.RowAxes, row.Labels)
			b.ask(&q, b.table.ColumnAxes, column.Labels)
			for _, row := range q.Match(b.spec.Published) {
				v, ok := row.Fraction()
				if !ok {
					v = math.NaN()
				}
				b.used[row] = true
				b.table.Cells[r][c].Published = append(b.table.Cells[r][c].Published, PublishedValue{Value: v, Row: row})
			}
		}
	}
}

func (b *builder) ask(q *published.Query, axes, labels []string) {
	for i, axis := range axes {
		names := b.spec.Names[labels[i]]
		switch axis {
		case "method":
			q.Methods = slices.Concat(names, published.MethodNames(labels[i]))
		case "environment":
			q.Environments = slices.Concat(names, published.EnvironmentNames(labels[i]))
		case "teacher":
			q.Teachers = names
		case "student":
			q.Students = names
		}
	}
}
