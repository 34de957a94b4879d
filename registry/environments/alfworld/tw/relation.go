package tw

// relation is the facts of a predicate at the start, in the order of the problem, without duplicates.
type relation struct {
	arity int // -1 when nothing has used the predicate yet
	rows  []tuple
	by    [maxArity]positionIndex // built on demand
}

// positionIndex lists the rows that have an entity in some position.
type positionIndex struct {
	built bool
	from  []uint32 // by entity, one more entry at the end
	rows  []uint32
}

// fillIndex lists rows by the entity in a position. from has an entry for every entity and one more,
// all 0; out has one for every row.
func fillIndex(rows []tuple, position int, from, out []uint32) {
	for _, row := range rows {
		from[row[position]+1]++
	}
	for e := 1; e < len(from); e++ {
		from[e] += from[e-1]
	}
	for i, row := range rows {
		e := row[position]
		out[from[e]] = uint32(i)
		from[e]++
	}
	// Every start has moved to the end of its entity's rows, which is the start of the next one's.
	copy(from[1:], from[:len(from)-1])
	from[0] = 0
}

// with lists the rows with an entity in a position, by number.
func (g *grounder) with(r *relation, position int, value uint16) []uint32 {
	if value == unbound {
		return nil
	}
	x := &r.by[position]
	if !x.built {
		x.built = true
		x.from = resized(x.from, len(g.entities)+1)
		x.rows = resized(x.rows, len(r.rows))
		fillIndex(r.rows, position, x.from, x.rows)
	}
	return x.rows[x.from[value]:x.from[value+1]]
}

// resized returns a slice of n zeros, in the memory of s if that suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
