package alfworld

import "slices"

// hint is what a reference tells about a world that the expert has not seen all of: where
// targets are, where they go, where the lamp is. Places are indices, -1 for none.
type hint struct {
	targets []origin // in the order the reference takes them
	dest    int
	lamp    int
}

// origin is a place the reference takes a target from.
type origin struct {
	object string
	place  int
}

func noHint() hint { return hint{dest: -1, lamp: -1} }

func (h hint) fork() hint {
	h.targets = slices.Clone(h.targets)
	return h
}

// target is the place the next target should be at, -1 for none.
func (h hint) target() int {
	if len(h.targets) == 0 {
		return -1
	}
	return h.targets[0].place
}

// note drops hints that have been used up or that what was observed contradicts.
func (h *hint) note(m *memory) {
	h.targets = slices.DeleteFunc(h.targets, func(t origin) bool {
		s := m.spots[t.place]
		return m.holding == t.object || (s.known && !s.closed)
	})
	if h.lamp >= 0 {
		if s := m.spots[h.lamp]; s.known {
			h.lamp = -1
		}
	}
}

// Reference implements [registry.Expert]. The commands start in the state that the expert is
// in now; nil takes the reference back.
func (x *expert) Reference(commands []string) {
	m := x.memory
	x.hint = noHint()
	at := m.at
	moved := map[string]bool{} // objects the reference itself put somewhere
	for _, text := range commands {
		c, ok := parseCommand(text)
		if !ok {
			continue
		}
		switch c.verb {
		case "goto":
			if i := m.find(c.a); i >= 0 {
				at = i
			}
		case "take":
			if i := m.find(c.b); i >= 0 && classOf(c.a) == x.goal.object && !moved[c.a] {
				x.hint.targets = append(x.hint.targets, origin{c.a, i})
				moved[c.a] = true
			}
		case "put":
			moved[c.a] = true
			if i := m.find(c.b); i >= 0 && classOf(c.a) == x.goal.object && classOf(c.b) == x.goal.dest {
				x.hint.dest = i
			}
		case "use":
			if classOf(c.a) == x.goal.dest && at >= 0 {
				x.hint.lamp = at
			}
		}
	}
	x.hint.note(m)
}
