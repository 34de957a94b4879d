package tw

import "math"

// enumerate binds the variables of c in every way that satisfies its static conjuncts and calls visit, which
// returns false to stop. It binds through the shortest list of facts at hand, then through types.
func (g *grounder) enumerate(c *cond, visit func() bool) {
	for _, s := range c.slots {
		g.env[s] = unbound
	}
	var mask uint64
	for _, s := range c.slots {
		mask |= 1 << uint(s)
	}
	if g.holds(c, 0, mask) {
		g.bind(c, mask, visit)
	}
}

// holds checks the static conjuncts that have become decidable: all variables bound, and one of them just now.
// fresh 0 checks those without variables of c.
func (g *grounder) holds(c *cond, fresh, open uint64) bool {
	for i := range c.kids {
		k := &c.kids[i]
		if !k.static || k.free&open != 0 || fresh != 0 && k.free&fresh == 0 {
			continue
		}
		if !g.truth(k) {
			return false
		}
	}
	return true
}

// bind extends the binding by the variables in open. It returns false when visit wants no more.
func (g *grounder) bind(c *cond, open uint64, visit func() bool) bool {
	if open == 0 {
		return visit()
	}
	var best *cond
	var rows []uint32
	size, narrowed := math.MaxInt, false
	for i := range c.kids {
		k := &c.kids[i]
		if k.kind != formulaAtom || !k.static || k.free&open == 0 {
			continue
		}
		rel := &g.relations[k.pred]
		if len(rel.rows) < size {
			best, size, narrowed = k, len(rel.rows), false
		}
		for p := range k.arity {
			if k.args[p] >= 0 && open&(1<<uint(k.args[p])) != 0 {
				continue
			}
			if list := g.with(rel, p, g.value(k.args[p])); len(list) < size {
				best, rows, size, narrowed = k, list, len(list), true
			}
		}
	}
	if best == nil {
		return g.bindByType(c, open, visit)
	}
	rel := &g.relations[best.pred]
	for i := range size {
		if g.steps++; g.steps > maxSteps {
			return false
		}
		at := uint32(i)
		if narrowed {
			at = rows[i]
		}
		row := rel.rows[at]
		if !g.bindRow(c, best, row, open, visit) {
			return false
		}
	}
	return true
}

func (g *grounder) bindRow(c, k *cond, row tuple, open uint64, visit func() bool) bool {
	var fresh uint64
	ok := true
	for p := 0; p < k.arity && ok; p++ {
		a := k.args[p]
		if a >= 0 && g.env[a] == unbound && open&(1<<uint(a)) != 0 {
			g.env[a] = row[p]
			fresh |= 1 << uint(a)
			ok = g.admits(c, int(a), row[p])
			continue
		}
		ok = g.value(a) == row[p]
	}
	more := true
	if ok && g.holds(c, fresh, open&^fresh) {
		more = g.bind(c, open&^fresh, visit)
	}
	for p := range k.arity {
		if a := k.args[p]; a >= 0 && fresh&(1<<uint(a)) != 0 {
			g.env[a] = unbound
		}
	}
	return more
}

// admits reports that the value is of the type of the variable.
func (g *grounder) admits(c *cond, slot int, value uint16) bool {
	for i, s := range c.slots {
		if s == slot {
			return g.membersOf(c.types[i]).kinds[g.kindOf[value]]
		}
	}
	return false
}

// judged reports that a static conjunct can be decided once the variable of the bit is bound.
func (c *cond) judged(open, bit uint64) bool {
	for i := range c.kids {
		if k := &c.kids[i]; k.static && k.free&open == bit {
			return true
		}
	}
	return false
}

// bindByType binds one variable to the members of its type; first one that a static conjunct can then
// judge, so that most values are dropped before the others are tried.
func (g *grounder) bindByType(c *cond, open uint64, visit func() bool) bool {
	chosen := -1
	for i, s := range c.slots {
		bit := uint64(1) << uint(s)
		if open&bit == 0 {
			continue
		}
		judged := c.judged(open, bit)
		if chosen < 0 || judged {
			chosen = i
		}
		if judged {
			break
		}
	}
	s := c.slots[chosen]
	bit := uint64(1) << uint(s)
	more := true
	for _, e := range g.membersOf(c.types[chosen]).list {
		if g.steps++; g.steps > maxSteps {
			more = false
		}
		if !more {
			break
		}
		g.env[s] = e
		if g.holds(c, bit, open&^bit) {
			more = g.bind(c, open&^bit, visit)
		}
	}
	g.env[s] = unbound
	return more
}
