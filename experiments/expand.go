package experiments

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
)

// expander collects the trials of all grids.
type expander struct {
	l      *loader
	trials []Trial
	index  map[coordinates]int
	full   bool
}

// expand fills in the trials. It runs once everything else is in order.
func (l *loader) expand() {
	before := len(l.diags)
	x := &expander{l: l, index: map[coordinates]int{}}
	x.checkAxes()
	for _, g := range l.exp.Grids {
		x.grid(g)
	}
	if !x.full {
		x.checkWeights()
	}
	l.exp.trials = x.trials
	l.exp.trialDiags = append(hcl.Diagnostics(nil), l.diags[before:]...)
}

// checkAxes reports axes that have a name in common and nothing else: a trial of both grids would
// have two labels on one axis.
func (x *expander) checkAxes() {
	first := map[string]*Axis{}
	for _, g := range x.l.exp.Grids {
		for _, a := range g.Axes {
			before := first[a.Name]
			if before == nil {
				first[a.Name] = a
				continue
			}
			if !slices.Equal(sorted(before.columns), sorted(a.columns)) {
				x.l.fail(a.at, "Inconsistent axis", "Axis %q sets the %s here but the %s at %s; axes of one name have the same columns in all grids.",
					a.Name, list(a.Columns), list(before.Columns), place(before.at))
			}
		}
	}
}

func sorted(d []int) []int {
	d = slices.Clone(d)
	slices.Sort(d)
	return d
}

func (x *expander) grid(g *Grid) {
	if !x.countable(g) {
		return
	}
	points := make([][]point, len(g.Axes))
	for i, a := range g.Axes {
		points[i] = a.points
	}
	found := 0
	matched := make([]bool, len(g.excludes))
	product(points, g.Seeds, func(p point, seed int) bool {
		excluded := false
		for i, r := range g.excludes {
			if r.matches(p, seed) {
				matched[i], excluded = true, true
			}
		}
		if !excluded {
			found++
			return x.add(g, p, seed)
		}
		return true
	})
	for i, r := range g.excludes {
		if !matched[i] && !x.full {
			x.l.fail(r.at, "Rule without effect", "No trial of grid %q is excluded by this.", g.Name)
		}
	}
	for _, r := range g.includes {
		if included, seeds, ok := x.included(g, r); ok {
			product(included, seeds, func(p point, seed int) bool {
				found++
				g.show(p)
				return x.add(g, p, seed)
			})
		}
	}
	if found == 0 && !x.full && !x.l.diags.HasErrors() {
		x.l.fail(g.DeclRange, "Grid without trials", "All trials of grid %q are excluded.", g.Name)
	}
}

// maxProduct bounds the product of a grid from which trials are excluded.
const maxProduct = 10_000_000

// countable reports a product that is larger than the experiment allows, before it is built.
func (x *expander) countable(g *Grid) bool {
	count, limit := len(g.Seeds), x.l.exp.TrialsMax
	for _, a := range g.Axes {
		if count > limit {
			break
		}
		count *= len(a.points)
	}
	if x.full || count > limit && len(g.excludes) == 0 || count > maxProduct {
		x.tooMany(g)
		return false
	}
	return true
}

func (x *expander) tooMany(g *Grid) {
	x.full = true
	x.l.fail(g.DeclRange, "Too many trials", "With grid %q the experiment has more than %d trials. If that is meant, raise trials_max in the experiment block.", g.Name, x.l.exp.TrialsMax)
}

// product calls visit for every combination, the first axis slowest and the seeds fastest, until
// it returns false.
func product(axes [][]point, seeds []int, visit func(point, int) bool) bool {
	var walk func(i int, p point) bool
	walk = func(i int, p point) bool {
		if i == len(axes) {
			for _, s := range seeds {
				if !visit(p, s) {
					return false
				}
			}
			return true
		}
		for _, q := range axes[i] {
			next := p
			for d, v := range q {
				if v != nil {
					next[d] = v
				}
			}
			if !walk(i+1, next) {
				return false
			}
		}
		return true
	}
	return walk(0, point{})
}

func (r *rule) matches(p point, seed int) bool {
	for d, values := range r.values {
		if !slices.Contains(values, p[d]) {
			return false
		}
	}
	return r.seeds == nil || slices.Contains(r.seeds, seed)
}

// included gives the axes of a rule that adds trials: the grid's, but for the dimensions that the rule
// sets. Dimensions of a zipped axis are set together and read in parallel.
func (x *expander) included(g *Grid, r *rule) ([][]point, []int, bool) {
	var axes [][]point
	for _, a := range g.Axes {
		var set, unset []string
		for _, d := range a.columns {
			if _, ok := r.values[d]; ok {
				set = append(set, dimensionNames[d])
			} else {
				unset = append(unset, dimensionNames[d])
			}
		}
		switch {
		case len(set) == 0:
			axes = append(axes, a.points)
			continue
		case len(unset) > 0:
			x.l.fail(r.at, "Incomplete rule", "Axis %q of grid %q is read in parallel, so who sets its %s has to set its %s as well.", a.Name, g.Name, list(set), list(unset))
			return nil, nil, false
		}
		points := make([]point, len(r.values[a.columns[0]]))
		for _, d := range a.columns {
			if len(r.values[d]) != len(points) {
				x.l.fail(r.at, "Unequal columns", "The columns of axis %q are read in parallel, but %q has %d values and %q has %d.",
					a.Name, dimensionNames[a.columns[0]], len(points), dimensionNames[d], len(r.values[d]))
				return nil, nil, false
			}
			for i, v := range r.values[d] {
				points[i][d] = v
			}
		}
		axes = append(axes, points)
	}
	seeds := g.Seeds
	if r.seeds != nil {
		seeds = r.seeds
	}
	return axes, seeds, true
}

// add adds a trial to a grid, or the grid to a trial that is there already.
func (x *expander) add(g *Grid, p point, seed int) bool {
	env := p[dimEnvironment].(*Environment)
	key := coordinates{
		teacher:     p[dimTeacher].(*Policy).In(env.Name),
		student:     p[dimStudent].(*Policy).In(env.Name),
		environment: env,
		method:      p[dimMethod].(*Method).In(env.Name),
		seed:        seed,
	}
	i, there := x.index[key]
	if !there {
		if len(x.trials) == x.l.exp.TrialsMax {
			x.tooMany(g)
			return false
		}
		i = len(x.trials)
		x.index[key] = i
		x.trials = append(x.trials, Trial{
			Teacher:     key.teacher,
			Student:     key.student,
			Environment: env,
			Method:      key.method,
			Seed:        seed,
			Labels: map[string]string{
				"teacher":     key.teacher.Name,
				"student":     key.student.Name,
				"environment": env.Name,
				"method":      key.method.Name,
				"seed":        strconv.Itoa(seed),
			},
		})
	}
	t := &x.trials[i]
	if len(t.Grids) > 0 && t.Grids[len(t.Grids)-1] == g.Name {
		return true
	}
	t.Grids = append(t.Grids, g.Name)
	for _, a := range g.Axes {
		t.Labels[a.Name] = a.label(p)
	}
	return true
}

// show adds the labels of an included point to the axes that lack them.
func (g *Grid) show(p point) {
	for _, a := range g.Axes {
		if label := a.label(p); !slices.Contains(a.Labels, label) {
			a.Labels = append(a.Labels, label)
		}
	}
}

// checkWeights looks for the files of shipped weights that trials start from.
func (x *expander) checkWeights() {
	seen := map[*Policy]bool{}
	for _, t := range x.trials {
		for _, p := range []*Policy{t.Teacher, t.Student} {
			if !seen[p] {
				seen[p] = true
				x.l.checkWeights(p)
			}
		}
	}
}
