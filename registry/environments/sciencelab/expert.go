package sciencelab

import (
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
)

// Probabilities that the expert hesitates in a turn: while it searches, and else; right after a hesitation,
// more.
const (
	hesitateSearching      = .20
	hesitateSearchingAgain = .45
	hesitateKnowing        = .05
	hesitateKnowingAgain   = .15
)

// expert plays one episode from its texts, knowing the floor plan, where fixtures stand, life spans and the
// melting points that everybody knows. Not knowing where something is makes it hesitate.
type expert struct {
	memory            *memory
	hints             hints
	rng               *rand.Rand
	hesitated         bool
	preWired, watered bool // simplifications in force
}

var _ registry.Expert = (*expert)(nil)

// Expert implements [registry.Demonstrator]. A task that is none of this world's leaves the expert
// looking around.
func (e *Environment) Expert(introduction string, seed uint64) registry.Expert {
	x := &expert{memory: newMemory(introduction, e.generator.plan), hints: noHints()}
	x.preWired, x.watered = e.settings.simplified(preWired), e.settings.simplified(selfWatering)
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

// Act implements [registry.Expert].
func (x *expert) Act() registry.Response {
	mv := x.next()
	p := hesitateSearching
	switch {
	case !mv.searching && x.hesitated:
		p = hesitateKnowingAgain
	case !mv.searching:
		p = hesitateKnowing
	case x.hesitated:
		p = hesitateSearchingAgain
	}
	if x.urgent() {
		p = 0
	}
	x.hesitated = x.rng.Float64() < p
	if x.hesitated {
		mv = x.dither(mv)
	}
	thought := mv.phase
	if mv.about != "" {
		thought += " " + mv.about
	}
	return registry.Response{Thought: thought, Action: mv.command}
}

// urgent says that what was just observed must be acted on before it changes: a stage of life to focus on,
// a substance that has just melted.
func (x *expert) urgent() bool {
	m := x.memory
	if !m.known || m.target < 0 {
		return false
	}
	switch {
	case m.quest.family == lifeStages:
		return m.focuses > 0
	case m.quest.family.melting():
		return m.st[m.target] == liquid && m.place[m.target] == within(stove)
	}
	return false
}

// dither gets nothing done: it looks around, counts what it carries, walks back to a room it knows, or
// examines or measures the target again.
func (x *expert) dither(mv move) move {
	m := x.memory
	type option struct{ phase, command string }
	options := []option{{"hmm", startOf(doLook)}, {"hmm", startOf(doLook)}, {"hmm", startOf(doInventory)}, {"hmm", startOf(doInventory)}}
	if mv.searching {
		var back []room
		for _, r := range m.plan.next[m.room] {
			if m.visited[r] && r != m.blocked {
				back = append(back, r)
			}
		}
		if len(back) > 0 {
			o := option{"maybe", commands.walk[back[x.rng.IntN(len(back))]]}
			options = append(options, o, o, o)
		}
	}
	if t := m.target; t >= 0 && m.where(t) == m.room && m.known && !m.quest.family.finds() {
		if m.holds(thermometer) && t != thermometer {
			o := option{"again", two(doUse, thermometer, t)}
			options = append(options, o, o, o)
		} else {
			o := option{"again", one(doExamine, t)}
			options = append(options, o, o)
		}
	}
	o := options[x.rng.IntN(len(options))]
	mv.phase, mv.command = o.phase, o.command
	return mv
}
