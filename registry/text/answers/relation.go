package answers

import (
	"math"
	"math/big"
	"math/cmplx"
	"regexp"
)

// nameSide is a left side that names what follows: a variable, a function of
// it, a segment, a ratio of names, a tuple of names.
var nameSide = regexp.MustCompile(`^([A-Za-z]|\\[A-Za-z]+)(_(\{[^{}]*\}|.))?(\([^()]*\))?$` +
	`|^[A-Z]{2,}$|^[A-Z](_\{?[A-Z]+\}?)?:[A-Z](_\{?[A-Z]+\}?)?$|^\([A-Za-z](,[A-Za-z])+\)$`)

// assigned returns the value that an equation assigns to a name, or the
// outcome of a calculation with numbers.
func (v value) assigned() (value, bool) {
	if len(v.ops) != 1 || v.ops[0] != "=" {
		return value{}, false
	}
	if nameSide.MatchString(v.items[0].source) {
		return v.items[1], true
	}
	_, left := v.items[0].number()
	_, right := v.items[1].number()
	return v.items[1], left && right
}

// variableArgument is a function's argument that is a variable, whose name
// does not matter.
var variableArgument = regexp.MustCompile(`\([A-Za-z]\)$`)

// head is the name that an equation assigns to.
func (v value) head() string {
	return variableArgument.ReplaceAllString(v.items[0].source, "()")
}

// difference is left side minus right side of the i-th relation of a chain.
func (v value) difference(i int) (*node, bool) {
	left, right := v.items[i], v.items[i+1]
	if left.kind != plainKind || right.kind != plainKind {
		return nil, false
	}
	return &node{op: opAdd, args: []*node{left.expr, {op: opNegate, args: []*node{right.expr}}}}, true
}

// interval reads an inequality of one variable as the interval it describes.
func (v value) interval() (value, bool) {
	isName := func(item value) bool { return item.kind == plainKind && item.expr.op == opSymbol }
	infinity := &node{op: opConstant, name: "infty"}
	low := value{kind: plainKind, expr: &node{op: opNegate, args: []*node{infinity}}}
	high := value{kind: plainKind, expr: infinity}
	out := value{kind: tupleKind, open: "(", closing: ")"}
	bracket := func(sign, round, square string) string {
		if len(sign) == 2 {
			return square
		}
		return round
	}
	switch {
	case len(v.ops) == 2 && v.ops[0][0] == '<' && v.ops[1][0] == '<' && isName(v.items[1]):
		out.items = []value{v.items[0], v.items[2]}
		out.open, out.closing = bracket(v.ops[0], "(", "["), bracket(v.ops[1], ")", "]")
	case len(v.ops) == 1 && v.ops[0][0] == '<' && isName(v.items[0]):
		out.items = []value{low, v.items[1]}
		out.closing = bracket(v.ops[0], ")", "]")
	case len(v.ops) == 1 && v.ops[0][0] == '>' && isName(v.items[0]):
		out.items = []value{v.items[1], high}
		out.open = bracket(v.ops[0], "(", "[")
	default:
		return value{}, false
	}
	return out, true
}

// relations compares two equations or inequalities.
func (c comparer) relations(gold, answer value) Rule {
	v, ok := gold.assigned()
	w, both := answer.assigned()
	if ok && both && gold.head() == answer.head() && c.items(v, w) != RuleNone {
		return RuleRelation
	}
	if !ok || c.RelationsAsSets {
		if rule := c.memberships(gold, answer); rule != RuleNone {
			return rule
		}
	}
	if len(gold.ops) != len(answer.ops) {
		return RuleNone
	}
	for i := range gold.ops {
		if !c.sameRelation(gold, answer, i) {
			return RuleNone
		}
	}
	return RuleRelation
}

// memberships compares an inequality of a variable with its membership in an
// interval.
func (c comparer) memberships(gold, answer value) Rule {
	set := func(v value) (value, bool) {
		if w, ok := v.interval(); ok {
			return w, true
		}
		w, ok := v.assigned()
		return w, ok && (w.kind == tupleKind || w.kind == unionKind)
	}
	name := func(v value) string {
		if len(v.ops) == 2 {
			return v.items[1].source
		}
		return v.items[0].source
	}
	v, okV := set(gold)
	w, okW := set(answer)
	if !okV || !okW || name(gold) != name(answer) {
		return RuleNone
	}
	return c.items(v, w)
}

// sameRelation compares the i-th relations of two chains: the differences of
// their sides must be proportional, with a factor of the right sign.
func (c comparer) sameRelation(gold, answer value, i int) bool {
	p, okP := gold.difference(i)
	q, okQ := answer.difference(i)
	if !okP || !okQ {
		return false
	}
	want, got := gold.ops[i], answer.ops[i]
	flipped := map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}
	sign := 0 // of the factor; 0 means any
	switch {
	case want == got && flipped[want] == "":
	case want == got:
		sign = 1
	case flipped[want] == got:
		// Only whole relations may be turned round, not links of a chain.
		if len(gold.ops) > 1 {
			return false
		}
		sign = -1
	default:
		return false
	}
	return proportional(p, q, sign)
}

// proportional reports whether p is a constant multiple of q at all sample
// points, with a factor of the given sign.
func proportional(p, q *node, sign int) bool {
	names := map[string]bool{}
	p.symbols(names)
	q.symbols(names)
	if len(names) == 0 {
		return false
	}
	if exact, equal := exactlyProportional(p, q, sign); exact {
		return equal
	}
	var factor approx
	for point := range samplePoints {
		x, y := p.evaluate(point), q.evaluate(point)
		if !x.isScalar() || !y.isScalar() {
			return false
		}
		f := x.at[0].times(y.at[0].inverse())
		if cmplx.IsNaN(f.v) || f.v == 0 || math.Abs(imag(f.v)) > f.err {
			return false
		}
		if point == 0 {
			factor = f
		}
		if cmplx.Abs(f.v-factor.v) > 2*(f.err+factor.err) {
			return false
		}
	}
	return sign == 0 || (real(factor.v) > 0) == (sign > 0)
}

// exactlyProportional is proportional where both are rational at every point;
// exact is false where they are not.
func exactlyProportional(p, q *node, sign int) (exact, equal bool) {
	factor := new(big.Rat)
	for point := range samplePoints {
		x, okX := p.rationalAt(point)
		y, okY := q.rationalAt(point)
		if !okX || !okY {
			return false, false
		}
		if x.Sign() == 0 || y.Sign() == 0 {
			return true, false
		}
		f := new(big.Rat).Quo(x, y)
		if point > 0 && f.Cmp(factor) != 0 {
			return true, false
		}
		factor = f
	}
	return true, sign == 0 || factor.Sign() == sign
}
