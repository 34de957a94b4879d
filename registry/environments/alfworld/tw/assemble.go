package tw

import "strconv"

// compile makes a game of the grounder's problem. task is the goal sentence cut out of the grammar; when the grammar was
// not cut, cut is false.
func (r *rules) compile(gr *grounder, id string, task string, cut bool) (*Game, error) {
	p := &gr.problem
	if err := gr.load(r); err != nil {
		return nil, err
	}
	if err := gr.draftOps(); err != nil {
		return nil, err
	}
	goalCond, err := gr.resolveGoal(&p.goal)
	if err != nil {
		return nil, err
	}
	gr.forget()
	goal := gr.ground(&goalCond, false)
	if gr.steps > maxSteps {
		return nil, syntaxError("problem", p.goal.line, "goal has too many instances")
	}
	reachable, initial := gr.reach()
	g := &Game{id: id, task: task, rules: r}
	g.nameEntities(gr)
	number := g.numberFacts(gr, reachable, initial, r.readWith(&p.goal))
	g.goal = renumber(&goal, number, reachable)
	renderer := &gr.commands.render
	renderer.start(g, g.initial)
	g.addOps(gr, number, reachable)
	g.addTriggers(&gr.commands)
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
	renderer.start(nil, nil)
	return g, nil
}

// nameEntities gives the entities the names that the texts use, "cabinet 3". Numbers count down along the
// sorted ids, so lists, which follow the ids, show descending numbers. What is no scene id or occurs in no fact
// is its own name with a blank after it, as in the original.
func (g *Game) nameEntities(gr *grounder) {
	kinds := make([]uint64, len(gr.kinds))
	for k, kind := range gr.kinds {
		for i, typ := range g.rules.grammar.types {
			if g.rules.domain.isA(kind, typ) {
				kinds[k] |= 1 << uint(i)
			}
		}
	}
	type class struct {
		name string
		has  bool
	}
	left := map[string]int{}
	classes := make([]class, len(gr.entities))
	for e, id := range gr.entities {
		if name, ok := idClass(id); ok && gr.named[e] {
			classes[e] = class{name, true}
			left[name]++
		}
	}
	g.entities = make([]entity, len(gr.entities))
	ends := make([]int, len(gr.entities))
	text := gr.bytes[:0]
	for e, id := range gr.entities {
		kind := gr.kindOf[e]
		g.entities[e] = entity{id: id, typ: gr.kinds[kind], kinds: kinds[kind]}
		if c := classes[e]; c.has {
			text = append(append(text, c.name...), ' ')
			text = strconv.AppendInt(text, int64(left[c.name]), 10)
			left[c.name]--
		} else {
			text = append(append(text, id...), ' ')
		}
		ends[e] = len(text)
	}
	gr.bytes = text
	all, from := string(text), 0 // one string for all names
	for e, end := range ends {
		g.entities[e].name = all[from:end]
		from = end
	}
}
