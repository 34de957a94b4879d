package tw

import "fmt"

// gform is a ground formula over atoms.
type gform struct {
	kind gkind
	lit  uint32 // atom<<1, +1 when negated
	kids []gform
}

type gkind uint8

const (
	gTrue gkind = iota
	gFalse
	gLit
	gAnd
	gOr
)

// combiner builds a conjunction or a disjunction and notices when it is decided.
type combiner struct {
	and     bool
	decided bool
	kids    []gform
}

func (c *combiner) add(f gform) {
	switch {
	case f.kind == gFalse && c.and, f.kind == gTrue && !c.and:
		c.decided = true
	case f.kind == gTrue, f.kind == gFalse:
	case f.kind == gAnd && c.and, f.kind == gOr && !c.and:
		c.kids = append(c.kids, f.kids...)
	default:
		c.kids = append(c.kids, f)
	}
}

func (c *combiner) form() gform {
	switch {
	case c.decided && c.and, !c.decided && !c.and && len(c.kids) == 0:
		return gform{kind: gFalse}
	case c.decided, len(c.kids) == 0:
		return gform{kind: gTrue}
	case len(c.kids) == 1:
		return c.kids[0]
	case c.and:
		return gform{kind: gAnd, kids: c.kids}
	}
	return gform{kind: gOr, kids: c.kids}
}

// conjunctions writes a formula as a disjunction of conjunctions of literals: none for false, an empty one for true.
func (f *gform) conjunctions() ([][]uint32, error) {
	switch f.kind {
	case gFalse:
		return nil, nil
	case gTrue:
		return [][]uint32{nil}, nil
	case gLit:
		return [][]uint32{{f.lit}}, nil
	case gOr:
		var out [][]uint32
		for i := range f.kids {
			more, err := f.kids[i].conjunctions()
			if err != nil {
				return nil, err
			}
			if out = append(out, more...); len(out) > maxConjuncts {
				return nil, fmt.Errorf("more than %d alternatives", maxConjuncts)
			}
		}
		return out, nil
	}
	out := [][]uint32{nil}
	for i := range f.kids {
		if f.kids[i].kind == gLit { // the usual case
			for k := range out {
				out[k] = append(out[k], f.kids[i].lit)
			}
			continue
		}
		more, err := f.kids[i].conjunctions()
		if err != nil {
			return nil, err
		}
		if len(out)*len(more) > maxConjuncts {
			return nil, fmt.Errorf("more than %d alternatives", maxConjuncts)
		}
		var product [][]uint32
		for _, a := range out {
			for _, b := range more {
				both := make([]uint32, 0, len(a)+len(b)+2)
				product = append(product, append(append(both, a...), b...))
			}
		}
		out = product
	}
	return out, nil
}

// renumber replaces atoms by facts and drops what can never hold.
func renumber(f *gform, number []int32, reachable []bool) gform {
	switch f.kind {
	case gTrue, gFalse:
		return *f
	case gLit:
		if reachable[f.lit>>1] {
			return gform{kind: gLit, lit: uint32(number[f.lit>>1])<<1 | f.lit&1}
		}
		if f.lit&1 == 1 {
			return gform{kind: gTrue}
		}
		return gform{kind: gFalse}
	}
	out := combiner{and: f.kind == gAnd}
	for i := range f.kids {
		out.add(renumber(&f.kids[i], number, reachable))
	}
	return out.form()
}

// holds evaluates a ground formula.
func (g *Game) holds(f *gform, bits []uint64) bool {
	switch f.kind {
	case gTrue:
		return true
	case gFalse:
		return false
	case gLit:
		fact := f.lit >> 1
		return bits[fact/64]>>(fact%64)&1 != uint64(f.lit&1)
	}
	and := f.kind == gAnd
	for i := range f.kids {
		if g.holds(&f.kids[i], bits) != and {
			return !and
		}
	}
	return and
}

// allHold evaluates a conjunction.
func (g *Game) allHold(lits span, bits []uint64) bool {
	for _, l := range g.lits[lits.from:lits.to] {
		fact := l >> 1
		if bits[fact/64]>>(fact%64)&1 == uint64(l&1) {
			return false
		}
	}
	return true
}
