package tw

import (
	"cmp"
	"slices"
)

// tableScratch is what numbering the facts of a game needs for a moment.
type tableScratch struct {
	rank    []uint32 // by predicate
	deleted []bool   // by atom: deletions that some text asks for
	kept    []keptAtom
	ranges  []span // by predicate
	number  []int32
}

// keptAtom is an atom that a state keeps a bit of. order is its key with the predicate's rank for the
// predicate.
type keptAtom struct {
	order uint64
	atom  uint32
}

// rankPredicates orders the predicates for the bits of a state: first those of the problem's facts in the order
// in which it first uses them, then the others in the order of the domain.
func (g *grounder) rankPredicates() []uint32 {
	const unranked = 1<<32 - 1
	rank := resized(g.tables.rank, len(g.relations))
	for i := range rank {
		rank[i] = unranked
	}
	next := uint32(0)
	for _, id := range g.met {
		rank[id] = next
		next++
	}
	for id := range rank {
		if rank[id] == unranked {
			rank[id] = next
			next++
		}
	}
	g.tables.rank = rank
	return rank
}

// keepAtoms lists the atoms that need a bit in the order of their bits: those of read predicates that can change
// or whose deletion a text asks for.
func (g *grounder) keepAtoms(reachable, read []bool) []keptAtom {
	rank := g.rankPredicates()
	deleted := resized(g.tables.deleted, len(g.atoms.keys))
	for i := range g.ops {
		o := &g.ops[i]
		if !o.reached {
			continue
		}
		for _, c := range g.changes[o.changes.from:o.changes.to] {
			if c.del && g.rules.shapes[keyPred(g.atoms.keys[c.atom])].negated {
				deleted[c.atom] = true
			}
		}
	}
	kept := g.tables.kept[:0]
	for a, key := range g.atoms.keys {
		pred := keyPred(key)
		if (reachable[a] || deleted[a]) && read[pred] {
			order := key + uint64(rank[pred])<<(maxArity*termBits) - uint64(pred)<<(maxArity*termBits)
			kept = append(kept, keptAtom{order, uint32(a)})
		}
	}
	slices.SortFunc(kept, func(a, b keptAtom) int { return cmp.Compare(a.order, b.order) })
	g.tables.deleted, g.tables.kept = deleted, kept
	return kept
}

// numberFacts gives the atoms that a state keeps their bits and fills the tables of the grammar's
// predicates. It returns the bit of every atom, -1 for those not kept; the slice is the grounder's.
func (g *Game) numberFacts(gr *grounder, reachable []bool, initial []uint32, read []bool) []int32 {
	kept := gr.keepAtoms(reachable, read)
	number := resized(gr.tables.number, len(gr.atoms.keys))
	gr.tables.number = number
	for i := range number {
		number[i] = -1
	}
	for i, k := range kept {
		number[k.atom] = int32(i)
	}
	g.facts = len(kept)
	g.fillTables(gr, kept)
	bits := g.facts
	for i, id := range g.rules.tables {
		t := &g.tables[i]
		t.negated = -1
		if gr.rules.shapes[id].negated && !t.static {
			t.negated = int32(bits)
			bits += len(t.rows)
		}
	}
	g.words = (bits + 63) / 64
	g.initial = make([]uint64, g.words)
	for _, a := range initial {
		if n := number[a]; n >= 0 {
			g.initial[n/64] |= 1 << uint(n%64)
		}
	}
	return number
}

// fillTables fills the tables of the grammar's predicates from the facts that never change and the
// kept atoms. The rows of all tables share one slice, and so do their indices.
func (g *Game) fillTables(gr *grounder, kept []keptAtom) {
	ranges := resized(gr.tables.ranges, len(gr.relations)) // by predicate, of kept
	gr.tables.ranges = ranges
	for i, k := range kept {
		r := &ranges[keyPred(gr.atoms.keys[k.atom])]
		if r.to == 0 {
			r.from = uint32(i)
		}
		r.to = uint32(i + 1)
	}
	g.tables = make([]table, len(g.rules.tables))
	total, cells := 0, 0
	for i, id := range g.rules.tables {
		t, rel := &g.tables[i], &gr.relations[id]
		t.arity, t.static, t.first = max(rel.arity, 0), !gr.fluent(id), ranges[id].from
		n := len(rel.rows)
		if !t.static {
			n = int(ranges[id].to - ranges[id].from)
		}
		if n > 0 {
			total += n
			cells += t.arity * (len(g.entities) + 1 + n)
		}
	}
	rows, index := make([]tuple, 0, total), make([]uint32, cells)
	for i, id := range g.rules.tables {
		t := &g.tables[i]
		from := len(rows)
		if t.static {
			rows = append(rows, gr.relations[id].rows...)
			slices.SortFunc(rows[from:], func(a, b tuple) int { return cmp.Compare(atomKey(0, a), atomKey(0, b)) })
		}
		for _, k := range kept[ranges[id].from:ranges[id].to] {
			rows = append(rows, keyTuple(k.order, t.arity))
		}
		t.rows = rows[from:len(rows):len(rows)]
		if len(t.rows) > 0 {
			index = t.index(index, len(g.entities))
		}
	}
}

// index fills the indices of a table with rows in the zeros of free, and returns what is left of them.
func (t *table) index(free []uint32, entities int) []uint32 {
	for p := range t.arity {
		x := &t.by[p]
		x.from, free = free[:entities+1:entities+1], free[entities+1:]
		x.rows, free = free[:len(t.rows):len(t.rows)], free[len(t.rows):]
		fillIndex(t.rows, p, x.from, x.rows)
	}
	return free
}
