package tw

import "slices"

// reach marks the ops that can ever apply when nothing is ever deleted, and returns the atoms that
// can ever hold and those that hold at the start.
func (g *grounder) reach() (reachable []bool, initial []uint32) {
	for id := range g.relations {
		if !g.fluent(id) {
			continue
		}
		for _, row := range g.relations[id].rows {
			initial = append(initial, g.literal(id, row, false)>>1)
		}
	}
	reachable = make([]bool, len(g.atoms.keys))
	for _, a := range initial {
		reachable[a] = true
	}
	// An op whose effects have no conditions has had all its effect once it was reached.
	open := make([]uint32, len(g.ops))
	for i := range open {
		open[i] = uint32(i)
	}
	for changed := true; changed; {
		changed = false
		left := open[:0]
		for _, i := range open {
			o := &g.ops[i]
			if !o.reached {
				if !g.anyPossible(o.needs, reachable) {
					left = append(left, i)
					continue
				}
				o.reached = true
				changed = true
			}
			conditional := false
			for k := o.changes.from; k < o.changes.to; k++ {
				c := &g.changes[k]
				conditional = conditional || !c.always
				if c.del || reachable[c.atom] || !c.always && !g.anyPossible(c.when, reachable) {
					continue
				}
				reachable[c.atom] = true
				changed = true
			}
			if conditional {
				left = append(left, i)
			}
		}
		open = left
	}
	return reachable, initial
}

// anyPossible reports that the atoms that some alternative needs can hold.
func (g *grounder) anyPossible(alternatives span, reachable []bool) bool {
next:
	for _, s := range g.alternatives[alternatives.from:alternatives.to] {
		for _, l := range g.lits[s.from:s.to] {
			if l&1 == 0 && !reachable[l>>1] {
				continue next
			}
		}
		return true
	}
	return false
}

// simplify drops the alternatives that can never hold and, of the others, the literals that always do.
func (g *grounder) simplify(alternatives *span, reachable []bool) {
	kept := alternatives.from
next:
	for _, s := range g.alternatives[alternatives.from:alternatives.to] {
		to := s.from
		for _, l := range g.lits[s.from:s.to] {
			switch {
			case reachable[l>>1]:
				g.lits[to] = l
				to++
			case l&1 == 0:
				continue next
			}
		}
		g.alternatives[kept] = span{s.from, to}
		kept++
	}
	alternatives.to = kept
}

// prune simplifies a precondition and drops contradictory alternatives and, like the planner's
// translator, those under which the action changes nothing: going to where one stands is no command.
func (g *grounder) prune(o *draftOp, reachable []bool) {
	g.simplify(&o.needs, reachable)
	kept := o.needs.from
	for _, s := range g.alternatives[o.needs.from:o.needs.to] {
		lits := g.lits[s.from:s.to]
		if !contradicts(lits) && changesAnything(g.changes[o.changes.from:o.changes.to], lits, reachable) {
			g.alternatives[kept] = s
			kept++
		}
	}
	o.needs.to = kept
}

func contradicts(lits []uint32) bool {
	for i, l := range lits {
		if slices.Contains(lits[:i], l^1) {
			return true
		}
	}
	return false
}

func changesAnything(changes []draftChange, needs []uint32, reachable []bool) bool {
	for i := range changes {
		c := &changes[i]
		known := c.atom << 1
		if c.del {
			if !reachable[c.atom] {
				continue
			}
			known |= 1
		}
		if !slices.Contains(needs, known) {
			return true
		}
	}
	return false
}
