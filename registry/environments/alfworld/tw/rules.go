package tw

import "fmt"

// rules is a domain linked with a grammar: what the games of a data set have in common. They are
// immutable.
type rules struct {
	vocabulary
	domain  *domain
	grammar *grammar
	fluent  map[string]bool // predicates that actions change
	texts   []int           // by action of the domain: its action in the grammar
	slots   [][]int         // by action and parameter: the grammar's slot of that variable, -1 when no text names it
	actions []boundAction   // by action of the domain
	roles   []role          // by action of the domain
	shapes  []shape         // by predicate
	tables  []int           // by predicate of the grammar: its number here
	read    []bool          // by predicate: what is read whatever the goal
}

// boundAction is an action with names resolved. vars declares its parameters and has the
// conjuncts of its precondition.
type boundAction struct {
	vars    cond
	effects []boundEffect
}

type boundEffect struct {
	atom cond
	when *cond // nil: always
	del  bool
}

// shape is what the domain says about a predicate.
type shape struct {
	arity   int // -1 when the domain does not use it
	line    int // of its first use
	fluent  bool
	negated bool // some text asks for its negation
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
		r.roles = append(r.roles, roleOf(&a))
		if err := r.check(&a, &g.actions[text]); err != nil {
			return nil, err
		}
	}
	for i := range d.actions {
		b, err := r.bind(&d.actions[i])
		if err != nil {
			return nil, err
		}
		r.actions = append(r.actions, b)
	}
	for _, name := range g.preds {
		r.tables = append(r.tables, r.preds.intern(name))
	}
	for _, name := range layoutPredicates {
		r.preds.intern(name)
	}
	r.describe()
	return r, nil
}

// bind resolves the names of an action.
func (r *rules) bind(a *action) (boundAction, error) {
	line := a.line
	names := resolver{vocabulary: &r.vocabulary, part: "domain", fluent: r.fluent}
	names.predicate = func(name string, arity int) (int, error) {
		id := r.preds.intern(name)
		if id == len(r.shapes) {
			r.shapes = append(r.shapes, shape{arity: arity, line: line})
		}
		if known := r.shapes[id].arity; known != arity {
			return 0, arityError(name, arity, known)
		}
		return id, nil
	}
	var b boundAction
	if err := names.declare(a.params, &b.vars); err != nil {
		return b, err
	}
	pre, err := names.resolve(&a.pre)
	if err != nil {
		return b, err
	}
	b.vars.kind = formulaExists
	b.vars.kids = []cond{pre}
	if pre.kind == formulaAnd {
		b.vars.kids = pre.kids
	}
	for _, e := range a.effects {
		line = e.line
		out := boundEffect{del: e.del}
		if out.atom, err = names.resolve(&formula{kind: formulaAtom, pred: e.pred, args: e.args, line: e.line}); err != nil {
			return b, err
		}
		if e.when != nil {
			when, err := names.resolve(e.when)
			if err != nil {
				return b, err
			}
			out.when = &when
		}
		b.effects = append(b.effects, out)
	}
	return b, nil
}

func arityError(name string, arity, known int) error {
	return fmt.Errorf("%s has %d terms here and %d elsewhere", clip(name), arity, known)
}

// describe completes what is known about the predicates.
func (r *rules) describe() {
	for len(r.shapes) < r.preds.count() {
		r.shapes = append(r.shapes, shape{arity: -1})
	}
	for name := range r.fluent {
		id, _ := r.preds.find(name)
		r.shapes[id].fluent = true
	}
	for _, q := range r.grammar.queries {
		for _, a := range q.atoms {
			if a.negated {
				r.shapes[r.tables[a.pred]].negated = true
			}
		}
	}
	r.read = make([]bool, r.preds.count())
	for _, id := range r.tables {
		r.read[id] = true
	}
	for i := range r.domain.actions {
		r.domain.actions[i].pre.predicates(r.marker(r.read, new(bool)))
	}
	r.spread(r.read)
}

// marker returns a function that marks a predicate and notes in more whether it had not been.
func (r *rules) marker(read []bool, more *bool) func(pred string) {
	return func(pred string) {
		// A predicate of the goal that the rules do not know never changes; no matter.
		if id, ok := r.preds.find(pred); ok && !read[id] {
			read[id] = true
			*more = true
		}
	}
}

// spread marks what the conditions of effects on marked predicates read.
func (r *rules) spread(read []bool) {
	for more := true; more; {
		more = false
		mark := r.marker(read, &more)
		for i := range r.domain.actions {
			for _, e := range r.domain.actions[i].effects {
				if id, ok := r.preds.find(e.pred); ok && read[id] && e.when != nil {
					e.when.predicates(mark)
				}
			}
		}
	}
}

// readWith lists the predicates whose changes matter: those that preconditions, the goal, the grammar's
// queries or the conditions of effects that matter ask for. The others are not kept in a state.
func (r *rules) readWith(goal *formula) []bool {
	read, more := r.read, false
	goal.predicates(func(pred string) {
		id, ok := r.preds.find(pred)
		more = more || ok && !read[id]
	})
	if !more { // all goals of a household
		return read
	}
	read = append([]bool(nil), read...)
	goal.predicates(r.marker(read, &more))
	r.spread(read)
	return read
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
