package tw

import (
	"cmp"
	"slices"
)

// draftOp is an op while its atoms have no final numbers.
type draftOp struct {
	action  int
	args    []uint16
	needs   [][]uint32
	changes []draftChange
	reached bool
}

type draftChange struct {
	atom uint32
	del  bool
	when [][]uint32 // nil: always
}

// newGrounder collects the entities and the facts that never change.
func newGrounder(r *rules, p *problem) (*grounder, error) {
	g := &grounder{
		rules: r, byID: map[string]uint16{}, members: map[string]*members{},
		predID: map[string]int{}, atomID: map[atom]uint32{},
	}
	objects := slices.Concat(r.domain.constants, p.objects)
	slices.SortStableFunc(objects, func(a, b typedName) int { return cmp.Compare(a.name, b.name) })
	for _, o := range objects {
		if _, ok := g.byID[o.name]; ok {
			continue // declared twice; the first counts
		}
		if len(g.entities) == maxEntities {
			return nil, syntaxError("problem", o.line, "more than %d objects", maxEntities)
		}
		g.byID[o.name] = uint16(len(g.entities))
		g.entities = append(g.entities, o.name)
		g.types = append(g.types, o.typ)
	}
	for _, f := range p.init {
		id, err := g.predicate(f.pred, len(f.args))
		if err != nil {
			return nil, syntaxError("problem", f.line, "%v", err)
		}
		t := tuple{unbound, unbound, unbound}
		for i, name := range f.args {
			e, ok := g.byID[name]
			if !ok {
				return nil, syntaxError("problem", f.line, "%s names %q, which :objects does not declare", clip(f.pred), clip(name))
			}
			t[i] = e
		}
		g.relations[id].add(t)
	}
	return g, nil
}

// draftOps grounds every action. The order is by action, then by arguments.
func (g *grounder) draftOps() ([]*draftOp, error) {
	var out []*draftOp
	for index := range g.rules.domain.actions {
		a := &g.rules.domain.actions[index]
		g.slots = 0
		scope := map[string]int{}
		c, err := g.declare("domain", a.params, scope)
		if err != nil {
			return nil, err
		}
		pre, err := g.resolve("domain", &a.pre, scope)
		if err != nil {
			return nil, err
		}
		c.kind = formulaExists
		c.kids = []cond{pre}
		if pre.kind == formulaAnd {
			c.kids = pre.kids
		}
		effects, err := g.resolveEffects(a, scope)
		if err != nil {
			return nil, err
		}
		first := len(out)
		var failed error
		g.enumerate(&c, func() bool {
			rest := g.conjunction(c.kids, false)
			needs, err := rest.conjunctions()
			if err != nil {
				failed = syntaxError("domain", a.line, "action %s: %v", clip(a.name), err)
				return false
			}
			if len(needs) == 0 {
				return true
			}
			changes, err := g.groundEffects(effects)
			if err != nil {
				failed = syntaxError("domain", a.line, "action %s: %v", clip(a.name), err)
				return false
			}
			o := &draftOp{action: index, needs: needs, changes: changes, args: make([]uint16, len(c.slots))}
			for i, s := range c.slots {
				o.args[i] = g.env[s]
			}
			out = append(out, o)
			return len(out) <= maxOps
		})
		if failed != nil {
			return nil, failed
		}
		if g.steps > maxSteps || len(out) > maxOps {
			return nil, syntaxError("domain", a.line, "action %s has too many instances", clip(a.name))
		}
		slices.SortFunc(out[first:], func(a, b *draftOp) int { return slices.Compare(a.args, b.args) })
	}
	return out, nil
}

type resolvedEffect struct {
	atom cond
	when *cond
	del  bool
}

func (g *grounder) resolveEffects(a *action, scope map[string]int) ([]resolvedEffect, error) {
	out := make([]resolvedEffect, 0, len(a.effects))
	for _, e := range a.effects {
		f := formula{kind: formulaAtom, pred: e.pred, args: e.args, line: e.line}
		c, err := g.resolve("domain", &f, scope)
		if err != nil {
			return nil, err
		}
		r := resolvedEffect{atom: c, del: e.del}
		if e.when != nil {
			when, err := g.resolve("domain", e.when, scope)
			if err != nil {
				return nil, err
			}
			r.when = &when
		}
		out = append(out, r)
	}
	return out, nil
}

// groundEffects is the changes under the current binding. What is both deleted and added is added.
func (g *grounder) groundEffects(effects []resolvedEffect) ([]draftChange, error) {
	out := make([]draftChange, 0, len(effects))
	for i := range effects {
		e := &effects[i]
		t, known := g.tuple(&e.atom)
		if !known {
			continue
		}
		c := draftChange{atom: g.literal(e.atom.pred, t, false) >> 1, del: e.del}
		if e.when != nil {
			when := g.ground(e.when, false)
			if when.kind == gFalse {
				continue
			}
			if when.kind != gTrue {
				var err error
				if c.when, err = when.conjunctions(); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, c)
	}
	kept := out[:0]
	for _, c := range out {
		added := slices.ContainsFunc(out, func(d draftChange) bool { return !d.del && d.when == nil && d.atom == c.atom })
		if !c.del || !added {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// reach marks the ops that can ever apply when nothing is ever deleted, and returns the atoms that
// can ever hold.
func (g *grounder) reach(ops []*draftOp) (reachable []bool, initial []uint32) {
	for id := range g.preds {
		if !g.fluent[id] {
			continue
		}
		for _, row := range g.relations[id].rows {
			initial = append(initial, g.literal(id, row, false)>>1)
		}
	}
	reachable = make([]bool, len(g.atoms))
	for _, a := range initial {
		reachable[a] = true
	}
	possible := func(lits []uint32) bool {
		for _, l := range lits {
			if l&1 == 0 && !reachable[l>>1] {
				return false
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, o := range ops {
			if !o.reached && !slices.ContainsFunc(o.needs, possible) {
				continue
			}
			if o.reached && !slices.ContainsFunc(o.changes, func(c draftChange) bool { return c.when != nil }) {
				continue
			}
			changed = changed || !o.reached
			o.reached = true
			for _, c := range o.changes {
				if c.del || reachable[c.atom] || c.when != nil && !slices.ContainsFunc(c.when, possible) {
					continue
				}
				reachable[c.atom] = true
				changed = true
			}
		}
	}
	return reachable, initial
}

// prune drops the alternatives of preconditions that can never hold, decided literals, and, like the
// planner's translator, alternatives under which the action changes nothing: going to where one
// stands is no command.
func prune(o *draftOp, reachable []bool) {
	kept := o.needs[:0]
	for _, lits := range o.needs {
		possible := true
		short := lits[:0]
		for _, l := range lits {
			switch {
			case reachable[l>>1]:
				short = append(short, l)
			case l&1 == 0:
				possible = false
			}
		}
		if possible && !contradicts(short) && changesAnything(o.changes, short, reachable) {
			kept = append(kept, short)
		}
	}
	o.needs = kept
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
	for _, c := range changes {
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
