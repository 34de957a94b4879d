package tw

import (
	"fmt"
	"math"
)

// unbound marks a variable without a value.
const unbound = math.MaxUint16

// Limits that no room comes near; they turn a hostile domain into an error instead of an endless load.
const (
	maxEntities  = 5000
	maxSteps     = 2_000_000 // bindings tried while grounding a game
	maxOps       = 200_000   // instances of actions
	maxVariables = 64        // of one action or goal, nested ones included
	maxConjuncts = 256       // of a precondition as a disjunction of conjunctions
)

// tuple is the arguments of a ground atom, unused ones unbound.
type tuple [maxArity]uint16

// relation is the set of ground atoms of a static predicate.
type relation struct {
	arity int
	rows  []tuple
	has   map[tuple]bool
	by    [maxArity]map[uint16][]int32 // rows by the value of a term, built on demand
}

func (r *relation) add(t tuple) {
	if !r.has[t] {
		r.has[t] = true
		r.rows = append(r.rows, t)
	}
}

func (r *relation) with(position int, value uint16) []int32 {
	if r.by[position] == nil {
		r.by[position] = map[uint16][]int32{}
		for i, row := range r.rows {
			r.by[position][row[position]] = append(r.by[position][row[position]], int32(i))
		}
	}
	return r.by[position][value]
}

// term is a variable's slot, or a constant as ^entity.
type term int32

// unknownTerm is a constant that the problem does not have; nothing is true of it.
const unknownTerm = term(math.MinInt32)

// cond is a formula with names resolved.
type cond struct {
	kind   formulaKind
	kids   []cond
	slots  []int      // variables of exists
	ranges [][]uint16 // their possible values
	member [][]bool
	pred   int
	args   [maxArity]term
	arity  int
	free   uint64 // variables read that are not bound inside
	static bool   // reads only predicates that no action changes
}

// grounder turns formulas over variables into formulas over ground atoms. Atoms of changing predicates
// get numbers as they are met; static ones are decided at once.
type grounder struct {
	rules     *rules
	entities  []string // sorted
	byID      map[string]uint16
	types     []string // by entity
	members   map[string]*members
	preds     []string
	predID    map[string]int
	relations []relation // by predicate
	fluent    []bool     // by predicate
	atoms     []atom
	atomID    map[atom]uint32
	steps     int
	env       [maxVariables]uint16
	slots     int // used by the formula being resolved
}

// atom is a ground atom of a changing predicate.
type atom struct {
	pred int32
	args tuple
}

func (g *grounder) predicate(name string, arity int) (int, error) {
	id, ok := g.predID[name]
	if !ok {
		id = len(g.preds)
		g.predID[name] = id
		g.preds = append(g.preds, name)
		g.relations = append(g.relations, relation{arity: arity, has: map[tuple]bool{}})
		g.fluent = append(g.fluent, g.rules.fluent[name])
	}
	if g.relations[id].arity != arity {
		return 0, fmt.Errorf("%s has %d terms here and %d elsewhere", clip(name), arity, g.relations[id].arity)
	}
	return id, nil
}

// members is the entities of a type, as a list and by entity.
type members struct {
	list []uint16
	has  []bool
}

// membersOf lists the entities of a type; an unknown type has none.
func (g *grounder) membersOf(typ string) *members {
	m, ok := g.members[typ]
	if !ok {
		m = &members{has: make([]bool, len(g.types))}
		for e, t := range g.types {
			if g.rules.domain.isA(t, typ) {
				m.list = append(m.list, uint16(e))
				m.has[e] = true
			}
		}
		g.members[typ] = m
	}
	return m
}

// declare gives variables their slots in a scope.
func (g *grounder) declare(part string, vars []typedName, scope map[string]int) (c cond, err error) {
	for _, v := range vars {
		if g.slots == maxVariables {
			return c, syntaxError(part, v.line, "more than %d variables", maxVariables)
		}
		scope[v.name] = g.slots
		t := g.membersOf(v.typ)
		c.slots = append(c.slots, g.slots)
		c.ranges = append(c.ranges, t.list)
		c.member = append(c.member, t.has)
		g.slots++
	}
	return c, nil
}

// resolve replaces names by slots, entities and predicate numbers.
func (g *grounder) resolve(part string, f *formula, scope map[string]int) (cond, error) {
	c := cond{kind: f.kind, static: true}
	switch f.kind {
	case formulaAtom, formulaEqual:
		c.arity = len(f.args)
		for i, name := range f.args {
			c.args[i] = g.term(name, scope)
			if c.args[i] >= 0 {
				c.free |= 1 << uint(c.args[i])
			}
		}
		if f.kind == formulaEqual {
			return c, nil
		}
		id, err := g.predicate(f.pred, c.arity)
		if err != nil {
			return c, syntaxError(part, f.line, "%v", err)
		}
		c.pred, c.static = id, !g.fluent[id]
		return c, nil
	case formulaExists:
		inner := make(map[string]int, len(scope)+len(f.vars))
		for name, slot := range scope {
			inner[name] = slot
		}
		vars, err := g.declare(part, f.vars, inner)
		if err != nil {
			return c, err
		}
		c.slots, c.ranges, c.member = vars.slots, vars.ranges, vars.member
		scope = inner
	}
	for i := range f.kids {
		kid, err := g.resolve(part, &f.kids[i], scope)
		if err != nil {
			return c, err
		}
		c.static = c.static && kid.static
		c.free |= kid.free
		if f.kind == formulaExists && kid.kind == formulaAnd {
			c.kids = append(c.kids, kid.kids...)
			continue
		}
		c.kids = append(c.kids, kid)
	}
	for _, s := range c.slots {
		c.free &^= 1 << uint(s)
	}
	return c, nil
}

func (g *grounder) term(name string, scope map[string]int) term {
	if slot, ok := scope[name]; ok {
		return term(slot)
	}
	if e, ok := g.byID[name]; ok {
		return ^term(e)
	}
	return unknownTerm
}

func (g *grounder) value(t term) uint16 {
	switch {
	case t == unknownTerm:
		return unbound
	case t < 0:
		return uint16(^t)
	}
	return g.env[t]
}

// tuple is the arguments of an atom under the current binding; false when one is an unknown constant.
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

// ground decides the static part of a formula under the current binding, in which its free variables
// have values, and returns the rest. With negate it grounds the negation.
func (g *grounder) ground(c *cond, negate bool) gform {
	constant := func(value bool) gform {
		if value != negate {
			return gform{kind: gTrue}
		}
		return gform{kind: gFalse}
	}
	switch c.kind {
	case formulaEqual:
		a, b := g.value(c.args[0]), g.value(c.args[1])
		return constant(a == b && a != unbound)
	case formulaAtom:
		t, known := g.tuple(c)
		if !known {
			return constant(false)
		}
		if c.static {
			return constant(g.relations[c.pred].has[t])
		}
		return gform{kind: gLit, lit: g.literal(c.pred, t, negate)}
	case formulaNot:
		return g.ground(&c.kids[0], !negate)
	case formulaExists:
		out := combiner{and: negate}
		g.enumerate(c, func() bool {
			out.add(g.conjunction(c.kids, negate))
			return !out.decided
		})
		return out.form()
	}
	out := combiner{and: (c.kind == formulaAnd) != negate}
	for i := range c.kids {
		if out.add(g.ground(&c.kids[i], negate)); out.decided {
			break
		}
	}
	return out.form()
}

// conjunction grounds the conjunction of conds, static ones taken as checked, or its negation.
func (g *grounder) conjunction(conds []cond, negate bool) gform {
	out := combiner{and: !negate}
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

func (g *grounder) literal(pred int, t tuple, negate bool) uint32 {
	a := atom{int32(pred), t}
	id, ok := g.atomID[a]
	if !ok {
		id = uint32(len(g.atoms))
		g.atomID[a] = id
		g.atoms = append(g.atoms, a)
	}
	if negate {
		return id<<1 | 1
	}
	return id << 1
}
