package tw

import "slices"

// numberFacts gives the atoms that a state keeps their bits and fills the tables of the grammar's
// predicates. It returns the bit of every atom, -1 for those not kept.
func (g *Game) numberFacts(gr *grounder, ops []*draftOp, reachable []bool, initial []uint32, read map[string]bool) []int32 {
	grammar := g.rules.grammar
	negated := map[string]bool{} // predicates whose negations some text asks for
	for _, q := range grammar.queries {
		for _, a := range q.atoms {
			if a.negated {
				negated[grammar.preds[a.pred]] = true
			}
		}
	}
	keep := slices.Clone(reachable)
	for _, o := range ops {
		if !o.reached {
			continue
		}
		for _, c := range o.changes {
			if c.del && negated[gr.preds[gr.atoms[c.atom].pred]] {
				keep[c.atom] = true
			}
		}
	}
	var kept []uint32
	for a := range gr.atoms {
		if keep[a] && read[gr.preds[gr.atoms[a].pred]] {
			kept = append(kept, uint32(a))
		}
	}
	slices.SortFunc(kept, func(x, y uint32) int {
		a, b := gr.atoms[x], gr.atoms[y]
		if a.pred != b.pred {
			return int(a.pred) - int(b.pred)
		}
		return slices.Compare(a.args[:], b.args[:])
	})
	number := make([]int32, len(gr.atoms))
	for i := range number {
		number[i] = -1
	}
	for i, a := range kept {
		number[a] = int32(i)
	}
	g.facts = len(kept)
	bits := g.facts
	g.tables = make([]table, len(grammar.preds))
	for i, name := range grammar.preds {
		t := &g.tables[i]
		t.negated = -1
		id, ok := gr.predID[name]
		if !ok {
			t.static = true
			continue
		}
		t.arity, t.static = gr.relations[id].arity, !gr.fluent[id]
		if t.static {
			t.rows = slices.Clone(gr.relations[id].rows)
			slices.SortFunc(t.rows, func(a, b tuple) int { return slices.Compare(a[:], b[:]) })
		}
		for k, a := range kept {
			if gr.atoms[a].pred != int32(id) {
				continue
			}
			if len(t.rows) == 0 {
				t.first = uint32(k)
			}
			t.rows = append(t.rows, gr.atoms[a].args)
		}
		t.index(len(g.entities))
		if negated[name] && !t.static {
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

func (t *table) index(entities int) {
	if len(t.rows) == 0 {
		return
	}
	for p := range t.arity {
		x := rowIndex{from: make([]uint32, entities+1), rows: make([]uint32, len(t.rows))}
		for _, row := range t.rows {
			x.from[row[p]+1]++
		}
		for e := range entities {
			x.from[e+1] += x.from[e]
		}
		next := slices.Clone(x.from)
		for i, row := range t.rows {
			x.rows[next[row[p]]] = uint32(i)
			next[row[p]]++
		}
		t.by[p] = x
	}
}
