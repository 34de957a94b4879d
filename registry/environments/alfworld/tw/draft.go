package tw

import "slices"

// draftOp is an op while its atoms have no final numbers. Its parts lie in slices of the grounder.
type draftOp struct {
	action  uint16
	reached bool
	command uint32
	args    span
	needs   span // of alternatives
	changes span
}

type draftChange struct {
	atom   uint32
	del    bool
	always bool
	when   span // of alternatives, when not always
}

// draftOps grounds every action. order lists the ops by action, then by arguments.
func (g *grounder) draftOps() error {
	for index := range g.rules.actions {
		a := &g.rules.domain.actions[index]
		b := &g.rules.actions[index]
		first := len(g.ops)
		var failed error
		g.enumerate(&b.vars, func() bool {
			if err := g.draft(index, b); err != nil {
				failed = syntaxError("domain", a.line, "action %s: %v", clip(a.name), err)
				return false
			}
			return len(g.ops) <= maxOps
		})
		if failed != nil {
			return failed
		}
		if g.steps > maxSteps || len(g.ops) > maxOps {
			return syntaxError("domain", a.line, "action %s has too many instances", clip(a.name))
		}
		g.sortOps(first, len(b.vars.slots))
	}
	return nil
}

// sortOps appends the ops from first on, those of one action, to order by their arguments. One stable pass for
// every argument, the last one first, takes a fraction of the time that comparing takes.
func (g *grounder) sortOps(first, arity int) {
	n := len(g.ops) - first
	for i := range n {
		g.order = append(g.order, uint32(first+i))
	}
	if n < 2 {
		return
	}
	from := g.order[first:]
	g.passed = resized(g.passed, n)
	to := g.passed
	for p := arity - 1; p >= 0; p-- {
		ends := resized(g.ends, len(g.entities)+1)
		g.ends = ends
		for _, i := range from {
			ends[g.args[g.ops[i].args.from+uint32(p)]+1]++
		}
		if slices.Contains(ends, uint32(n)) {
			continue // they all have the same: there is one agent
		}
		for e := range g.entities {
			ends[e+1] += ends[e]
		}
		for _, i := range from {
			e := g.args[g.ops[i].args.from+uint32(p)]
			to[ends[e]] = i
			ends[e]++
		}
		from, to = to, from
	}
	copy(g.order[first:], from)
}

func (g *grounder) argsOf(o *draftOp) []uint16 { return g.args[o.args.from:o.args.to] }

// draft adds the op of an action under the current binding, unless its precondition never holds.
func (g *grounder) draft(index int, b *boundAction) error {
	g.forget()
	rest := g.conjunction(b.vars.kids, false)
	needs, err := g.addAlternatives(&rest)
	if err != nil || needs.from == needs.to {
		return err
	}
	o := draftOp{action: uint16(index), needs: needs}
	if o.changes, err = g.groundEffects(b.effects); err != nil {
		return err
	}
	o.args.from = uint32(len(g.args))
	for _, s := range b.vars.slots {
		g.args = append(g.args, g.env[s])
	}
	o.args.to = uint32(len(g.args))
	g.ops = append(g.ops, o)
	return nil
}

// addAlternatives files a formula as a disjunction of conjunctions.
func (g *grounder) addAlternatives(f *gform) (span, error) {
	s := span{from: uint32(len(g.alternatives))}
	from := uint32(len(g.lits))
	switch {
	case f.kind == gFalse:
	case f.kind == gTrue:
		g.alternatives = append(g.alternatives, span{from, from})
	case f.kind == gLit:
		g.lits = append(g.lits, f.lit)
		g.alternatives = append(g.alternatives, span{from, from + 1})
	case f.kind == gAnd && !slices.ContainsFunc(f.kids, func(k gform) bool { return k.kind != gLit }): // the usual case
		for i := range f.kids {
			g.lits = append(g.lits, f.kids[i].lit)
		}
		g.alternatives = append(g.alternatives, span{from, uint32(len(g.lits))})
	default:
		lists, err := f.conjunctions()
		if err != nil {
			return s, err
		}
		for _, list := range lists {
			from := uint32(len(g.lits))
			g.lits = append(g.lits, list...)
			g.alternatives = append(g.alternatives, span{from, uint32(len(g.lits))})
		}
	}
	s.to = uint32(len(g.alternatives))
	return s, nil
}

// groundEffects files the changes under the current binding. What is both deleted and added is added.
func (g *grounder) groundEffects(effects []boundEffect) (span, error) {
	s := span{from: uint32(len(g.changes))}
	for i := range effects {
		e := &effects[i]
		t, known := g.tuple(&e.atom)
		if !known {
			continue
		}
		c := draftChange{atom: g.literal(e.atom.pred, t, false) >> 1, del: e.del, always: true}
		if e.when != nil {
			when := g.ground(e.when, false)
			if when.kind == gFalse {
				continue
			}
			if when.kind != gTrue {
				c.always = false
				var err error
				if c.when, err = g.addAlternatives(&when); err != nil {
					return s, err
				}
			}
		}
		g.changes = append(g.changes, c)
	}
	own := g.changes[s.from:]
	kept := s.from
	for _, c := range own {
		if c.del && added(own, c.atom) {
			continue
		}
		g.changes[kept] = c
		kept++
	}
	g.changes = g.changes[:kept]
	s.to = kept
	return s, nil
}

// added reports an unconditional addition of the atom.
func added(changes []draftChange, atom uint32) bool {
	for i := range changes {
		if c := &changes[i]; c.atom == atom && !c.del && c.always {
			return true
		}
	}
	return false
}
