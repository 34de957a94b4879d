package answers

import (
	"math"
	"math/big"
	"math/cmplx"
	"strings"
)

// comparer compares values; every method returns the rule by which they are
// equal, or RuleNone.
type comparer struct{ Options }

// values compares a whole expected answer with a whole answer.
func (c comparer) values(gold, answer value) Rule {
	if gold.source != "" && squeeze(gold.source) == squeeze(answer.source) {
		return RuleIdentical
	}
	if sameText(gold.source, answer.source) {
		return RuleText
	}
	if gold.kind == textKind || answer.kind == textKind {
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
	if a == "" || !strings.EqualFold(a, b) {
		return false
	}
	return strings.IndexFunc(a, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) < 0
}

func (c comparer) items(gold, answer value) Rule {
	// A single-valued equation stands for its value.
	switch {
	case gold.kind == relationKind && answer.kind == relationKind:
		return c.relations(gold, answer)
	case gold.kind == relationKind:
		if v, ok := gold.assigned(); ok && c.items(v, answer) != RuleNone {
			return RuleAssignment
		}
		if v, ok := gold.interval(); ok && (answer.kind == tupleKind || answer.kind == unionKind) {
			return c.items(v, answer)
		}
		return RuleNone
	case answer.kind == relationKind:
		if v, ok := answer.assigned(); ok && c.items(gold, v) != RuleNone {
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
		// A pair is also read as an open interval with these ends.
		if len(gold.items) == 2 && gold.open == "(" && gold.closing == ")" {
			return c.sets(gold, answer)
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
next:
	for _, w := range want {
		for i, g := range got {
			if !used[i] && c.items(w, g) != RuleNone {
				used[i] = true
				continue next
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
		}
		out = append(out, item)
	}
	return out
}

func (c comparer) tuples(gold, answer value) Rule {
	if len(gold.items) != len(answer.items) || gold.open != answer.open || gold.closing != answer.closing {
		return RuleNone
	}
	for i := range gold.items {
		if c.items(gold.items[i], answer.items[i]) == RuleNone {
			return RuleNone
		}
	}
	return RuleTuple
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
		v, ok := item.assigned()
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
	// A percentage also equals its number.
	if gold.op == opPercent && answer.op != opPercent && c.plain(gold.args[0], answer) != RuleNone ||
		answer.op == opPercent && gold.op != opPercent && c.plain(gold, answer.args[0]) != RuleNone {
		return RulePercent
	}
	return RuleNone
}

func (c comparer) plain(gold, answer *node) Rule {
	if gold.op == opMatrix || answer.op == opMatrix {
		return c.sampled(gold, answer)
	}
	p, okP := gold.rational()
	q, okQ := answer.rational()
	if okP && okQ {
		if p.Cmp(q) == 0 || c.rounds(gold, answer) && c.roundsEqual(p, q) {
			return RuleNumber
		}
		return RuleNone
	}
	return c.sampled(gold, answer)
}

// rounds reports whether decimals are compared after rounding: a decimal
// against anything but a whole number, which is not rounded.
func (c comparer) rounds(gold, answer *node) bool {
	return (gold.hasDecimal() || answer.hasDecimal()) && !gold.whole() && !answer.whole()
}

// sampled compares values: exactly where they are rational at a sample point,
// else within the error of evaluation.
func (c comparer) sampled(gold, answer *node) Rule {
	names := map[string]bool{}
	gold.symbols(names)
	answer.symbols(names)
	points, rule := samplePoints, RuleExpression
	if len(names) == 0 {
		points, rule = 1, RuleNumber
		if gold.infinite() != 0 || answer.infinite() != 0 {
			if gold.infinite() == answer.infinite() {
				return RuleNumber
			}
			return RuleNone
		}
	}
	rounded := rule == RuleNumber && c.rounds(gold, answer)
	compared := 0
	for point := range points {
		if rule == RuleExpression {
			p, okP := gold.rationalAt(point)
			q, okQ := answer.rationalAt(point)
			if okP && okQ {
				if p.Cmp(q) != 0 {
					return RuleNone
				}
				compared++
				continue
			}
		}
		p, q := gold.evaluate(point), answer.evaluate(point)
		if p.rows != q.rows || p.cols != q.cols {
			return RuleNone
		}
		if !p.isScalar() {
			rule = RuleMatrix
		}
		for i := range p.at {
			switch {
			case cmplx.IsNaN(p.at[i].v) && cmplx.IsNaN(q.at[i].v):
				// Undefined for both: this point says nothing.
				continue
			case !c.close(p.at[i], q.at[i], len(names) > 0, rounded):
				return RuleNone
			}
			compared++
		}
	}
	// Half of the points must be defined.
	if 2*compared < points {
		return RuleNone
	}
	return rule
}

// roundsEqual compares exact numbers to the set number of decimals.
func (c comparer) roundsEqual(p, q *big.Rat) bool {
	return p.FloatString(c.decimals()) == q.FloatString(c.decimals())
}

// mostUncertain is the largest error of constants that are told apart.
const mostUncertain = 1e-8

// close compares finite values within their errors, or to the set number of
// decimals when rounded. Constants whose error is too large are never close:
// they may differ by what a float cannot show.
func (c comparer) close(p, q approx, sampled, rounded bool) bool {
	if cmplx.IsNaN(p.v) || cmplx.IsNaN(q.v) || cmplx.IsInf(p.v) || cmplx.IsInf(q.v) {
		return false
	}
	bound := 2 * (p.err + q.err)
	if !sampled && bound > mostUncertain {
		return false
	}
	if cmplx.Abs(p.v-q.v) <= bound {
		return true
	}
	if !rounded {
		return false
	}
	scale := math.Pow(10, float64(c.decimals()))
	return math.Round(real(p.v)*scale) == math.Round(real(q.v)*scale) && math.Round(imag(p.v)*scale) == math.Round(imag(q.v)*scale)
}
