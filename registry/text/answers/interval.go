package answers

import (
	"math"
	"slices"
)

// stretch is an interval of real numbers.
type stretch struct {
	low, high             float64
	lowClosed, highClosed bool
}

// realSets compares intervals and unions of intervals with numeric ends.
func (c comparer) realSets(gold, answer value) Rule {
	p, okP := gold.stretches()
	q, okQ := answer.stretches()
	if !okP || !okQ || len(p) != len(q) {
		return RuleNone
	}
	for i := range p {
		if p[i].lowClosed != q[i].lowClosed || p[i].highClosed != q[i].highClosed ||
			!c.sameEnd(p[i].low, q[i].low) || !c.sameEnd(p[i].high, q[i].high) {
			return RuleNone
		}
	}
	return RuleInterval
}

// sameEnd compares ends of intervals, which may be infinite.
func (c comparer) sameEnd(p, q float64) bool {
	return p == q || c.close(complex(p, 0), complex(q, 0), constantTolerance, true)
}

// stretches returns the disjoint intervals of a value in ascending order.
func (v value) stretches() ([]stretch, bool) {
	parts := []value{v}
	if v.kind == unionKind {
		parts = v.items
	}
	var out []stretch
	for _, part := range parts {
		switch {
		case part.kind == tupleKind && len(part.items) == 2:
			low, okL := part.items[0].number()
			high, okH := part.items[1].number()
			if !okL || !okH || low > high {
				return nil, false
			}
			out = append(out, stretch{low, high, part.open == "[", part.closing == "]"})
		case part.kind == setKind && v.kind == unionKind:
			for _, item := range part.items {
				x, ok := item.number()
				if !ok {
					return nil, false
				}
				out = append(out, stretch{x, x, true, true})
			}
		default:
			return nil, false
		}
	}
	return merge(out), len(out) > 0
}

// number returns a value without symbols.
func (v value) number() (float64, bool) {
	if v.kind != plainKind {
		return 0, false
	}
	names := map[string]bool{}
	v.expr.symbols(names)
	m := v.expr.evaluate(0)
	if len(names) > 0 || !m.isScalar() || imag(m.at[0]) != 0 || math.IsNaN(real(m.at[0])) {
		return 0, false
	}
	if math.IsInf(real(m.at[0]), 0) && v.expr.infinite() == 0 {
		// Overflow, not infinity.
		return 0, false
	}
	return real(m.at[0]), true
}

// merge joins intervals that overlap or touch.
func merge(parts []stretch) []stretch {
	slices.SortFunc(parts, func(a, b stretch) int {
		switch {
		case a.low != b.low && a.low < b.low, a.low == b.low && a.lowClosed && !b.lowClosed:
			return -1
		case a.low == b.low && a.lowClosed == b.lowClosed:
			return 0
		}
		return 1
	})
	var out []stretch
	for _, s := range parts {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if s.low < last.high || s.low == last.high && (s.lowClosed || last.highClosed) {
				switch {
				case s.high > last.high:
					last.high, last.highClosed = s.high, s.highClosed
				case s.high == last.high:
					last.highClosed = last.highClosed || s.highClosed
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
