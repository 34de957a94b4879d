package tw

func (g *grounder) value(t term) uint16 {
	if t < 0 {
		return g.values[^t]
	}
	return g.env[t]
}

// tuple is the arguments of an atom under the current binding; false when one is an unknown constant,
// of which nothing is true.
func (g *grounder) tuple(c *cond) (tuple, bool) {
	t := tuple{unbound, unbound, unbound}
	for i := range c.arity {
		t[i] = g.value(c.args[i])
		if t[i] == unbound {
			return t, false
		}
	}
	return t, true
}

// truth decides a static formula under the current binding.
func (g *grounder) truth(c *cond) bool {
	switch c.kind {
	case formulaEqual:
		a, b := g.value(c.args[0]), g.value(c.args[1])
		return a == b && a != unbound
	case formulaAtom:
		t, known := g.tuple(c)
		return known && g.facts.has(atomKey(c.pred, t))
	case formulaNot:
		return !g.truth(&c.kids[0])
	case formulaExists:
		found := false
		g.enumerate(c, func() bool {
			found = true
			return false
		})
		return found
	}
	all := c.kind == formulaAnd
	for i := range c.kids {
		if g.truth(&c.kids[i]) != all {
			return !all
		}
	}
	return all
}

// ground decides the static part of a formula under the current binding, in which its free variables
// have values, and returns the rest. With negate it grounds the negation.
func (g *grounder) ground(c *cond, negate bool) gform {
	if c.static {
		return constant(g.truth(c) != negate)
	}
	switch c.kind {
	case formulaAtom:
		t, known := g.tuple(c)
		if !known {
			return constant(negate)
		}
		return gform{kind: gLit, lit: g.literal(c.pred, t, negate)}
	case formulaNot:
		return g.ground(&c.kids[0], !negate)
	case formulaExists:
		out := combiner{and: negate, kids: g.room()}
		g.enumerate(c, func() bool {
			out.add(g.conjunction(c.kids, negate))
			return !out.decided
		})
		return out.form()
	}
	out := combiner{and: (c.kind == formulaAnd) != negate, kids: g.room()}
	for i := range c.kids {
		if out.add(g.ground(&c.kids[i], negate)); out.decided {
			break
		}
	}
	return out.form()
}

func constant(value bool) gform {
	if value {
		return gform{kind: gTrue}
	}
	return gform{kind: gFalse}
}

// conjunction grounds the conjunction of conds, static ones taken as checked, or its negation.
func (g *grounder) conjunction(conds []cond, negate bool) gform {
	out := combiner{and: !negate, kids: g.room()}
	for i := range conds {
		if conds[i].static {
			continue
		}
		if out.add(g.ground(&conds[i], negate)); out.decided {
			break
		}
	}
	return out.form()
}

// room is an empty slice with some capacity, valid until forget. Conjunctions of a household fit.
func (g *grounder) room() []gform {
	const size = 8
	if g.taken+size > len(g.forms) {
		g.forms = make([]gform, 512) // what was handed out stays in the old array
		g.taken = 0
	}
	from := g.taken
	g.taken += size
	return g.forms[from:from:g.taken]
}

// forget says that no ground formula made so far is needed any more.
func (g *grounder) forget() { g.taken = 0 }

func (g *grounder) literal(pred int, t tuple, negate bool) uint32 {
	id, _ := g.atoms.add(atomKey(pred, t))
	if negate {
		return id<<1 | 1
	}
	return id << 1
}
