package tw

import "math/bits"

// maxWork bounds the facts, symbols and nodes looked at for one text. No answer of a room comes near; a
// hostile grammar's text ends there.
const maxWork = 1 << 20

// renderer writes texts of a state.
type renderer struct {
	game *Game
	bits []uint64
	out  []byte
	env  [maxSlots]uint16
	work int
}

// start begins with the texts of a state of a game.
func (r *renderer) start(g *Game, state []uint64) {
	r.game, r.bits = g, state
	r.reset()
}

// noValues is the variables of a text, all without a value. Copying it is much faster than a loop over them.
var noValues = func() (env [maxSlots]uint16) {
	for i := range env {
		env[i] = unbound
	}
	return env
}()

// reset forgets the text and the variables.
func (r *renderer) reset() { r.out, r.work, r.env = r.out[:0], 0, noValues }

// bindArgs gives the variables named like the parameters of an action its arguments.
func (r *renderer) bindArgs(action int, args []uint16) {
	for i, slot := range r.game.rules.slots[action] {
		if slot >= 0 {
			r.env[slot] = args[i]
		}
	}
}

// symbol writes the first production of a symbol whose condition has a match. What the match bound is
// not seen by the text.
func (r *renderer) symbol(id int) {
	grammar := r.game.rules.grammar
	if id == grammar.task && r.game.task != "" {
		r.out = append(r.out, r.game.task...)
		return
	}
	for i := range grammar.symbols[id].productions {
		p := &grammar.symbols[id].productions[i]
		if p.condition == nil || r.match(p.condition, 0, nil) {
			r.nodes(p.rhs)
			return
		}
	}
}

func (r *renderer) nodes(nodes []node) {
	for i := range nodes {
		if r.work += 1 + len(nodes[i].text)/16; r.work > maxWork {
			return
		}
		n := &nodes[i]
		switch {
		case n.kind == nodeText:
			r.out = append(r.out, n.text...)
		case n.kind == nodeSymbol:
			r.symbol(n.symbol)
		case n.list:
			r.list(n)
		case n.query != nil:
			r.match(n.query, 0, &matches{node: n})
		default:
			r.expr(n.expr)
		}
	}
}

// matches is what has been written of the matches of a query.
type matches struct {
	node  *node
	count int
	last  int // start of the separator before the last element
	start int // start of the last element
}

// list joins the matches: "a", "a, and b", "a, b, and c", with the grammar's separators.
func (r *renderer) list(n *node) {
	grammar := r.game.rules.grammar
	m := matches{node: n}
	if n.query != nil {
		r.match(n.query, 0, &m)
	} else {
		r.expr(n.expr)
		return
	}
	switch m.count {
	case 0:
		r.symbol(grammar.listEmpty)
	case 1:
	default:
		element := string(r.out[m.start:])
		r.out = r.out[:m.last]
		r.symbol(grammar.lastComma)
		r.out = append(r.out, element...)
	}
}

// expr writes an expression and reports that it was not empty.
func (r *renderer) expr(e *expr) bool {
	before := len(r.out)
	switch e.kind {
	case exprText:
		r.out = append(r.out, e.text...)
	case exprSymbol:
		r.symbol(e.symbol)
	case exprConcat:
		r.expr(e.left)
		r.expr(e.right)
	case exprOr:
		if !r.expr(e.left) {
			r.expr(e.right)
		}
	case exprAttr:
		if id := r.env[e.slot]; id != unbound {
			r.out = append(r.out, r.game.entities[id].attr(e.attr)...)
		}
	}
	return len(r.out) > before
}

func (e *entity) attr(a attr) string {
	switch a {
	case attrName:
		return e.name
	case attrID:
		return e.id
	case attrType:
		return e.typ
	case attrIndefinite:
		return "a"
	}
	return "the"
}

// match finds the matches of the atoms of q from depth on, in the order of the sorted facts of each atom, nested.
// Without m it stops at the first; with m it writes the node's expression for each. It reports whether it
// found one.
func (r *renderer) match(q *query, depth int, m *matches) bool {
	if depth == 0 && !r.distinct(q) {
		return false
	}
	if depth == len(q.atoms) {
		if m != nil {
			r.element(m)
		}
		return true
	}
	a := &q.atoms[depth]
	t := &r.game.tables[a.pred]
	if t.arity != len(a.slots) || len(t.rows) == 0 || a.negated && t.negated < 0 {
		return false
	}
	rows, narrowed := []uint32(nil), false
	for p, slot := range a.slots {
		if e := r.env[slot]; e != unbound {
			if list := t.by[p].with(e); !narrowed || len(list) < len(rows) {
				rows, narrowed = list, true
			}
		}
	}
	found := false
	try := func(row uint32) bool {
		r.work++
		if t.holds(r.bits, row, a.negated) && r.tryRow(q, depth, a, t.rows[row], m) {
			found = true
		}
		return found && m == nil || r.work > maxWork
	}
	switch {
	case narrowed:
		for _, row := range rows {
			if try(row) {
				break
			}
		}
	case t.static:
		for row := range t.rows {
			if try(uint32(row)) {
				break
			}
		}
	default:
		r.eachHolding(t, a.negated, try)
	}
	return found
}

// eachHolding calls try for the rows of a changing table that hold, until it returns true.
func (r *renderer) eachHolding(t *table, negated bool, try func(row uint32) bool) {
	first := t.first
	if negated {
		first = uint32(t.negated)
	}
	end := first + uint32(len(t.rows))
	for bit := first; bit < end; {
		word := r.bits[bit/64] >> (bit % 64)
		if word == 0 {
			bit = (bit/64 + 1) * 64
			continue
		}
		bit += uint32(bits.TrailingZeros64(word))
		if bit >= end || try(bit-first) {
			return
		}
		bit++
	}
}

func (t *table) holds(state []uint64, row uint32, negated bool) bool {
	if negated {
		bit := uint32(t.negated) + row
		return state[bit/64]>>(bit%64)&1 == 1
	}
	if t.static {
		return true
	}
	bit := t.first + row
	return state[bit/64]>>(bit%64)&1 == 1
}

// tryRow binds the variables of an atom to a fact and goes on with the next atom.
func (r *renderer) tryRow(q *query, depth int, a *queryAtom, row tuple, m *matches) bool {
	var fresh [maxArity]bool
	ok := true
	for p, slot := range a.slots {
		e := row[p]
		if typ := a.types[p]; typ >= 0 && r.game.entities[e].kinds>>uint(typ)&1 == 0 {
			ok = false
		} else if r.env[slot] == unbound {
			ok = !r.taken(q, e)
			r.env[slot] = e
			fresh[p] = true
		} else {
			ok = r.env[slot] == e
		}
		if !ok {
			break
		}
	}
	ok = ok && r.match(q, depth+1, m)
	for p, slot := range a.slots {
		if fresh[p] {
			r.env[slot] = unbound
		}
	}
	return ok
}

// taken reports that a variable of the query already is the entity: two variables are never one thing.
func (r *renderer) taken(q *query, e uint16) bool {
	for _, slot := range q.vars {
		if r.env[slot] == e {
			return true
		}
	}
	return false
}

// distinct reports that no two variables bound before the query are one thing.
func (r *renderer) distinct(q *query) bool {
	for i, a := range q.vars {
		if r.env[a] == unbound {
			continue
		}
		for _, b := range q.vars[:i] {
			if r.env[a] == r.env[b] {
				return false
			}
		}
	}
	return true
}

// element writes one match.
func (r *renderer) element(m *matches) {
	m.last = len(r.out)
	if m.count > 0 && m.node.list {
		r.symbol(r.game.rules.grammar.listSeparator)
	}
	m.start = len(r.out)
	r.expr(m.node.expr)
	m.count++
}
