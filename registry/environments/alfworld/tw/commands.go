package tw

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strings"
)

// commandScratch is what naming the ops of a game needs for a moment.
type commandScratch struct {
	render renderer
	text   []byte   // all commands, one after the other, in the order in which ops need them
	ends   []uint32 // by command, of its text
	index  textIndex
	slots  []uint32 // memory of index
	texts  []string // by command
	order  []headed // commands by text
	rank   []uint32 // by command, its place in order
	named  []uint32 // ops that have a command, in order
	sorted []uint32 // the same by command
	starts []uint32 // by place, of its ops in sorted
	uses   []uint32 // by fact: alternatives that need it
	next   []uint32 // by fact: where its next trigger goes
}

// headed is a command with the start of its text as a number, by which most are told apart.
type headed struct {
	head    uint64
	command uint32
}

// headOf is the first eight characters as a number of the same order.
func headOf(text string) uint64 {
	var first [8]byte
	copy(first[:], text)
	return binary.BigEndian.Uint64(first[:])
}

func (s *commandScratch) at(command uint32) []byte {
	from := uint32(0)
	if command > 0 {
		from = s.ends[command-1]
	}
	return s.text[from:s.ends[command]]
}

// number returns the number of the text that the renderer wrote.
func (s *commandScratch) number(text []byte) uint32 {
	if 2*len(s.ends) >= len(s.index.slots) {
		s.grow()
	}
	at := s.index.slot(maphash.Bytes(s.index.seed, text), func(n uint32) bool { return bytes.Equal(s.at(n), text) })
	if n := s.index.slots[at]; n != 0 {
		return n - 1
	}
	s.text = append(s.text, text...)
	s.ends = append(s.ends, uint32(len(s.text)))
	s.index.slots[at] = uint32(len(s.ends))
	return uint32(len(s.ends) - 1)
}

func (s *commandScratch) grow() {
	s.index = newTextIndex(s.slots, max(256, 2*len(s.ends)))
	s.slots = s.index.slots
	for n := range s.ends {
		at := s.index.slot(maphash.Bytes(s.index.seed, s.at(uint32(n))), func(uint32) bool { return false })
		s.index.slots[at] = uint32(n + 1)
	}
}

// nameOps prunes the reached ops, writes their commands and sorts ops and commands.
func (g *Game) nameOps(gr *grounder, reachable []bool) {
	s := &gr.commands
	s.text, s.ends, s.named, s.index.slots = s.text[:0], s.ends[:0], s.named[:0], nil
	s.grow()
	for _, i := range gr.order {
		d := &gr.ops[i]
		if !d.reached {
			continue
		}
		if gr.prune(d, reachable); d.needs.from == d.needs.to {
			continue
		}
		s.render.reset()
		s.render.bindArgs(int(d.action), gr.argsOf(d))
		s.render.nodes(g.rules.grammar.actions[g.rules.texts[d.action]].template)
		d.command = s.number(s.render.out)
		s.named = append(s.named, i)
	}
	all := string(s.text) // one string for all commands
	s.order = resized(s.order, len(s.ends))
	s.texts = resized(s.texts, len(s.ends))
	from := uint32(0)
	for c, end := range s.ends {
		s.texts[c] = all[from:end]
		s.order[c] = headed{headOf(s.texts[c]), uint32(c)}
		from = end
	}
	slices.SortFunc(s.order, func(a, b headed) int {
		if c := cmp.Compare(a.head, b.head); c != 0 {
			return c
		}
		return strings.Compare(s.texts[a.command], s.texts[b.command])
	})
	s.rank = resized(s.rank, len(s.order))
	g.commands = make([]string, len(s.order))
	for place, c := range s.order {
		g.commands[place] = s.texts[c.command]
		s.rank[c.command] = uint32(place)
	}
	g.byText = indexTexts(g.commands)

	s.starts = resized(s.starts, len(g.commands)+1)
	for _, i := range s.named {
		d := &gr.ops[i]
		d.command = s.rank[d.command]
		s.starts[d.command+1]++
	}
	for c := range g.commands {
		s.starts[c+1] += s.starts[c]
	}
	g.opsOf = slices.Clone(s.starts)
	s.sorted = resized(s.sorted, len(s.named))
	for _, i := range s.named {
		c := gr.ops[i].command
		s.sorted[s.starts[c]] = i
		s.starts[c]++
	}
}

// addOps gives the reached ops their commands and their place in the tables.
func (g *Game) addOps(gr *grounder, number []int32, reachable []bool) {
	g.nameOps(gr, reachable)
	var args, needs, lits, effects uint32
	for _, i := range gr.commands.sorted {
		d := &gr.ops[i]
		args += d.args.to - d.args.from
		needs += d.needs.to - d.needs.from
		for _, s := range gr.alternatives[d.needs.from:d.needs.to] {
			lits += s.to - s.from
		}
		for _, c := range gr.changes[d.changes.from:d.changes.to] {
			if number[c.atom] >= 0 {
				effects++
			}
		}
	}
	g.ops = make([]op, 0, len(gr.commands.sorted))
	g.opArgs = make([]uint16, 0, args)
	g.needs = make([]span, 0, needs)
	g.lits = make([]uint32, 0, lits)
	g.effects = make([]change, 0, effects)
	g.negation = g.negations()
	for _, i := range gr.commands.sorted {
		g.addOp(gr, &gr.ops[i], number, reachable)
	}
}

func (g *Game) addOp(gr *grounder, d *draftOp, number []int32, reachable []bool) {
	o := op{action: d.action, command: d.command}
	o.args.from = uint32(len(g.opArgs))
	g.opArgs = append(g.opArgs, gr.argsOf(d)...)
	o.args.to = uint32(len(g.opArgs))
	o.needs = g.addConjunctions(&g.needs, gr, d.needs, number)
	o.effects.from = uint32(len(g.effects))
	for _, deletions := range [...]bool{true, false} {
		for i := d.changes.from; i < d.changes.to; i++ {
			c := &gr.changes[i]
			if c.del != deletions || number[c.atom] < 0 {
				continue
			}
			out := change{literal: uint32(number[c.atom]) << 1, when: -1}
			if c.del {
				out.literal |= 1
			}
			if c.always {
				g.effects = append(g.effects, out)
				continue
			}
			o.branches = true
			gr.simplify(&c.when, reachable)
			whens := g.addConjunctions(&g.whens, gr, c.when, number)
			for w := whens.from; w < whens.to; w++ {
				out.when = int32(w)
				g.effects = append(g.effects, out)
			}
		}
	}
	o.effects.to = uint32(len(g.effects))
	g.ops = append(g.ops, o)
}

func (g *Game) addConjunctions(to *[]span, gr *grounder, alternatives span, number []int32) span {
	s := span{from: uint32(len(*to))}
	for _, a := range gr.alternatives[alternatives.from:alternatives.to] {
		from := uint32(len(g.lits))
		for _, l := range gr.lits[a.from:a.to] {
			g.lits = append(g.lits, uint32(number[l>>1])<<1|l&1)
		}
		*to = append(*to, span{from, uint32(len(g.lits))})
	}
	s.to = uint32(len(*to))
	return s
}

// negations is, by fact, the bit that records its negation, -1 for none.
func (g *Game) negations() []int32 {
	out := filled(g.facts)
	for i := range g.tables {
		t := &g.tables[i]
		if t.negated < 0 {
			continue
		}
		for k := range t.rows {
			out[int(t.first)+k] = t.negated + int32(k)
		}
	}
	return out
}

// addTriggers files every alternative of every op under the positive literal that the fewest others need,
// so that few are looked at in a state. Alternatives without one come first.
func (g *Game) addTriggers(scratch *commandScratch) {
	uses, next := resized(scratch.uses, g.facts), resized(scratch.next, g.facts+1)
	scratch.uses, scratch.next = uses, next
	for _, s := range g.needs {
		for _, l := range g.lits[s.from:s.to] {
			if l&1 == 0 {
				uses[l>>1]++
			}
		}
	}
	key := func(s span) int {
		best := -1
		for _, l := range g.lits[s.from:s.to] {
			if l&1 == 0 && (best < 0 || uses[l>>1] < uses[best]) {
				best = int(l >> 1)
			}
		}
		return best
	}
	// Place 0 is for those without a key, place f+1 for fact f.
	for _, s := range g.needs {
		if f := key(s) + 1; f < g.facts {
			next[f+1]++
		}
	}
	for f := 1; f < len(next); f++ {
		next[f] += next[f-1]
	}
	g.triggers = make([]trigger, len(g.needs))
	g.keyed = make([]span, g.facts)
	g.keys = make([]uint64, (g.facts+63)/64)
	for f := range g.facts {
		g.keyed[f].from = next[f+1]
	}
	for i := range g.ops {
		o := &g.ops[i]
		for _, s := range g.needs[o.needs.from:o.needs.to] {
			f := key(s) + 1
			g.triggers[next[f]] = trigger{command: o.command, lits: s}
			if f == 0 {
				g.always = append(g.always, next[f])
			}
			next[f]++
		}
	}
	for f := range g.facts {
		if g.keyed[f].to = next[f+1]; g.keyed[f].from == g.keyed[f].to {
			g.keyed[f] = span{}
			continue
		}
		g.keys[f/64] |= 1 << uint(f%64)
	}
}
