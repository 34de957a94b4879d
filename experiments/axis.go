package experiments

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Dimensions of a trial, besides the seed, in the order in which labels name them.
const (
	dimTeacher = iota
	dimStudent
	dimEnvironment
	dimMethod
	dimensions
)

var dimensionNames = [dimensions]string{"teacher", "student", "environment", "method"}

// Axis is one dimension of a grid, or several that move together (zipped columns).
type Axis struct {
	Name string
	// Columns names the dimensions it sets: one, or several for a zipped axis.
	Columns []string
	// Labels names the values, in order, those of included trials last. The names on a zipped axis are
	// joined by slashes in the order teacher, student, environment, method.
	Labels []string

	columns []int // dimensions
	points  []point
	first   string      // the column that decided how many there are
	places  []hcl.Range // of the points
	at      hcl.Range
}

// point sets some dimensions of a trial; the others are nil.
type point [dimensions]any

// label names a point of the axis, or the part of a whole coordinate that lies on it, by all columns in
// the order of the dimensions.
func (a *Axis) label(p point) string {
	names := make([]string, 0, len(a.columns))
	for d := range p {
		if slices.Contains(a.columns, d) {
			names = append(names, nameOf(p[d]))
		}
	}
	return strings.Join(names, "/")
}

func nameOf(v any) string {
	switch v := v.(type) {
	case *Policy:
		return v.Name
	case *Environment:
		return v.Name
	case *Method:
		return v.Name
	}
	panic(fmt.Sprintf("experiments: %T is no coordinate", v))
}

func (l *loader) decodeAxis(g *Grid, b *hclsyntax.Block) (*Axis, bool) {
	if len(b.Labels) != 1 {
		l.fail(b.DefRange(), "Missing name", "An axis needs one name: axis \"method\" { values = [...] }.")
		return nil, false
	}
	axis := &Axis{Name: l.label(b), at: b.DefRange()}
	for _, other := range g.Axes {
		if other.Name == axis.Name {
			l.fail(b.LabelRanges[0], "Duplicate axis", "There is another axis %q at %s.", axis.Name, place(other.at))
			return nil, false
		}
	}
	if reservedAxes[axis.Name] {
		l.fail(b.LabelRanges[0], "Invalid name", "An axis cannot be called %q: tables use the word for something else.", axis.Name)
		return nil, false
	}
	columns, ok := l.axisColumns(axis, b)
	if len(columns) == 0 {
		if ok {
			l.fail(b.DefRange(), "Empty axis", "Axis %q of grid %q has no values, so the grid has no trials.", axis.Name, g.Name)
		}
		return nil, false
	}
	for _, c := range columns {
		axis.columns = append(axis.columns, c.dimension)
		axis.Columns = append(axis.Columns, dimensionNames[c.dimension])
		ok = l.addColumn(axis, g, c) && ok
	}
	if !ok {
		return axis, false
	}
	seen := map[string]bool{}
	for i, p := range axis.points {
		label := axis.label(p)
		if seen[label] {
			l.fail(axis.places[i], "Duplicate value", "Axis %q has the value %q twice.", axis.Name, label)
			return axis, false
		}
		seen[label] = true
		axis.Labels = append(axis.Labels, label)
	}
	return axis, true
}

// column is a list of values for one dimension.
type column struct {
	dimension int
	written   *hcl.Attribute
}

// axisColumns finds the columns of an axis: "values" means the dimension that the axis is named after.
func (l *loader) axisColumns(axis *Axis, b *hclsyntax.Block) ([]column, bool) {
	own := slices.Index(dimensionNames[:], axis.Name)
	content := l.content(b, append([]string{"values"}, dimensionNames[:]...), nil)
	var columns []column
	ok := true
	values := content.Attributes["values"]
	if values != nil && own < 0 {
		l.fail(values.NameRange, "Unknown axis", "The values of axis %q could be anything. Name the axis after what it varies (%s), or give it such columns: %s = [...].%s",
			axis.Name, strings.Join(dimensionNames[:], ", "), dimensionNames[0], didYouMean(axis.Name, dimensionNames[:], quoted))
		return nil, false
	}
	for d, name := range dimensionNames {
		a := content.Attributes[name]
		if d == own && values != nil {
			columns = append(columns, column{d, values})
			if a != nil {
				ok = false
				l.fail(a.NameRange, "Duplicate axis", "Axis %q has its values twice, as \"values\" and as %q.", axis.Name, name)
			}
		} else if a != nil {
			columns = append(columns, column{d, a})
		}
	}
	if own >= 0 && len(columns) > 0 && !slices.ContainsFunc(columns, func(c column) bool { return c.dimension == own }) {
		l.fail(b.LabelRanges[0], "Invalid name", "Axis %q does not set the %s; the name would mislead.", axis.Name, axis.Name)
		return nil, false
	}
	return columns, ok
}

// addColumn reads a column into the points of an axis.
func (l *loader) addColumn(axis *Axis, g *Grid, c column) bool {
	values, ok := l.coordinates(c.written, c.dimension, true)
	if !ok {
		return false
	}
	at := c.written.Expr.Range()
	if len(values) == 0 {
		l.fail(at, "Empty axis", "Axis %q of grid %q has no values, so the grid has no trials.", axis.Name, g.Name)
		return false
	}
	if axis.points == nil {
		axis.points, axis.first = make([]point, len(values)), c.written.Name
		for _, v := range values {
			axis.places = append(axis.places, v.at)
		}
	}
	if len(values) != len(axis.points) {
		l.fail(at, "Unequal columns", "The columns of axis %q are read in parallel: %q has %d values and %q has %d.", axis.Name, axis.first, len(axis.points), c.written.Name, len(values))
		return false
	}
	for i, v := range values {
		axis.points[i][c.dimension] = v.val
	}
	return true
}

// coordinate is a value on an axis.
type coordinate struct {
	val any
	at  hcl.Range
}

// coordinates reads a list of references for a dimension. Lists inside the list (the variants of an ablation) are
// taken apart. A rule may also name a single value.
func (l *loader) coordinates(a *hcl.Attribute, d int, listed bool) ([]coordinate, bool) {
	var all []coordinate
	ok := true
	take := func(val cty.Value, at hcl.Range) {
		values, takeOK := l.flatten(val, at, d)
		ok = ok && takeOK
		all = append(all, values...)
	}
	if elements, diags := hcl.ExprList(a.Expr); !diags.HasErrors() {
		for _, e := range elements {
			val, valOK := l.eval(e)
			if !valOK {
				ok = false
				continue
			}
			take(val, e.Range())
		}
		return all, ok
	}
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil, false
	}
	if listed && !isList(val) {
		l.fail(a.Expr.Range(), "Unsuitable value", "An axis has a list of values, as in %s = [%s.NAME, ...], but this is %s.", a.Name, dimensionNames[d], describe(val))
		return nil, false
	}
	take(val, a.Expr.Range())
	return all, ok
}

func isList(val cty.Value) bool {
	ty := val.Type()
	return !val.IsNull() && (ty.IsTupleType() || ty.IsListType() || ty.IsSetType())
}

func (l *loader) flatten(val cty.Value, at hcl.Range, d int) ([]coordinate, bool) {
	if isList(val) {
		var all []coordinate
		ok := true
		for it := val.ElementIterator(); it.Next(); {
			_, v := it.Element()
			inner, innerOK := l.flatten(v, at, d)
			ok = ok && innerOK
			all = append(all, inner...)
		}
		return all, ok
	}
	if v := dimensionValue(val, d); v != nil {
		return []coordinate{{v, at}}, true
	}
	hint := ""
	root := dimensionNames[d]
	if !val.IsNull() && val.Type() == cty.String && l.nodes[root][val.AsString()] != nil {
		hint = fmt.Sprintf(" Did you mean %s.%s?", root, val.AsString())
	}
	l.fail(at, "Unsuitable value", "A value for %q is a reference, as in %s.NAME, but this is %s.%s", root, root, describe(val), hint)
	return nil, false
}

// dimensionValue returns what val refers to if it can stand in dimension d. A student may stand
// for the teacher, its own then; a teacher is not trained.
func dimensionValue(val cty.Value, d int) any {
	switch d {
	case dimTeacher:
		if p, ok := refer[Policy](val); ok {
			return p
		}
	case dimStudent:
		if p, ok := refer[Policy](val); ok && p.Role == RoleStudent {
			return p
		}
	case dimEnvironment:
		if e, ok := refer[Environment](val); ok {
			return e
		}
	case dimMethod:
		if m, ok := refer[Method](val); ok {
			return m
		}
	}
	return nil
}
