package tw

import "math"

// unbound marks a variable without a value.
const unbound = math.MaxUint16

// tuple is the arguments of a ground atom, unused ones unbound.
type tuple [maxArity]uint16

// term is a variable's slot, or a constant as ^number of its name.
type term int32

// cond is a formula with names resolved.
type cond struct {
	kind   formulaKind
	static bool // reads only predicates that no action changes
	kids   []cond
	slots  []int // variables of exists
	types  []int // of these variables
	pred   int
	args   [maxArity]term
	arity  int
	free   uint64 // variables read that are not bound inside
}

// resolver replaces the names in formulas by numbers.
type resolver struct {
	*vocabulary
	part      string
	fluent    map[string]bool                           // predicates that actions change
	predicate func(name string, arity int) (int, error) // numbers a predicate and checks its arity
	scope     []string                                  // variables in scope by slot, "" for those out of scope
}

// declare gives variables their slots and brings them into scope.
func (r *resolver) declare(vars []typedName, c *cond) error {
	for _, v := range vars {
		if len(r.scope) == maxVariables {
			return syntaxError(r.part, v.line, "more than %d variables", maxVariables)
		}
		c.slots = append(c.slots, len(r.scope))
		c.types = append(c.types, r.types.intern(v.typ))
		r.scope = append(r.scope, v.name)
	}
	return nil
}

func (r *resolver) resolve(f *formula) (cond, error) {
	c := cond{kind: f.kind, static: true}
	switch f.kind {
	case formulaAtom, formulaEqual:
		c.arity = len(f.args)
		for i, name := range f.args {
			c.args[i] = r.term(name)
			if c.args[i] >= 0 {
				c.free |= 1 << uint(c.args[i])
			}
		}
		if f.kind == formulaEqual {
			return c, nil
		}
		id, err := r.predicate(f.pred, c.arity)
		if err != nil {
			return c, syntaxError(r.part, f.line, "%v", err)
		}
		c.pred, c.static = id, !r.fluent[f.pred]
		return c, nil
	case formulaExists:
		if err := r.declare(f.vars, &c); err != nil {
			return c, err
		}
	}
	c.kids = make([]cond, 0, len(f.kids))
	for i := range f.kids {
		kid, err := r.resolve(&f.kids[i])
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
		r.scope[s] = "" // the slot stays taken: a slot belongs to one variable of an action
	}
	return c, nil
}

// term is the innermost variable of the name, else the constant.
func (r *resolver) term(name string) term {
	for slot := len(r.scope) - 1; slot >= 0; slot-- {
		if r.scope[slot] == name {
			return term(slot)
		}
	}
	return ^term(r.objects.intern(name))
}
