package tw

import "slices"

// compile makes a game of a problem. task is the goal sentence cut out of the grammar; when the grammar was
// not cut, cut is false.
func (r *rules) compile(id string, task string, cut bool, p *problem) (*Game, error) {
	gr, err := newGrounder(r, p)
	if err != nil {
		return nil, err
	}
	ops, err := gr.draftOps()
	if err != nil {
		return nil, err
	}
	gr.slots = 0
	goalCond, err := gr.resolve("problem", &p.goal, map[string]int{})
	if err != nil {
		return nil, err
	}
	goal := gr.ground(&goalCond, false)
	if gr.steps > maxSteps {
		return nil, syntaxError("problem", p.goal.line, "goal has too many instances")
	}
	reachable, initial := gr.reach(ops)
	g := &Game{id: id, task: task, rules: r}
	g.nameEntities(gr, p)
	number := g.numberFacts(gr, ops, reachable, initial, r.read(&p.goal))
	g.goal = renumber(&goal, number, reachable)
	renderer := newRenderer(g, g.initial)
	g.addOps(gr, ops, number, reachable, renderer)
	g.addTriggers()
	g.clip()
	g.layout = newLayout(g, gr, p, number)
	if !cut {
		renderer.reset()
		renderer.symbol(r.grammar.task)
		g.task = string(renderer.out)
	}
	renderer.reset()
	renderer.symbol(r.grammar.intro)
	g.start = string(renderer.out)
	if renderer.work > maxWork {
		return nil, syntaxError(grammarPart, 1, "the introduction takes too much work")
	}
	return g, nil
}

func (g *Game) nameEntities(gr *grounder, p *problem) {
	var used []string
	seen := make([]bool, len(gr.entities))
	for _, f := range p.init {
		for _, name := range f.args {
			if e := gr.byID[name]; !seen[e] {
				seen[e] = true
				used = append(used, name)
			}
		}
	}
	names := readableNames(used)
	g.entities = make([]entity, len(gr.entities))
	for i, id := range gr.entities {
		e := entity{id: id, name: names[id], typ: gr.types[i]}
		if e.name == "" {
			e.name = id + " "
		}
		for k, typ := range g.rules.grammar.types {
			if g.rules.domain.isA(e.typ, typ) {
				e.kinds |= 1 << uint(k)
			}
		}
		g.entities[i] = e
	}
}

// addOps gives the reached ops their commands and their place in the tables.
func (g *Game) addOps(gr *grounder, drafts []*draftOp, number []int32, reachable []bool, renderer *renderer) {
	byText := map[string]uint32{}
	var draftsOf [][]*draftOp // by command, in the order of drafts
	for _, d := range drafts {
		if !d.reached {
			continue
		}
		if prune(d, reachable); len(d.needs) == 0 {
			continue
		}
		renderer.reset()
		renderer.bindArgs(d.action, d.args)
		renderer.nodes(g.rules.grammar.actions[g.rules.texts[d.action]].template)
		command, ok := byText[string(renderer.out)]
		if !ok {
			command = uint32(len(g.commands))
			text := string(renderer.out)
			byText[text] = command
			g.commands = append(g.commands, text)
			draftsOf = append(draftsOf, nil)
		}
		draftsOf[command] = append(draftsOf[command], d)
	}
	slices.Sort(g.commands)
	g.opsOf = make([]uint32, 0, len(g.commands)+1)
	g.byCommand = make(map[string]uint32, len(g.commands))
	negation := g.negations()
	for i, text := range g.commands {
		g.byCommand[text] = uint32(i)
		g.opsOf = append(g.opsOf, uint32(len(g.ops)))
		for _, d := range draftsOf[byText[text]] {
			g.addOp(d, uint32(i), number, negation, reachable)
		}
	}
	g.opsOf = append(g.opsOf, uint32(len(g.ops)))
}

func (g *Game) addOp(d *draftOp, command uint32, number, negation []int32, reachable []bool) {
	o := op{action: uint16(d.action), command: command}
	o.args.from = uint32(len(g.opArgs))
	g.opArgs = append(g.opArgs, d.args...)
	o.args.to = uint32(len(g.opArgs))
	o.needs = g.addConjunctions(&g.needs, d.needs, number)
	o.effects.from = uint32(len(g.effects))
	for _, deletions := range []bool{true, false} {
		for _, c := range d.changes {
			if c.del != deletions || number[c.atom] < 0 {
				continue
			}
			fact := uint32(number[c.atom])
			out := change{fact: fact, del: c.del, when: -1, negation: negation[fact]}
			if c.when == nil {
				g.effects = append(g.effects, out)
				continue
			}
			o.branches = true
			whens := g.addConjunctions(&g.whens, renumberAll(c.when, reachable), number)
			for w := whens.from; w < whens.to; w++ {
				out.when = int32(w)
				g.effects = append(g.effects, out)
			}
		}
	}
	o.effects.to = uint32(len(g.effects))
	g.ops = append(g.ops, o)
}

func (g *Game) addConjunctions(to *[]span, conjunctions [][]uint32, number []int32) span {
	s := span{from: uint32(len(*to))}
	for _, lits := range conjunctions {
		from := uint32(len(g.lits))
		for _, l := range lits {
			g.lits = append(g.lits, uint32(number[l>>1])<<1|l&1)
		}
		*to = append(*to, span{from, uint32(len(g.lits))})
	}
	s.to = uint32(len(*to))
	return s
}

// negations is, by fact, the bit that records its negation, -1 for none.
func (g *Game) negations() []int32 {
	out := make([]int32, g.facts)
	for i := range out {
		out[i] = -1
	}
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
// so that few are looked at in a state.
func (g *Game) addTriggers() {
	uses := make([]int, g.facts)
	for _, s := range g.needs {
		for _, l := range g.lits[s.from:s.to] {
			if l&1 == 0 {
				uses[l>>1]++
			}
		}
	}
	byFact := make([][]trigger, g.facts)
	for i := range g.ops {
		o := &g.ops[i]
		for _, s := range g.needs[o.needs.from:o.needs.to] {
			key := -1
			for _, l := range g.lits[s.from:s.to] {
				if l&1 == 0 && (key < 0 || uses[l>>1] < uses[key]) {
					key = int(l >> 1)
				}
			}
			t := trigger{command: o.command, lits: s}
			if key < 0 {
				g.always = append(g.always, uint32(len(g.triggers)))
				g.triggers = append(g.triggers, t)
				continue
			}
			byFact[key] = append(byFact[key], t)
		}
	}
	g.keyed = make([]span, g.facts)
	g.keys = make([]uint64, (g.facts+63)/64)
	for f, list := range byFact {
		if len(list) == 0 {
			continue
		}
		g.keys[f/64] |= 1 << uint(f%64)
		g.keyed[f].from = uint32(len(g.triggers))
		g.triggers = append(g.triggers, list...)
		g.keyed[f].to = uint32(len(g.triggers))
	}
}

// clip gives back the room that growing slices left over.
func (g *Game) clip() {
	g.commands = slices.Clone(g.commands)
	g.opArgs, g.needs, g.lits = slices.Clone(g.opArgs), slices.Clone(g.needs), slices.Clone(g.lits)
	g.effects, g.triggers, g.ops = slices.Clone(g.effects), slices.Clone(g.triggers), slices.Clone(g.ops)
}
