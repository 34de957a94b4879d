package tw

import (
	"slices"
	"strings"
)

// Limits that no room comes near; they turn a hostile domain into an error instead of an endless load.
const (
	maxEntities  = 5000
	maxSteps     = 2_000_000 // bindings tried while grounding a game
	maxOps       = 200_000   // instances of actions
	maxVariables = 64        // of one action or goal, nested ones included
	maxConjuncts = 256       // of a precondition as a disjunction of conjunctions
)

// grounder turns formulas over variables into formulas over ground atoms. Atoms of changing predicates
// get numbers as they are met; static ones are decided at once. A grounder is used for one game after
// another, since making its tables anew would cost more than grounding a small room.
type grounder struct {
	problem    problem
	rules      *rules
	vocabulary          // the rules', extended by the problem's
	entities   []string // sorted
	byName     map[string]uint16
	kinds      []string   // distinct types of entities
	kindOf     []uint16   // by entity
	named      []bool     // by entity: occurs in a fact
	members    []members  // by type
	values     []uint16   // by constant: its entity, unbound when the problem has none
	relations  []relation // by predicate
	met        []int      // predicates in the order in which the problem's facts use them
	facts      atomTable  // that hold at the start
	atoms      atomTable  // of changing predicates

	steps int
	env   [maxVariables]uint16
	forms []gform // room for the parts of the formula being grounded
	taken int     // of forms

	ops          []draftOp
	order        []uint32 // ops by action, then by arguments
	args         []uint16 // of ops
	alternatives []span   // of lits
	lits         []uint32 // atom<<1, +1 when negated
	changes      []draftChange

	declared []*typedName // scratch of load
	passed   []uint32     // scratch of sortOps
	ends     []uint32     // scratch of sortOps
	tables   tableScratch
	commands commandScratch
	bytes    []byte // scratch of nameEntities
}

// members is the entities of a type, as a list and as the kinds that belong to it.
type members struct {
	known bool
	list  []uint16
	kinds []bool
}

// load starts a game: it collects the entities and the facts.
func (g *grounder) load(r *rules) error {
	g.rules = r
	g.extend(&r.vocabulary)
	g.entities, g.kinds, g.kindOf = g.entities[:0], g.kinds[:0], g.kindOf[:0]
	if g.byName == nil {
		g.byName = map[string]uint16{}
	}
	clear(g.byName)
	g.relations = g.relations[:0]
	for range r.preds.count() {
		g.addRelation(-1)
	}
	g.met = g.met[:0]
	g.facts.reset()
	g.atoms.reset()
	g.steps = 0
	g.ops, g.args, g.alternatives = g.ops[:0], g.args[:0], g.alternatives[:0]
	g.order, g.lits, g.changes = g.order[:0], g.lits[:0], g.changes[:0]

	for i, o := range g.sortDeclared() {
		if i > 0 && o.name == g.entities[len(g.entities)-1] {
			continue // declared twice; the first counts
		}
		if len(g.entities) == maxEntities {
			return syntaxError("problem", o.line, "more than %d objects", maxEntities)
		}
		g.byName[o.name] = uint16(len(g.entities))
		g.entities = append(g.entities, o.name)
		g.kindOf = append(g.kindOf, g.kind(o.typ))
	}
	g.members = resizedMembers(g.members, g.types.count())
	g.values = g.values[:0]
	g.findConstants()
	return g.loadFacts()
}

// sortDeclared lists the constants of the domain and the objects of the problem by name; equal names stay in their order.
func (g *grounder) sortDeclared() []*typedName {
	g.declared = g.declared[:0]
	for i := range g.rules.domain.constants {
		g.declared = append(g.declared, &g.rules.domain.constants[i])
	}
	for i := range g.problem.objects {
		g.declared = append(g.declared, &g.problem.objects[i])
	}
	slices.SortStableFunc(g.declared, func(a, b *typedName) int { return strings.Compare(a.name, b.name) })
	return g.declared
}

func (g *grounder) loadFacts() error {
	g.named = resized(g.named, len(g.entities))
	for i := range g.problem.init {
		f := &g.problem.init[i]
		id, err := g.predicate(f.pred, len(f.args))
		if err != nil {
			return syntaxError("problem", f.line, "%v", err)
		}
		t := tuple{unbound, unbound, unbound}
		for i, name := range f.args {
			e, ok := g.byName[name]
			if !ok {
				return syntaxError("problem", f.line, "%s names %q, which :objects does not declare", clip(f.pred), clip(name))
			}
			t[i] = e
			g.named[e] = true
		}
		if _, isNew := g.facts.add(atomKey(id, t)); isNew {
			g.relations[id].rows = append(g.relations[id].rows, t)
		}
	}
	for id, s := range g.rules.shapes {
		rel := &g.relations[id]
		switch {
		case s.arity < 0:
		case rel.arity < 0:
			rel.arity = s.arity
		case rel.arity != s.arity:
			return syntaxError("domain", s.line, "%v", arityError(g.preds.name(id), s.arity, rel.arity))
		}
	}
	return nil
}

// predicate numbers a predicate of the problem.
func (g *grounder) predicate(name string, arity int) (int, error) {
	id := g.preds.intern(name)
	if id == len(g.relations) {
		g.addRelation(arity)
	}
	rel := &g.relations[id]
	if rel.arity < 0 {
		rel.arity = arity
		g.met = append(g.met, id)
	}
	if rel.arity != arity {
		return 0, arityError(name, arity, rel.arity)
	}
	return id, nil
}

// addRelation adds an empty relation, in the memory of an earlier game's if there is one.
func (g *grounder) addRelation(arity int) {
	n := len(g.relations)
	if n == cap(g.relations) {
		g.relations = append(g.relations, relation{arity: arity})
		return
	}
	g.relations = g.relations[:n+1]
	rel := &g.relations[n]
	rel.arity, rel.rows = arity, rel.rows[:0]
	for p := range rel.by {
		rel.by[p].built = false
	}
}

// fluent reports that actions change the predicate; those that only the problem has they do not.
func (g *grounder) fluent(pred int) bool {
	return pred < len(g.rules.shapes) && g.rules.shapes[pred].fluent
}

// kind numbers the type of an entity.
func (g *grounder) kind(typ string) uint16 {
	for k := len(g.kinds) - 1; k >= 0; k-- {
		if g.kinds[k] == typ {
			return uint16(k)
		}
	}
	g.kinds = append(g.kinds, typ)
	return uint16(len(g.kinds) - 1)
}

func resizedMembers(m []members, n int) []members {
	if cap(m) < n {
		m = append(m[:cap(m)], make([]members, n-cap(m))...)
	}
	m = m[:n]
	for i := range m {
		m[i].known = false
	}
	return m
}

// membersOf is the entities of a type; an unknown type has none.
func (g *grounder) membersOf(typ int) *members {
	m := &g.members[typ]
	if !m.known {
		m.known = true
		m.kinds = m.kinds[:0]
		name := g.types.name(typ)
		for _, kind := range g.kinds {
			m.kinds = append(m.kinds, g.rules.domain.isA(kind, name))
		}
		m.list = m.list[:0]
		for e, k := range g.kindOf {
			if m.kinds[k] {
				m.list = append(m.list, uint16(e))
			}
		}
	}
	return m
}

// findConstants looks up the constants that were not looked up before.
func (g *grounder) findConstants() {
	for id := len(g.values); id < g.objects.count(); id++ {
		e, ok := g.byName[g.objects.name(id)]
		if !ok {
			e = unbound
		}
		g.values = append(g.values, e)
	}
}

// resolveGoal resolves the goal of the problem.
func (g *grounder) resolveGoal(goal *formula) (cond, error) {
	r := resolver{vocabulary: &g.vocabulary, part: "problem", fluent: g.rules.fluent, predicate: g.predicate}
	c, err := r.resolve(goal)
	if err != nil {
		return c, err
	}
	g.findConstants()
	g.members = resizedMembers(g.members, g.types.count())
	return c, nil
}
