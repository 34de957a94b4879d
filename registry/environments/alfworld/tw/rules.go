package tw

// rules is a domain linked with a grammar: what the games of a data set have in common.
type rules struct {
	domain  *domain
	grammar *grammar
	texts   []int           // by action of the domain: its action in the grammar
	slots   [][]int         // by action and parameter: the grammar's slot of that variable, -1 when no text names it
	fluent  map[string]bool // predicates that actions change
}

func link(d *domain, g *grammar) (*rules, error) {
	r := &rules{domain: d, grammar: g, fluent: map[string]bool{}}
	byName := map[string]int{}
	for i, a := range g.actions {
		byName[a.name] = i
	}
	for _, a := range d.actions {
		for _, e := range a.effects {
			r.fluent[e.pred] = true
		}
	}
	for _, a := range d.actions {
		text, ok := byName[a.name]
		if !ok {
			return nil, syntaxError("domain", a.line, "action %s has no texts in the grammar", clip(a.name))
		}
		r.texts = append(r.texts, text)
		slots := make([]int, len(a.params))
		for i, p := range a.params {
			slots[i] = -1
			if slot, ok := g.varByName[p.name[1:]]; ok {
				slots[i] = slot
			}
		}
		r.slots = append(r.slots, slots)
		if err := r.check(&a, &g.actions[text]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// check reports a template that depends on the state, since commands are written once per game, and
// variables that nothing can bind.
func (r *rules) check(a *action, texts *grammarAction) error {
	g := r.grammar
	var err error
	g.walk(texts.template, func(q *query) {
		for _, atom := range q.atoms {
			if name := g.preds[atom.pred]; err == nil && (atom.negated || r.fluent[name]) {
				err = syntaxError(grammarPart, texts.line, "template of action %s reads %s, which changes during the game", clip(a.name), clip(name))
			}
		}
	}, func(int) {})
	bound := make([]bool, len(g.vars))
	for _, p := range a.params {
		if slot, ok := g.varByName[p.name[1:]]; ok {
			bound[slot] = true
		}
	}
	for _, nodes := range [][]node{texts.template, texts.feedback} {
		g.walk(nodes, func(q *query) {
			for _, slot := range q.vars {
				bound[slot] = true
			}
		}, func(int) {})
		g.walk(nodes, func(*query) {}, func(slot int) {
			if err == nil && !bound[slot] {
				err = syntaxError(grammarPart, texts.line, "texts of action %s name %s, which neither the action nor a query binds", clip(a.name), clip(g.vars[slot]))
			}
		})
	}
	return err
}

// read lists the predicates whose changes matter: those that preconditions, the goal, the grammar's
// queries or the conditions of effects that matter ask for. The others are not kept in a state.
func (r *rules) read(goal *formula) map[string]bool {
	out := map[string]bool{}
	mark := func(pred string) { out[pred] = true }
	goal.predicates(mark)
	for _, pred := range r.grammar.preds {
		mark(pred)
	}
	for i := range r.domain.actions {
		r.domain.actions[i].pre.predicates(mark)
	}
	for before := -1; before != len(out); {
		before = len(out)
		for _, a := range r.domain.actions {
			for _, e := range a.effects {
				if out[e.pred] && e.when != nil {
					e.when.predicates(mark)
				}
			}
		}
	}
	return out
}
