package answers

import (
	"math"
	"math/big"
	"math/cmplx"
	"regexp"
)

// nameSide is a left side that names what follows: a variable, a function of
// it, a segment, a ratio of names, a tuple of names.
var nameSide = regexp.MustCompile(`^([A-Za-z]|\\[A-Za-z]+)(_(\{[^{}]*\}|.))?(\^\{?-1\}?)?(\([^()]*\))?$` +
	`|^[A-Z]{2,}$|^[A-Z](_\{?[A-Z]+\}?)?:[A-Z](_\{?[A-Z]+\}?)?$|^\([A-Za-z](,[A-Za-z])+\)$`)

// named returns the value that an equation assigns to a name.
func (v value) named(w *meter) (value, bool) {
	if len(v.ops) != 1 || v.ops[0] != "=" && v.ops[0] != "~" && v.ops[0] != "in" || !w.spend(1+len(v.items[0].source)/4) {
		return value{}, false
	}
	name := v.items[0].source
	return v.items[1], nameSide.MatchString(name) && name != `\pi` && name != `\infty`
}

// assigned is named, or the outcome of a calculation with numbers.
func (v value) assigned(w *meter) (value, bool) {
	if to, ok := v.named(w); ok {
		return to, true
	}
	if len(v.ops) != 1 || v.ops[0] != "=" {
		return value{}, false
	}
	_, left := v.items[0].number(w)
	_, right := v.items[1].number(w)
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
	c.strict = true
	v, ok := gold.assigned(c.work)
	w, both := answer.assigned(c.work)
	if ok && both && gold.head() == answer.head() && c.items(v, w) != RuleNone {
		return RuleRelation
	}
	if (!ok || c.RelationsAsSets) && (ok || both) {
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
		w, ok := v.named(c.work)
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
// their sides must be equal, or each other's negative where the relation is
// turned round. Equations of several variables may differ by any factor.
func (c comparer) sameRelation(gold, answer value, i int) bool {
	p, okP := gold.difference(i)
	q, okQ := answer.difference(i)
	if !okP || !okQ {
		return false
	}
	names := map[string]bool{}
	p.symbols(names, c.work)
	q.symbols(names, c.work)
	if len(names) == 0 {
		return false
	}
	want, got := gold.ops[i], answer.ops[i]
	flipped := map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}
	factors := unitFactor
	switch {
	case want == "=" && got == "=" && len(names) > 1:
		factors = anyFactor
	case want == "=" && got == "=":
		factors = eitherUnit
	case want == got:
	case flipped[want] == got && len(gold.ops) == 1:
		// Only whole relations may be turned round, not links of a chain.
		factors = minusUnit
	default:
		return false
	}
	return proportional(p, q, factors, c.work)
}

// factors is what two differences may differ by.
type factors uint8

const (
	unitFactor factors = iota
	minusUnit
	eitherUnit
	anyFactor
)

// allows reports whether the factor f, with error err, is one of them.
func (s factors) allows(f, err float64) bool {
	switch s {
	case unitFactor:
		return math.Abs(f-1) <= err
	case minusUnit:
		return math.Abs(f+1) <= err
	case eitherUnit:
		return math.Abs(math.Abs(f)-1) <= err
	}
	return true
}

// proportional reports whether p is a constant multiple of q at all sample
// points, by a factor that is allowed.
func proportional(p, q *node, allowed factors, w *meter) bool {
	if exact, equal := exactlyProportional(p, q, allowed, w); exact {
		return equal
	}
	var factor approx
	for point := range samplePoints {
		here := site{point: point, work: w}
		x, y := p.evaluate(here), q.evaluate(here)
		if !x.isScalar() || !y.isScalar() {
			return false
		}
		f := x.at[0].times(y.at[0].inverse())
		if cmplx.IsNaN(f.v) || f.v == 0 || f.dim || math.Abs(imag(f.v)) > f.err {
			return false
		}
		if point == 0 {
			factor = f
		}
		if cmplx.Abs(f.v-factor.v) > 2*(f.err+factor.err) {
			return false
		}
	}
	return allowed.allows(real(factor.v), 2*factor.err)
}

// exactlyProportional is proportional where both are rational at every point;
// exact is false where they are not.
func exactlyProportional(p, q *node, allowed factors, w *meter) (exact, equal bool) {
	factor := new(big.Rat)
	for point := range samplePoints {
		here := site{point: point, work: w}
		x, okX := p.rationalAt(here)
		y, okY := q.rationalAt(here)
		if !okX || !okY || !w.exact(x, y) {
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
	if allowed == anyFactor {
		return true, true
	}
	minus := factor.Cmp(big.NewRat(-1, 1)) == 0
	plus := factor.Cmp(big.NewRat(1, 1)) == 0
	return true, plus && allowed != minusUnit || minus && allowed != unitFactor
}
