package local

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/backends"
)

// shards is the number of parts into which a batch is split for training. It is
// fixed, because the order in which their gradients are added decides the last bits.
const shards = 8

// mostRows is how many tokens go through the model at one time, unless a
// single sequence is longer: few enough for the second-level cache.
const mostRows = 512

// sequence is one sequence and the positions at which the model's answer is wanted. Only
// tokens before the last wanted position are fed.
type sequence struct {
	tokens    []backends.Token
	positions []int32
}

func (s sequence) fed() int {
	if len(s.positions) == 0 {
		return 0
	}
	return int(s.positions[len(s.positions)-1])
}

// check says whether tokens and positions make sense.
func (s sequence) check(vocab int) error {
	for i, t := range s.tokens {
		if t < 0 || int(t) >= vocab {
			return fmt.Errorf("token %d is %d, vocabulary is %d", i, t, vocab)
		}
	}
	last := int32(0)
	for i, p := range s.positions {
		if p <= last {
			return fmt.Errorf("position %d is %d, must be above %d", i, p, last)
		}
		last = p
	}
	if int(last) >= len(s.tokens) && last > 0 {
		return fmt.Errorf("position %d is outside %d tokens", last, len(s.tokens))
	}
	return nil
}

// batch is sequences packed for one pass.
type batch struct {
	members   []int // which sequences, in order
	tokens    []int32
	previous  [2][]int32 // tokens one and two before, -1 before the start
	positions []int32
	starts    []int32
	want      []int32 // rows whose prediction is wanted
	labels    []int32 // the tokens that stand there
}

// fill packs some sequences.
func (b *batch) fill(all []sequence, members []int) {
	b.members = members
	b.tokens, b.positions = b.tokens[:0], b.positions[:0]
	b.previous[0], b.previous[1] = b.previous[0][:0], b.previous[1][:0]
	b.want, b.labels = b.want[:0], b.labels[:0]
	b.starts = append(b.starts[:0], 0)
	for _, i := range members {
		s := all[i]
		start := int32(len(b.tokens))
		for p := range s.fed() {
			b.row(s.tokens, p)
		}
		for _, p := range s.positions {
			b.want = append(b.want, start+p-1)
			b.labels = append(b.labels, s.tokens[p])
		}
		b.starts = append(b.starts, int32(len(b.tokens)))
	}
}

// row appends position p of a sequence.
func (b *batch) row(tokens []backends.Token, p int) {
	b.tokens = append(b.tokens, tokens[p])
	b.positions = append(b.positions, int32(p))
	for k := range b.previous {
		before := int32(-1)
		if p > k {
			before = tokens[p-k-1]
		}
		b.previous[k] = append(b.previous[k], before)
	}
}

// split deals sequences to at most n parts of nearly equal length: longest first, each to the
// part that has least. Empty sequences are left out.
func split(all []sequence, n int) [][]int {
	order := make([]int, 0, len(all))
	for i, s := range all {
		if s.fed() > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return all[b].fed() - all[a].fed() })
	parts := make([][]int, n)
	sizes := make([]int, n)
	for _, i := range order {
		least := 0
		for p := range sizes {
			if sizes[p] < sizes[least] {
				least = p
			}
		}
		parts[least] = append(parts[least], i)
		sizes[least] += all[i].fed()
	}
	return parts
}

// chunks cuts a list of sequences into passes of at most mostRows tokens.
func chunks(all []sequence, members []int) [][]int {
	var out [][]int
	from, rows := 0, 0
	for i, s := range members {
		if n := all[s].fed(); rows > 0 && rows+n > mostRows {
			out = append(out, members[from:i])
			from, rows = i, n
		} else {
			rows += n
		}
	}
	if from < len(members) {
		out = append(out, members[from:])
	}
	return out
}
