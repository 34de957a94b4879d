package experiments

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// BestOfTheOthers is the baseline that compares every row with the best other one.
const BestOfTheOthers = "best of the others"

// reservedAxes are words with a meaning of their own in tables.
var reservedAxes = map[string]bool{"seed": true, "mean": true, "metric": true, "evaluation": true}

// Table lays results out in rows and columns.
type Table struct {
	Name  string
	Title string
	Grid  *Grid
	// Rows and Columns name what varies downwards and across, outermost first: axes of the grid,
	// "teacher", "student", "environment", "method", "seed", "metric", and "mean" for an
	// extra entry with the mean over the one named before it.
	Rows    []string
	Columns []string
	// Metrics has one name at least.
	Metrics []string
	// Evaluation is the one whose episodes count.
	Evaluation *Evaluation
	// Baseline is the name of a method, BestOfTheOthers, or empty.
	Baseline string
	// Published names the published numbers to show beside the measured ones; nil for none.
	Published *Published
	DeclRange hcl.Range
}

func (l *loader) decodeTables(blocks []*hclsyntax.Block) {
	for _, b := range l.unique(blocks) {
		t := &Table{Name: l.label(b), DeclRange: b.DefRange()}
		l.exp.Tables = append(l.exp.Tables, t)
		l.decodeTable(t, b)
	}
}

func (l *loader) decodeTable(t *Table, b *hclsyntax.Block) {
	content := l.content(b, []string{"title", "grid", "rows", "columns", "metric", "evaluation", "baseline", "published"}, nil)
	if a := content.Attributes["title"]; a != nil {
		l.into(a, &t.Title)
	}
	if a := l.require(b, content, "grid", "grid = grid.NAME"); a != nil {
		t.Grid = l.gridOf(a, b)
	}
	used := map[string]bool{}
	if a := l.require(b, content, "rows", "rows = [\"method\"]"); a != nil {
		t.Rows = l.axesOf(a, b, t.Grid, used)
	}
	if a := l.require(b, content, "columns", "columns = [\"environment\"]"); a != nil {
		t.Columns = l.axesOf(a, b, t.Grid, used)
	}
	if a := l.require(b, content, "metric", "metric = metric.NAME"); a != nil {
		t.Metrics = l.metricsOf(a, b)
	}
	t.Evaluation = l.evaluationOf(content.Attributes["evaluation"], b)
	if a := content.Attributes["baseline"]; a != nil {
		t.Baseline = l.baselineOf(a, b, t.Grid)
	}
	if a := content.Attributes["published"]; a != nil {
		if val, ok := l.eval(a.Expr); ok {
			if t.Published, ok = refer[Published](val); !ok {
				l.fail(a.Expr.Range(), "Unsuitable value", "Published numbers are named by paper and table, as in published = published(\"R2S\", \"main\"), but this is %s.", describe(val))
			}
		}
	}
}

func (l *loader) gridOf(a *hcl.Attribute, b *hclsyntax.Block) *Grid {
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil
	}
	g, ok := refer[Grid](val)
	if !ok {
		l.fail(a.Expr.Range(), "Unsuitable reference", "%s needs a grid, as in grid = grid.NAME, but this is %s.", capital(title(b)), describe(val))
	}
	return g
}

// axesOf reads names of axes and checks them against the grid, if that could be read.
func (l *loader) axesOf(a *hcl.Attribute, b *hclsyntax.Block, g *Grid, used map[string]bool) []string {
	elements, diags := hcl.ExprList(a.Expr)
	if diags.HasErrors() {
		elements = nil
	}
	var names []string
	if !l.into(a, &names) {
		return nil
	}
	for i, name := range names {
		at := a.Expr.Range()
		if i < len(elements) {
			at = elements[i].Range()
		}
		if g != nil && g.ok {
			known := g.axisNames()
			if !slices.Contains(known, name) {
				l.fail(at, "Unknown axis", "Grid %q has no axis %q.%s", g.Name, name, orElse(didYouMean(name, known, quoted), "axes", known))
				continue
			}
		}
		if used[name] && name != "mean" {
			l.fail(at, "Duplicate axis", "%s has %q twice among its rows and columns.", capital(title(b)), name)
		}
		used[name] = true
	}
	return names
}

// axisNames lists what rows and columns of a table can be.
func (g *Grid) axisNames() []string {
	var names []string
	for _, a := range g.Axes {
		names = append(names, a.Name)
	}
	for _, name := range append(slices.Clone(dimensionNames[:]), "seed", "metric", "mean") {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// metricsOf reads one reference to a metric or a list of them.
func (l *loader) metricsOf(a *hcl.Attribute, b *hclsyntax.Block) []string {
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil
	}
	if m, ok := refer[Metric](val); ok {
		return []string{m.Name}
	}
	var names []string
	if isList(val) {
		for it := val.ElementIterator(); it.Next(); {
			_, v := it.Element()
			m, ok := refer[Metric](v)
			if !ok {
				names = nil
				break
			}
			names = append(names, m.Name)
		}
	}
	if len(names) == 0 {
		l.fail(a.Expr.Range(), "Unsuitable reference", "%s needs a metric or a list of them, as in %s = metric.NAME, but this is %s.", capital(title(b)), a.Name, describe(val))
	}
	return names
}

// evaluationOf reads a reference to an evaluation; left out it is the only one or the one called main.
func (l *loader) evaluationOf(a *hcl.Attribute, b *hclsyntax.Block) *Evaluation {
	if a == nil {
		for _, e := range l.exp.Evaluations {
			if e.Name == MainEvaluation || len(l.exp.Evaluations) == 1 {
				return e
			}
		}
		if len(l.exp.Evaluations) > 0 {
			return l.exp.Evaluations[0]
		}
		return nil
	}
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil
	}
	e, ok := refer[Evaluation](val)
	if !ok {
		l.fail(a.Expr.Range(), "Unsuitable reference", "%s can name an evaluation, as in evaluation = evaluation.NAME, but this is %s.", capital(title(b)), describe(val))
	}
	return e
}

func (l *loader) baselineOf(a *hcl.Attribute, b *hclsyntax.Block, g *Grid) string {
	val, ok := l.eval(a.Expr)
	if !ok {
		return ""
	}
	if m, ok := refer[Method](val); ok {
		if g != nil && g.ok && !g.hasMethod(m) {
			l.fail(a.Expr.Range(), "Unsuitable reference", "No trial of grid %q uses method %q, so nothing can be compared with it.", g.Name, m.Name)
		}
		return m.Name
	}
	var name string
	if assign(val, &name) != nil || name != BestOfTheOthers {
		l.fail(a.Expr.Range(), "Unsuitable value", "The baseline of %s is a method, as in baseline = method.NAME, or %q.", title(b), BestOfTheOthers)
		return ""
	}
	return name
}

func (g *Grid) hasMethod(m *Method) bool {
	for _, a := range g.Axes {
		for _, p := range a.points {
			if p[dimMethod] == any(m) {
				return true
			}
		}
	}
	for _, r := range g.includes {
		if slices.Contains(r.values[dimMethod], any(m)) {
			return true
		}
	}
	return false
}
