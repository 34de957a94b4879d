package answers

import (
	"cmp"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
)

// end is an end of an interval: as an expression, as a number and, where it is
// rational, exactly.
type end struct {
	expr *node
	v    float64
	rat  *big.Rat
}

// cmp orders ends, exactly where both are rational.
func (e end) cmp(o end, w *meter) int {
	if e.rat != nil && o.rat != nil && w.exact(e.rat, o.rat) {
		return e.rat.Cmp(o.rat)
	}
	return cmp.Compare(e.v, o.v)
}

// stretch is an interval of real numbers.
type stretch struct {
	low, high             end
	lowClosed, highClosed bool
}

// realSets compares intervals and unions of intervals with numeric ends.
func (c comparer) realSets(gold, answer value) Rule {
	p, okP := gold.stretches(c.work)
	q, okQ := answer.stretches(c.work)
	if !okP || !okQ || len(p) != len(q) {
		return RuleNone
	}
	for i := range p {
		if p[i].lowClosed != q[i].lowClosed || p[i].highClosed != q[i].highClosed ||
			c.plain(p[i].low.expr, q[i].low.expr) == RuleNone || c.plain(p[i].high.expr, q[i].high.expr) == RuleNone {
			return RuleNone
		}
	}
	return RuleInterval
}

// stretches returns the disjoint intervals of a value in ascending order.
func (v value) stretches(w *meter) ([]stretch, bool) {
	parts := []value{v}
	if v.kind == unionKind {
		parts = v.items
	}
	var out []stretch
	for _, part := range parts {
		switch {
		case part.kind == tupleKind && len(part.items) == 2:
			low, okL := part.items[0].number(w)
			high, okH := part.items[1].number(w)
			if !okL || !okH || low.cmp(high, w) > 0 {
				return nil, false
			}
			out = append(out, stretch{low, high, part.open == "[", part.closing == "]"})
		case part.kind == setKind && v.kind == unionKind:
			for _, item := range part.items {
				x, ok := item.number(w)
				if !ok {
					return nil, false
				}
				out = append(out, stretch{x, x, true, true})
			}
		default:
			return nil, false
		}
	}
	return merge(out, w), len(out) > 0
}

// number returns a value without symbols.
func (v value) number(w *meter) (end, bool) {
	if v.kind != plainKind {
		return end{}, false
	}
	e := end{expr: v.expr}
	if sign := v.expr.infinite(); sign != 0 {
		e.v = math.Inf(sign)
		return e, true
	}
	names := map[string]bool{}
	v.expr.symbols(names, w)
	if len(names) > 0 {
		return end{}, false
	}
	if r, ok := v.expr.rational(w); ok {
		e.rat = r
		e.v, _ = r.Float64()
		return e, true
	}
	m := v.expr.evaluate(site{work: w})
	if !m.isScalar() || cmplx.IsNaN(m.at[0].v) || cmplx.IsInf(m.at[0].v) || imag(m.at[0].v) != 0 {
		return end{}, false
	}
	e.v = real(m.at[0].v)
	return e, true
}

// merge joins intervals that overlap or touch.
func merge(parts []stretch, w *meter) []stretch {
	slices.SortFunc(parts, func(a, b stretch) int {
		if d := a.low.cmp(b.low, w); d != 0 {
			return d
		}
		switch {
		case a.lowClosed == b.lowClosed:
			return 0
		case a.lowClosed:
			return -1
		}
		return 1
	})
	var out []stretch
	for _, s := range parts {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if d := s.low.cmp(last.high, w); d < 0 || d == 0 && (s.lowClosed || last.highClosed) {
				switch d := s.high.cmp(last.high, w); {
				case d > 0:
					last.high, last.highClosed = s.high, s.highClosed
				case d == 0:
					last.highClosed = last.highClosed || s.highClosed
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
