package atlas

import (
	"math/rand/v2"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

// Probabilities that the expert hesitates in a turn: while the next fact is not known, and when the answer is;
// right after a hesitation, more.
const (
	hesitateUnknown      = .20
	hesitateUnknownAgain = .45
	hesitateKnown        = .05
	hesitateKnownAgain   = .15
)

// expert answers from its texts. It searches for the entity it has reached with the question's word for the relation, then
// with the relation's other words in their order, none twice. Not knowing makes it hesitate: it repeats a search,
// or looks for something else.
type expert struct {
	memory    *memory
	words     int          // how many words a relation is named by
	hints     map[link]int // variants that a reference searched for last
	rng       *rand.Rand
	hesitated bool // the last response was a hesitation
}

var _ registry.Expert = (*expert)(nil)

// NewExpert starts the expert on an introduction. words is how many of its words a relation is named by. A question
// that is none of the atlas makes it search for the question itself.
func NewExpert(introduction string, words int, seed uint64) registry.Expert {
	x := &expert{memory: newMemory(introduction), words: words}
	x.reseed(seed)
	return x
}

func (x *expert) reseed(seed uint64) { x.rng = rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// Fork implements [registry.Expert].
func (x *expert) Fork(seed uint64) registry.Expert {
	c := *x
	c.memory = x.memory.fork()
	c.reseed(seed)
	return &c
}

// Observe implements [registry.Expert].
func (x *expert) Observe(command, observation string) { x.memory.note(command, observation) }

// Reference implements [registry.Expert]: of every relation the word that the reference searched for last. nil takes the
// reference back.
func (x *expert) Reference(commands []string) {
	x.hints = map[link]int{}
	for _, c := range commands {
		if a := turn.Parse(c); a.Kind == turn.Search {
			for _, p := range pairs(a.Text) {
				x.hints[p.link] = p.variant
			}
		}
	}
}

// Act implements [registry.Expert].
func (x *expert) Act() registry.Response {
	m := x.memory
	g := m.goal()
	if g.at < 0 {
		return x.lost()
	}
	s, sure := x.next(g)
	p := hesitateUnknown
	switch {
	case sure && x.hesitated:
		p = hesitateKnownAgain
	case sure:
		p = hesitateKnown
	case x.hesitated:
		p = hesitateUnknownAgain
	}
	x.hesitated = false
	if x.rng.Float64() < p {
		if d, ok := x.dither(g); ok {
			s, x.hesitated = d, true
		}
	}
	return registry.Response{Thought: s.phase + " " + entities[s.about].word, Action: s.action.String()}
}

// step is what the expert does in a turn: the two words of its thought and the action.
type step struct {
	phase  string
	about  Entity
	action turn.Action
}

// query searches for a relation of an entity.
func query(x Entity, t term) turn.Action {
	return turn.Action{Kind: turn.Search, Text: entities[x].name + " " + t.word()}
}

// next decides without hesitation. The thought rests on what was observed; only the word of a search may come from a
// reference. sure says that there is nothing left to find out: the answer is known, or where to look.
func (x *expert) next(g goal) (s step, sure bool) {
	if len(g.hops) == 0 {
		return step{"final", g.at, turn.Action{Kind: turn.Answer, Text: entities[g.at].name}}, true
	}
	t := g.hops[0]
	l := link{g.at, t.relation}
	tried := x.memory.tried[l]
	switch {
	case len(tried) > 0:
		s.phase = "retry"
	case g.at == x.memory.subject:
		s.phase = "plan"
	default:
		s.phase = "next"
	}
	s.about = g.at
	hint, hinted := x.hints[l]
	switch hinted = hinted && !slices.Contains(tried, hint); {
	case hinted:
		t.variant = hint
	case len(tried) > 0:
		t.variant = x.other(tried)
	}
	s.action = query(g.at, t)
	return s, hinted
}

// other is the first word that was not tried, or any when all were.
func (x *expert) other(tried []int) int {
	for v := range x.words {
		if !slices.Contains(tried, v) {
			return v
		}
	}
	return x.rng.IntN(x.words)
}

// dither gets nothing done: it repeats a search, searches for another entity that it has met, or for a relation whose turn
// has not come.
func (x *expert) dither(g goal) (s step, ok bool) {
	m := x.memory
	var options []step
	for _, hop := range m.asked {
		for at := range entities {
			for _, v := range m.tried[link{Entity(at), hop.relation}] {
				if Entity(at) == g.at || len(g.hops) == 0 {
					o := step{"hmm", Entity(at), query(Entity(at), term{hop.relation, v})}
					options = append(options, o, o)
				}
			}
		}
	}
	if len(g.hops) > 0 {
		for _, y := range m.met {
			if y != g.at {
				options = append(options, step{"maybe", y, query(y, g.hops[0])})
			}
		}
	}
	if len(g.hops) > 1 {
		options = append(options, step{"wait", g.at, query(g.at, g.hops[1])})
	}
	if len(options) == 0 {
		return s, false
	}
	return pick(x.rng, options), true
}

// lost acts on a question that the atlas cannot read: it searches for it as it stands, or gives up when there is
// none.
func (x *expert) lost() registry.Response {
	a := turn.Action{Kind: turn.Search, Text: x.memory.question}
	if turn.Parse(a.String()) != a {
		a = turn.Action{Kind: turn.Answer, Text: "unknown"}
	}
	return registry.Response{Thought: "wait", Action: a.String()}
}
