package alfworld

import (
	"slices"
	"strings"
)

// step is what the expert would do without hesitation.
type step struct {
	phase   string // first word of the thought
	about   string // class that the thought is about
	sure    bool   // it knows, or was told, where to go
	command command
}

// next decides. Its thought rests on what was observed; only where it searches may come
// from a hint.
func (x *expert) next() step {
	m, g := x.memory, x.goal
	switch {
	case g.task < 0 || len(m.places) == 0:
		return step{phase: "search", command: command{verb: "look"}}
	case m.holding != "" && classOf(m.holding) != g.object:
		return x.lay()
	case m.holding == "":
		return x.fetch()
	}
	if key, _ := appliance(g.task); key != "" && m.marks[m.holding]&treatment[g.task] == 0 {
		if i := m.nearest(strings.ToLower(key)); i >= 0 {
			return x.treat(i)
		}
	}
	if g.task == taskLight {
		return x.light()
	}
	return x.deliver()
}

// treatment is the mark that a task asks for.
var treatment = [6]mark{taskClean: markClean, taskHeat: markHot, taskCool: markCool}

// fetch finds and takes a target that is not delivered yet.
func (x *expert) fetch() step {
	m, g := x.memory, x.goal
	dest := x.dest()
	at, object := -1, ""
	m.where(g.object, func(i int, o string) bool {
		if x.delivered(i, o, dest) || m.refused[command{"take", o, m.places[i]}.text(m.old)] {
			return true
		}
		at, object = i, o
		return false
	})
	if at < 0 {
		return x.search(g.object, x.hint.target())
	}
	return x.reach(at, step{phase: "found", about: g.object, sure: true, command: command{"take", object, m.places[at]}})
}

// delivered says that an object lies where the task wants it, as far as was observed.
func (x *expert) delivered(place int, object string, dest int) bool {
	switch x.goal.task {
	case taskLight:
		return false
	case taskTwo:
		return place == dest
	}
	return classOf(x.memory.places[place]) == x.goal.dest && x.memory.marks[object]&treatment[x.goal.task] == treatment[x.goal.task]
}

// search goes on looking for the class. A hinted place comes first; without one, lamps are
// looked for where lamps stand, everything else in the order listed, but last where it is to
// be brought.
func (x *expert) search(class string, hinted int) step {
	m := x.memory
	s := step{phase: "search", about: class}
	to := hinted
	if s.sure = to >= 0; !s.sure {
		if class == x.goal.dest && x.goal.task == taskLight {
			to = m.lampStand()
		}
		if to < 0 {
			to = m.unexplored(x.goal.dest)
		}
	}
	if to < 0 {
		// Everything was seen: what is sought was missed or carried off, so look again.
		for i := range m.spots {
			m.spots[i].known = false
		}
		clear(m.refused)
		to = m.unexplored(x.goal.dest)
	}
	return x.reach(to, s)
}

// reach makes way for a step at a place: go there, open it, and then do it. A place reached
// without a word about it (it shares its location with another) is examined first.
func (x *expert) reach(place int, s step) step {
	m := x.memory
	name := m.places[place]
	switch {
	case m.at != place:
		s.command = command{verb: "goto", a: name}
	case m.spots[place].closed:
		s.command = command{verb: "open", a: name}
	case !m.spots[place].known:
		s.command = command{verb: "examine", a: name}
	}
	return s
}

// treat cleans, heats or cools what is in hand; the door may stay closed.
func (x *expert) treat(place int) step {
	m := x.memory
	verb := [6]string{taskClean: "clean", taskHeat: "heat", taskCool: "cool"}[x.goal.task]
	s := step{phase: "carry", about: classOf(m.places[place]), sure: true, command: command{verb, m.holding, m.places[place]}}
	if m.at != place {
		s.command = command{verb: "goto", a: m.places[place]}
	}
	return s
}

// light brings what is in hand to a lamp and switches it on.
func (x *expert) light() step {
	m, g := x.memory, x.goal
	at, lamp := -1, ""
	m.where(g.dest, func(i int, o string) bool {
		if m.refused["use "+o] {
			return true
		}
		at, lamp = i, o
		return false
	})
	if at < 0 {
		return x.search(g.dest, x.hint.lamp)
	}
	if m.at == at && !m.spots[at].closed {
		return step{phase: "place", about: g.dest, sure: true, command: command{verb: "use", a: lamp}}
	}
	return x.reach(at, step{phase: "ready", about: g.dest, sure: true})
}

// deliver brings what is in hand to its destination.
func (x *expert) deliver() step {
	m, g := x.memory, x.goal
	to := x.dest()
	if to < 0 {
		return step{phase: "ready", about: g.dest, command: command{verb: "look"}}
	}
	s := step{phase: "ready", about: g.dest, sure: true, command: command{"put", m.holding, m.places[to]}}
	if m.at == to {
		s.phase = "place"
	}
	return x.reach(to, s)
}

// lay puts down an object that is not wanted: here, else where it came from.
func (x *expert) lay() step {
	m := x.memory
	s := step{phase: "place", about: classOf(m.holding), sure: true}
	for _, to := range []int{m.at, m.from} {
		if to < 0 {
			continue
		}
		s.command = command{"put", m.holding, m.places[to]}
		if !m.refused[s.command.text(m.old)] {
			return x.reach(to, s)
		}
	}
	for to := range m.places {
		s.command = command{"put", m.holding, m.places[to]}
		if !m.refused[s.command.text(m.old)] {
			return x.reach(to, s)
		}
	}
	clear(m.refused)
	s.command = command{verb: "look"}
	return s
}

// dest is the place to bring targets to, -1 when the room has none that takes them: one where
// a target lies already when two are wanted, the hinted one, the one the agent is at, else the
// first listed.
func (x *expert) dest() int {
	m, g := x.memory, x.goal
	best, most := -1, -1
	for i, p := range m.places {
		if classOf(p) != g.dest || (m.holding != "" && m.refused[command{"put", m.holding, p}.text(m.old)]) {
			continue
		}
		rank := 0
		if g.task == taskTwo {
			for _, o := range m.spots[i].items {
				if classOf(o) == g.object {
					rank += 4
				}
			}
		}
		if i == x.hint.dest {
			rank += 2
		}
		if i == m.at && g.task != taskTwo {
			rank++
		}
		if rank > most {
			best, most = i, rank
		}
	}
	return best
}

// nearest is the agent's place when it is of the class, else the first such place listed, -1
// for none.
func (m *memory) nearest(class string) int {
	if m.at >= 0 && classOf(m.places[m.at]) == class {
		return m.at
	}
	return slices.IndexFunc(m.places, func(p string) bool { return classOf(p) == class })
}

// lampStand is the next unexplored place of a class on which lamps stand, -1 for none.
func (m *memory) lampStand() int {
	for _, key := range lampStands {
		for i, p := range m.places {
			if !m.spots[i].known && classOf(p) == strings.ToLower(key) {
				return i
			}
		}
	}
	return -1
}
