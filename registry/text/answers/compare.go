package answers

import (
	"math"
	"math/big"
	"math/cmplx"
	"strings"
)

// comparer compares values; every method returns the rule by which they are
// equal, or RuleNone.
type comparer struct {
	Options
	work *meter
	// strict is set where decimals are not rounded, loose where expressions may
	// equal a symbol.
	strict, loose bool
}

// values compares a whole expected answer with a whole answer.
func (c comparer) values(gold, answer value) Rule {
	if gold.source != "" && squeeze(gold.source) == squeeze(answer.source) {
		return RuleIdentical
	}
	if sameText(gold.source, answer.source) {
		return RuleText
	}
	if gold.kind == textKind || answer.kind == textKind || gold.word || answer.word {
		return RuleNone
	}
	return c.items(gold, answer)
}

// startsGroup reports whether a word starts with just three digits, which a
// comma right before them would join to a number.
func startsGroup(w string) bool {
	n := 0
	for n < len(w) && isDigit(w[n]) {
		n++
	}
	return n == 3
}

// squeeze removes blanks, but for those between digits: 1 000 is no number,
// and 12, 345 is two.
func squeeze(s string) string {
	words := strings.Fields(s)
	var out strings.Builder
	for i, w := range words {
		if i > 0 && isDigit(w[0]) && (isDigit(words[i-1][len(words[i-1])-1]) || strings.HasSuffix(words[i-1], ",") && startsGroup(w)) {
			out.WriteByte(' ')
		}
		out.WriteString(w)
	}
	return out.String()
}

// sameText compares answers that consist of letters alone.
func sameText(a, b string) bool {
	a, b = squeeze(a), squeeze(b)
	return onlyLetters(a) && strings.EqualFold(a, b)
}

func (c comparer) items(gold, answer value) Rule {
	if !c.work.spend(1) {
		return RuleNone
	}
	// A single-valued equation stands for its value.
	switch {
	case gold.kind == relationKind && answer.kind == relationKind:
		return c.relations(gold, answer)
	case gold.kind == relationKind:
		if v, ok := gold.named(c.work); ok && c.items(v, answer) != RuleNone && (gold.ops[0] != "in" || answer.kind != setKind || v.kind == setKind) {
			return RuleAssignment
		}
		if v, ok := gold.interval(); ok && (answer.kind == tupleKind || answer.kind == unionKind) {
			return c.items(v, answer)
		}
		return RuleNone
	case answer.kind == relationKind:
		if v, ok := answer.assigned(c.work); ok && c.items(gold, v) != RuleNone {
			return RuleAssignment
		}
		if v, ok := answer.interval(); ok && c.RelationsAsSets && (gold.kind == tupleKind || gold.kind == unionKind) {
			return c.items(gold, v)
		}
		return RuleNone
	case gold.kind == plainKind && answer.kind == plainKind:
		return c.expressions(gold.expr, answer.expr)
	case gold.kind == setKind && answer.kind == setKind:
		return c.sets(gold, answer)
	case gold.kind == tupleKind && answer.kind == tupleKind && c.tuples(gold, answer) != RuleNone:
		return RuleTuple
	case gold.kind == setKind && answer.kind == tupleKind:
		return c.assignments(gold, answer)
	case gold.kind == tupleKind && answer.kind == setKind:
		// A tuple may be given without its brackets, in its order. The values
		// of a plus-minus have none.
		if gold.open == "(" && gold.closing == ")" && answer.open != `\pm` {
			return c.inOrder(gold.items, answer.items, RuleSet)
		}
		return RuleNone
	}
	return c.realSets(gold, answer)
}

// sets compares elements in any order, one to one.
func (c comparer) sets(gold, answer value) Rule {
	want, got := c.distinct(gold.items), c.distinct(answer.items)
	if len(want) != len(got) {
		return RuleNone
	}
	used := make([]bool, len(got))
	c.loose = true
next:
	for _, w := range want {
		for i, g := range got {
			if !used[i] && c.items(w, g) != RuleNone {
				used[i] = true
				continue next
			}
			if !c.work.spend(1) {
				return RuleNone
			}
		}
		return RuleNone
	}
	return RuleSet
}

// distinct drops repeated elements.
func (c comparer) distinct(items []value) []value {
	var out []value
next:
	for _, item := range items {
		for _, o := range out {
			if c.items(o, item) != RuleNone {
				continue next
			}
			if c.work.exceeded() {
				return nil
			}
		}
		out = append(out, item)
	}
	return out
}

func (c comparer) tuples(gold, answer value) Rule {
	if gold.open != answer.open || gold.closing != answer.closing {
		return RuleNone
	}
	return c.inOrder(gold.items, answer.items, RuleTuple)
}

// inOrder compares elements one by one.
func (c comparer) inOrder(gold, answer []value, rule Rule) Rule {
	if len(gold) != len(answer) {
		return RuleNone
	}
	for i := range gold {
		if c.items(gold[i], answer[i]) == RuleNone {
			return RuleNone
		}
	}
	return rule
}

// assignments compares x = 1, y = 2 with (1, 2).
func (c comparer) assignments(gold, answer value) Rule {
	if len(gold.items) != len(answer.items) || answer.open != "(" || answer.closing != ")" {
		return RuleNone
	}
	for i, item := range gold.items {
		if item.kind != relationKind {
			return RuleNone
		}
		v, ok := item.assigned(c.work)
		if !ok || c.items(v, answer.items[i]) == RuleNone {
			return RuleNone
		}
	}
	return RuleAssignment
}

// expressions compares two values without relation.
func (c comparer) expressions(gold, answer *node) Rule {
	if rule := c.plain(gold, answer); rule != RuleNone {
		return rule
	}
	// A whole percentage also equals its number.
	if gold.op == opPercent && gold.args[0].isInteger() && answer.isInteger() && gold.args[0].rat.Cmp(answer.rat) == 0 ||
		answer.op == opPercent && answer.args[0].isInteger() && gold.isInteger() && answer.args[0].rat.Cmp(gold.rat) == 0 {
		return RulePercent
	}
	return RuleNone
}

func (c comparer) plain(gold, answer *node) Rule {
	if !c.loose && (gold.isSymbol() || answer.isSymbol()) {
		// Against a symbol only the symbol itself counts.
		if gold.op == answer.op && gold.name == answer.name {
			return RuleExpression
		}
		return RuleNone
	}
	if matrix := gold.isMatrix(c.work); matrix || answer.isMatrix(c.work) {
		return c.matrices(gold, answer)
	}
	p, okP := gold.rational(c.work)
	q, okQ := answer.rational(c.work)
	if okP && okQ {
		if p.Cmp(q) == 0 || c.rounds(gold, answer) && c.roundsEqual(p, q) {
			return RuleNumber
		}
		return RuleNone
	}
	return c.sampled(gold, answer)
}

// matrices compares two values of which one at least is a matrix: element by
// element where they are written so.
func (c comparer) matrices(gold, answer *node) Rule {
	if gold.op != opMatrix || answer.op != opMatrix {
		c.strict = true
		if !gold.isMatrix(c.work) || !answer.isMatrix(c.work) || c.sampled(gold, answer) == RuleNone {
			return RuleNone
		}
		return RuleMatrix
	}
	if gold.rows != answer.rows || len(gold.args) != len(answer.args) {
		return RuleNone
	}
	c.loose = true
	for i, g := range gold.args {
		if a := answer.args[i]; g.op == opMatrix || a.op == opMatrix || c.plain(g, a) == RuleNone {
			return RuleNone
		}
	}
	return RuleMatrix
}

// rounds reports whether decimals are compared after rounding: a decimal alone
// against anything but a whole number, which is not rounded.
func (c comparer) rounds(gold, answer *node) bool {
	return !c.strict && (gold.isDecimal() || answer.isDecimal()) && !gold.whole(c.work) && !answer.whole(c.work)
}

// sampled compares values: exactly where they are rational at a sample point,
// else within the error of evaluation.
func (c comparer) sampled(gold, answer *node) Rule {
	if !c.work.spend(4) {
		return RuleNone
	}
	names := map[string]bool{}
	gold.symbols(names, c.work)
	answer.symbols(names, c.work)
	if len(names) == 0 {
		return c.constants(gold, answer)
	}
	compared := 0
	for point := range samplePoints {
		switch c.at(site{point: point, work: c.work}, gold, answer) {
		case differ:
			return RuleNone
		case agree:
			compared++
		}
	}
	// Half of the points must be defined.
	if 2*compared < samplePoints {
		return RuleNone
	}
	if !gold.branches(c.work) && !answer.branches(c.work) {
		return RuleExpression
	}
	// What looks equal near zero may differ beyond the numbers that occur.
	far := max(gold.reach(c.work), answer.reach(c.work))
	if far > maxReach {
		return RuleNone
	}
	for _, scale := range []int{nearScale, far + 2} {
		for _, point := range []int{0, 1, samplePoints - 1} {
			if c.at(site{point, scale, c.work}, gold, answer) == differ {
				return RuleNone
			}
		}
	}
	return RuleExpression
}

// nearScale is the first distance, as a power of two, at which expressions
// with branches are compared again; maxReach is the last.
const (
	nearScale = 5
	maxReach  = 900
)

// constants compares values without symbols that are not both rational.
func (c comparer) constants(gold, answer *node) Rule {
	if gold.infinite() != 0 || answer.infinite() != 0 {
		if gold.infinite() == answer.infinite() {
			return RuleNumber
		}
		return RuleNone
	}
	here := site{work: c.work}
	p, q := gold.evaluate(here), answer.evaluate(here)
	if p.rows != q.rows || p.cols != q.cols {
		return RuleNone
	}
	rounded := c.rounds(gold, answer)
	for i := range p.at {
		x, y := p.at[i], q.at[i]
		if !c.close(x, y, false, rounded && !(gold.isDecimal() && y.mayBeWhole()) && !(answer.isDecimal() && x.mayBeWhole())) {
			return RuleNone
		}
	}
	return RuleNumber
}

// outcome is what a comparison at one point says.
type outcome uint8

const (
	differ outcome = iota
	agree
	silent // undefined for both
)

// at compares two expressions at a site.
func (c comparer) at(here site, gold, answer *node) outcome {
	p, okP := gold.rationalAt(here)
	q, okQ := answer.rationalAt(here)
	if okP && okQ {
		if p.Cmp(q) != 0 {
			return differ
		}
		return agree
	}
	x, y := gold.evaluate(here), answer.evaluate(here)
	if x.rows != y.rows || x.cols != y.cols {
		return differ
	}
	out := silent
	for i := range x.at {
		switch {
		case cmplx.IsNaN(x.at[i].v) && cmplx.IsNaN(y.at[i].v):
		case !c.close(x.at[i], y.at[i], true, false):
			return differ
		default:
			out = agree
		}
	}
	return out
}

// roundsEqual compares exact numbers to the set number of decimals; halves
// round to even.
func (c comparer) roundsEqual(p, q *big.Rat) bool {
	if !c.work.exact(p, q) {
		return false
	}
	return rounded(p, c.decimals()).Cmp(rounded(q, c.decimals())) == 0
}

// rounded is r times ten to the power of decimals, to the nearest whole number.
func rounded(r *big.Rat, decimals int) *big.Int {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	num := scale.Mul(scale, r.Num())
	below, rest := new(big.Int).DivMod(num, r.Denom(), new(big.Int))
	switch half := rest.Lsh(rest, 1).Cmp(r.Denom()); {
	case half > 0, half == 0 && below.Bit(0) == 1:
		below.Add(below, big.NewInt(1))
	}
	return below
}

// mostUncertain is the largest error of constants that are told apart.
const mostUncertain = 1e-8

// close compares finite values within their errors, or to the set number of
// decimals when rounded. Constants whose error is too large are never close,
// and neither is what left something unseen: they may differ by what a float
// cannot show.
func (c comparer) close(p, q approx, sampled, rounded bool) bool {
	if cmplx.IsNaN(p.v) || cmplx.IsNaN(q.v) || cmplx.IsInf(p.v) || cmplx.IsInf(q.v) {
		return false
	}
	bound := 2 * (p.err + q.err)
	if !sampled && bound > mostUncertain {
		return false
	}
	if cmplx.Abs(p.v-q.v) <= bound && !p.dim && !q.dim && !p.hidden(q) && !q.hidden(p) {
		return true
	}
	if !rounded {
		return false
	}
	scale := math.Pow(10, float64(c.decimals()))
	return math.RoundToEven(real(p.v)*scale) == math.RoundToEven(real(q.v)*scale) &&
		math.RoundToEven(imag(p.v)*scale) == math.RoundToEven(imag(q.v)*scale)
}

// hidden reports whether a, which is not zero, is too small to be told from
// zero beside the error of b.
func (a approx) hidden(b approx) bool {
	size := cmplx.Abs(a.v)
	return size > 2*a.err && size <= b.err
}

// mayBeWhole reports whether a whole number lies within the error.
func (a approx) mayBeWhole() bool {
	return math.Abs(imag(a.v)) <= a.err && math.Abs(real(a.v)-math.Round(real(a.v))) <= a.err
}
