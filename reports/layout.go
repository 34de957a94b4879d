package reports

import (
	"maps"
	"slices"
	"strings"
)

// layout finds the rows, the columns and the parts of every cell, each in the order in which the plan names them.
func (b *builder) layout(trials []Trial) {
	t := b.table
	order := axisOrder(trials)
	t.Rows = rowNames(trials, b.spec, order)
	columns := distinct(trials, t.ColumnAxes, order)
	for i, labels := range columns {
		t.Columns = append(t.Columns, Column{Labels: labels, Metric: b.spec.Metric})
		if !b.spec.hasMean() {
			continue
		}
		last := i == len(columns)-1 || !slices.Equal(columns[i+1][:len(labels)-1], labels[:len(labels)-1])
		if last {
			mean := slices.Clone(labels)
			mean[len(mean)-1] = MeanColumn
			t.Columns = append(t.Columns, Column{Labels: mean, Mean: true, Metric: b.spec.Metric})
		}
	}
	places := b.places(trials)
	b.parts = make([][][]*part, len(t.Rows))
	t.Cells = make([][]Cell, len(t.Rows))
	for r, row := range t.Rows {
		b.parts[r] = make([][]*part, len(t.Columns))
		t.Cells[r] = make([]Cell, len(t.Columns))
		var since []*part
		for c, column := range t.Columns {
			if column.Mean {
				b.parts[r][c], since = since, nil
				continue
			}
			b.parts[r][c] = b.cellParts(places, row, column)
			since = append(since, b.parts[r][c]...)
		}
	}
}

// axisOrder ranks the values of every label by first appearance.
func axisOrder(trials []Trial) map[string]map[string]int {
	order := map[string]map[string]int{}
	for _, t := range trials {
		for axis, value := range t.Labels {
			if order[axis] == nil {
				order[axis] = map[string]int{}
			}
			if _, ok := order[axis][value]; !ok {
				order[axis][value] = len(order[axis])
			}
		}
	}
	return order
}

// distinct lists the combinations of values of axes that occur, sorted by first appearance of each value.
func distinct(trials []Trial, axes []string, order map[string]map[string]int) [][]string {
	var list [][]string
	seen := map[string]bool{}
	for _, t := range trials {
		labels := labelsOf(t, axes)
		if key := strings.Join(labels, "\x00"); !seen[key] {
			seen[key] = true
			list = append(list, labels)
		}
	}
	slices.SortStableFunc(list, func(x, y []string) int {
		for i, a := range axes {
			if d := order[a][x[i]] - order[a][y[i]]; d != 0 {
				return d
			}
		}
		return 0
	})
	return list
}

// rowNames are the distinct rows, each group of competitors headed by its reference rows.
func rowNames(trials []Trial, spec Spec, order map[string]map[string]int) []Row {
	at := slices.Index(spec.Rows, spec.Compare)
	// referred holds the groups that have a reference policy, by role.
	referred := map[string]bool{}
	if at >= 0 {
		for _, t := range trials {
			group := labelsOf(t, spec.Rows)
			group[at] = ""
			for _, ref := range references {
				if t.Roles[ref.role] != "" {
					referred[ref.role+"\x01"+strings.Join(group, "\x00")] = true
				}
			}
		}
	}
	rows := floorRows(trials, spec, at)
	var last []string
	for _, labels := range distinct(trials, spec.Rows, order) {
		if at >= 0 {
			group := slices.Clone(labels)
			group[at] = ""
			if last == nil || !slices.Equal(group, last) {
				last = group
				for _, ref := range references {
					if referred[ref.role+"\x01"+strings.Join(group, "\x00")] {
						heading := slices.Clone(labels)
						heading[at] = ref.label
						rows = append(rows, Row{Labels: heading, Reference: true})
					}
				}
			}
		}
		rows = append(rows, Row{Labels: labels})
	}
	return rows
}

// floorRows head a table with the floors that its trials have. at is the place of the compared axis, -1 without one.
func floorRows(trials []Trial, spec Spec, at int) []Row {
	var rows []Row
	for _, f := range floors {
		has := slices.ContainsFunc(trials, func(t Trial) bool { return t.Roles[f.role] != "" })
		if at < 0 || !has {
			continue
		}
		labels := make([]string, len(spec.Rows))
		labels[at] = f.label
		rows = append(rows, Row{Labels: labels, Reference: true, Floor: f.role})
	}
	return rows
}

// places sorts the trials by the labels of rows and columns, and by those without the compared axis for the reference rows.
func (b *builder) places(trials []Trial) map[string][]Trial {
	at := slices.Index(b.spec.Rows, b.spec.Compare)
	places := map[string][]Trial{}
	for _, t := range trials {
		row, column := labelsOf(t, b.spec.Rows), labelsOf(t, b.table.ColumnAxes)
		key := placeKey(row, column)
		places[key] = append(places[key], t)
		if at >= 0 {
			row[at] = ""
			key = placeKey(row, column)
			places[key] = append(places[key], t)
		}
		key = floorKey(column)
		places[key] = append(places[key], t)
	}
	return places
}

func labelsOf(t Trial, axes []string) []string {
	labels := make([]string, len(axes))
	for i, a := range axes {
		labels[i] = t.Labels[a]
	}
	return labels
}

// floorKey is the place of the floors, whatever the row.
func floorKey(column []string) string { return "\x02" + strings.Join(column, "\x00") }

func placeKey(row, column []string) string {
	return strings.Join(row, "\x00") + "\x01" + strings.Join(column, "\x00")
}

// cellParts collects the runs of a cell by what they have in common besides the seed.
func (b *builder) cellParts(places map[string][]Trial, row Row, column Column) []*part {
	role := RoleEvaluate
	if b.spec.Metric.Stage != "" {
		role = b.spec.Metric.Stage
		if row.Reference {
			return nil
		}
	}
	rowLabels := row.Labels
	place := ""
	switch {
	case row.Floor != "":
		role, place = row.Floor, floorKey(column.Labels)
	case row.Reference:
		at := slices.Index(b.spec.Rows, b.spec.Compare)
		for _, ref := range references {
			if ref.label == row.Labels[at] {
				role = ref.role
			}
		}
		rowLabels = slices.Clone(rowLabels)
		rowLabels[at] = ""
	}
	if place == "" {
		place = placeKey(rowLabels, column.Labels)
	}
	var parts []*part
	index := map[string]*part{}
	type counted struct {
		part *part
		hash string
	}
	seen := map[counted]bool{}
	for _, t := range places[place] {
		if t.Roles[role] == "" {
			continue
		}
		shared := labelKey(t.Labels, SeedAxis, b.spec.Compare)
		key := labelKey(t.Labels, SeedAxis)
		if row.Reference {
			key = role + " " + shared
		}
		if row.Floor != "" {
			key, shared = role+" "+t.Roles[role], ""
		}
		p := index[key]
		if p == nil {
			p = &part{key: key, shared: shared}
			index[key] = p
			parts = append(parts, p)
		}
		hash := t.Roles[role]
		// Stages that seeds share count once.
		if seen[counted{p, hash}] {
			continue
		}
		seen[counted{p, hash}] = true
		stages := t.Stages
		if i := slices.Index(stages, hash); i >= 0 {
			stages = stages[:i+1]
		}
		p.runs = append(p.runs, run{name: t.Labels[SeedAxis], hash: hash, stages: stages})
	}
	return parts
}

// labelKey writes labels in a fixed order, without some axes.
func labelKey(labels map[string]string, without ...string) string {
	var list []string
	for _, a := range slices.Sorted(maps.Keys(labels)) {
		if !slices.Contains(without, a) {
			list = append(list, a+"="+labels[a])
		}
	}
	return strings.Join(list, " ")
}
