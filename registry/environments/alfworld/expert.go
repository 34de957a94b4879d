package alfworld

import (
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
)

// Probabilities that the expert hesitates in a turn: while it does not know where to find what
// it looks for, and once it does; right after a hesitation, more.
const (
	hesitateUnknown      = .20
	hesitateUnknownAgain = .45
	hesitateKnown        = .05
	hesitateKnownAgain   = .15
)

// expert plays one episode from its texts: it searches the receptacles in the order listed and
// then does the task. Not knowing makes it hesitate: it looks around, counts what it carries,
// examines, or walks back to a place it knows.
type expert struct {
	goal      goal
	memory    *memory
	hint      hint
	rng       *rand.Rand
	hesitated bool // the last response was a hesitation
}

var _ registry.Expert = (*expert)(nil)

// Expert implements [registry.Demonstrator] with the exploring expert, whatever the settings name: ALFWorld's own cannot play from
// a text (ExpertIn). A task sentence that fits none of the templates leaves the expert looking around.
func (e *Environment) Expert(introduction string, seed uint64) registry.Expert {
	places, sentence := parseIntroduction(introduction)
	x := &expert{goal: parseGoal(sentence), memory: newMemory(places), hint: noHint()}
	x.reseed(seed)
	return x
}

func (x *expert) reseed(seed uint64) {
	x.rng = rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
}

// Fork implements [registry.Expert].
func (x *expert) Fork(seed uint64) registry.Expert {
	c := *x
	c.memory, c.hint = x.memory.fork(), x.hint.fork()
	c.reseed(seed)
	return &c
}

// Observe implements [registry.Expert].
func (x *expert) Observe(command, observation string) {
	x.memory.note(command, observation)
	x.hint.note(x.memory)
}

// Act implements [registry.Expert].
func (x *expert) Act() registry.Response {
	s := x.next()
	p := hesitateUnknown
	switch {
	case s.sure && x.hesitated:
		p = hesitateKnownAgain
	case s.sure:
		p = hesitateKnown
	case x.hesitated:
		p = hesitateUnknownAgain
	}
	x.hesitated = x.rng.Float64() < p
	if x.hesitated {
		s.phase = []string{"wait", "hmm", "maybe"}[x.rng.IntN(3)]
		s.command = x.dither()
	}
	thought := s.phase
	if s.about != "" {
		thought += " " + compactView().class(s.about)
	}
	return registry.Response{Thought: thought, Action: s.command.text(x.memory.old)}
}

// dither is a command that gets nothing done.
func (x *expert) dither() command {
	m := x.memory
	var back []int
	for i, s := range m.spots {
		if s.visited && i != m.at {
			back = append(back, i)
		}
	}
	options := []string{"look", "inventory"}
	if m.at >= 0 {
		options = append(options, "examine")
	}
	if len(back) > 0 {
		options = append(options, "goto")
	}
	pick := options[x.rng.IntN(len(options))]
	switch pick {
	case "examine":
		if m.holding != "" && x.rng.IntN(2) == 0 {
			return command{verb: pick, a: m.holding}
		}
		return command{verb: pick, a: m.places[m.at]}
	case "goto":
		return command{verb: pick, a: m.places[back[x.rng.IntN(len(back))]]}
	}
	return command{verb: pick}
}
