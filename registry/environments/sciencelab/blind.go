package sciencelab

import "github.com/retort-ml/retort/registry"

// blind is the floor of a policy that compares nothing: it finds and focuses on what the task's sentence says to focus on, brings what
// is to be put into a box to the first box that the sentence names, and measures, heats, wires, mixes and grows nothing. Of
// animals it takes the first it sees.
type blind struct{ expert }

func newBlind(introduction string, p *plan) *blind {
	return &blind{expert{memory: newMemory(introduction, p), hints: noHints()}}
}

// Act implements [registry.Expert].
func (x *blind) Act() registry.Response {
	return registry.Response{Action: x.step().command}
}

// Reference implements [registry.Expert]: it follows none.
func (x *blind) Reference([]string) {}

// Fork implements [registry.Expert].
func (x *blind) Fork(uint64) registry.Expert {
	c := *x
	c.memory = x.memory.fork()
	return &c
}

func (x *blind) step() move {
	m := x.memory
	if !m.known {
		return x.idle()
	}
	switch f := m.quest.family; {
	case f.finds():
		return x.nextFind()
	case f.ranks():
		return x.nextRank()
	case f == useThermometer, f.melting():
		if mv, ok := x.instrument(); !ok {
			return mv
		}
	case m.focuses == 0 || f == lifeStages:
		if mv, ok := x.reach(m.target); !ok {
			return mv
		}
		return x.ready(m.target, one(doFocus, m.target))
	case !f.conducts():
		return x.idle()
	}
	// The first box that the sentence names.
	if m.quest.family.melting() {
		if m.room != m.quest.boxRoom {
			return x.walk(m.quest.boxRoom, "carry", x.word(m.target))
		}
		return x.ready(m.quest.high, one(doFocus, m.quest.high))
	}
	if mv, ok := x.bring(m.target, m.quest.boxRoom); !ok {
		return mv
	}
	return x.ready(m.target, two(doMove, m.target, m.quest.high))
}

// nextRank focuses on the first animal in sight.
func (x *blind) nextRank() move {
	m := x.memory
	if m.room == outside {
		for i := range m.place {
			if catalogue[i].group == groupAnimal && m.place[i] == int8(outside) {
				return x.ready(thing(i), one(doFocus, thing(i)))
			}
		}
	}
	return x.expert.nextRank()
}
