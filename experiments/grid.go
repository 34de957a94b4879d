package experiments

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Grid spans trials: the product of its axes and seeds, without what is excluded, and what is
// included besides.
type Grid struct {
	Name      string
	Axes      []*Axis
	Seeds     []int
	DeclRange hcl.Range

	includes []*rule
	excludes []*rule
	ok       bool
}

// rule restricts dimensions to values: what to exclude, or what to include.
type rule struct {
	values map[int][]any // by dimension
	seeds  []int
	at     hcl.Range
}

func (l *loader) declareGrids(blocks []*hclsyntax.Block) {
	if len(blocks) == 0 {
		at := l.exp.DeclRange
		if at.Filename == "" {
			return // the missing experiment block is the mistake
		}
		l.fail(at, "Missing grid", "The experiment has no grid, so there is nothing to run: grid \"NAME\" { axis \"method\" { values = [...] } ... }.")
	}
	for _, b := range l.unique(blocks) {
		g := &Grid{Name: l.label(b), DeclRange: b.DefRange()}
		l.exp.Grids = append(l.exp.Grids, g)
		l.declareValue("grid", g.Name, cty.CapsuleVal(gridType, g))
		l.later(func() { g.ok = l.decodeGrid(g, b) })
	}
}

func (l *loader) decodeGrid(g *Grid, b *hclsyntax.Block) bool {
	content := l.content(b, []string{"seeds"}, []string{"axis", "include", "exclude"})
	ok := true
	setBy := map[int]*Axis{}
	for _, inner := range b.Body.Blocks {
		if inner.Type != "axis" {
			continue
		}
		axis, axisOK := l.decodeAxis(g, inner)
		ok = ok && axisOK
		if axis == nil {
			continue
		}
		for _, c := range axis.columns {
			if other := setBy[c]; other != nil {
				ok = false
				l.fail(axis.at, "Duplicate axis", "Axis %q sets the %s of a trial, which axis %q sets already.", axis.Name, dimensionNames[c], other.Name)
				continue
			}
			setBy[c] = axis
		}
		g.Axes = append(g.Axes, axis)
	}
	// An axis that could not be read may be the one that seems to be missing.
	if ok {
		var missing []string
		for d, name := range dimensionNames {
			if setBy[d] == nil {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			ok = false
			l.fail(g.DeclRange, "Incomplete grid", "A trial needs a teacher, a student, an environment and a method. No axis of grid %q sets the %s.", g.Name, list(missing))
		}
	}
	g.Seeds = []int{1}
	if a := content.Attributes["seeds"]; a != nil {
		var seedsOK bool
		g.Seeds, seedsOK = l.seeds(a)
		ok = ok && seedsOK
	}
	for _, inner := range content.Blocks {
		switch inner.Type {
		case "include", "exclude":
			r, ruleOK := l.decodeRule(inner)
			ok = ok && ruleOK
			if inner.Type == "include" {
				g.includes = append(g.includes, r)
			} else {
				g.excludes = append(g.excludes, r)
			}
		}
	}
	return ok
}

// maxSeeds is far beyond what anybody trains.
const maxSeeds = 100_000

// seeds reads a number of seeds, counted from 1, or a list of them.
func (l *loader) seeds(a *hcl.Attribute) ([]int, bool) {
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil, false
	}
	if !isList(val) {
		var n int
		if err := assign(val, &n); err != nil {
			l.fail(a.Expr.Range(), "Unsuitable value", "Seeds are a number of seeds or a list of them: %s.", err)
			return nil, false
		}
		if n < 1 || n > maxSeeds {
			l.fail(a.Expr.Range(), "Number out of range", "A grid has between 1 and %d seeds, not %d.", maxSeeds, n)
			return nil, false
		}
		seeds := make([]int, n)
		for i := range seeds {
			seeds[i] = i + 1
		}
		return seeds, true
	}
	var seeds []int
	if err := assign(val, &seeds); err != nil {
		l.fail(a.Expr.Range(), "Unsuitable value", "Seeds are a number of seeds or a list of them: %s.", err)
		return nil, false
	}
	seen := map[int]bool{}
	for _, s := range seeds {
		switch {
		case s < 0:
			l.fail(a.Expr.Range(), "Number out of range", "A seed is not negative, but %d is.", s)
			return nil, false
		case seen[s]:
			l.fail(a.Expr.Range(), "Duplicate value", "The seed %d stands twice.", s)
			return nil, false
		}
		seen[s] = true
	}
	if len(seeds) == 0 {
		l.fail(a.Expr.Range(), "Empty axis", "There are no seeds, so the grid has no trials.")
		return nil, false
	}
	return seeds, true
}

func (l *loader) decodeRule(b *hcl.Block) (*rule, bool) {
	block := &hclsyntax.Block{Type: b.Type, Body: b.Body.(*hclsyntax.Body), TypeRange: b.TypeRange, OpenBraceRange: b.DefRange}
	content := l.content(block, append(slices.Clone(dimensionNames[:]), "seeds"), nil)
	r := &rule{values: map[int][]any{}, at: b.DefRange}
	ok := true
	for d, name := range dimensionNames {
		a := content.Attributes[name]
		if a == nil {
			continue
		}
		values, valuesOK := l.coordinates(a, d, false)
		ok = ok && valuesOK
		r.values[d] = []any{}
		for _, v := range values {
			r.values[d] = append(r.values[d], v.val)
		}
		if valuesOK && len(values) == 0 {
			ok = false
			l.fail(a.Expr.Range(), "Empty rule", "The list is empty, so the rule matches nothing.")
		}
	}
	if a := content.Attributes["seeds"]; a != nil {
		var seedsOK bool
		r.seeds, seedsOK = l.seeds(a)
		ok = ok && seedsOK
	}
	if ok && len(r.values) == 0 && r.seeds == nil {
		ok = false
		l.fail(b.DefRange, "Empty rule", "An %s block says which trials it is about, as in method = method.NAME.", b.Type)
	}
	return r, ok
}
