package sciencelab

// move is what the expert does next: a phase and what it is about (the thought), the command, and whether
// it knows where to go.
type move struct {
	phase, about, command string
	searching             bool
}

func (x *expert) word(t thing) string { return catalogue[t].word }

// one, two write commands.
func one(v verb, t thing) string { return startOf(v) + catalogue[t].name }

func two(v verb, a, b thing) string { return commands.two[v][a][b] }

// walk goes a step towards a room, through the door that was found closed if need be.
func (x *expert) walk(to room, phase, about string) move {
	m := x.memory
	n := m.plan.hop[m.room][to]
	if m.blocked == n {
		return move{phase: "blocked", about: roomWord(n), command: commands.open[n], searching: phase == "search"}
	}
	return move{phase: phase, about: about, command: commands.walk[n], searching: phase == "search"}
}

// search looks for something: what a reference tells, this room's container, the rooms not seen
// yet in the order of the plan, then the containers not opened.
func (x *expert) search(about string, goal room, indoors bool) move {
	m := x.memory
	if goal >= 0 && goal != m.room {
		return x.walk(goal, "search", about)
	}
	if m.blocked >= 0 && goal < 0 {
		return x.walk(m.blocked, "search", about)
	}
	if !m.visited[m.room] {
		return move{phase: "search", about: about, command: startOf(doLook), searching: true}
	}
	store := m.plan.storeIn(m.room)
	if store >= 0 && m.opened.has(store) && !m.peeked.has(store) {
		return move{phase: "search", about: about, command: one(doLookIn, store), searching: true}
	}
	if store >= 0 && !m.opened.has(store) && indoors {
		return move{phase: "search", about: about, command: one(doOpen, store), searching: true}
	}
	at := 0
	for i, r := range m.plan.rooms {
		if r == m.room {
			at = i
		}
	}
	n := len(m.plan.rooms)
	for k := 1; k < n; k++ {
		if r := m.plan.rooms[(at+k)%n]; !m.visited[r] {
			return x.walk(r, "search", about)
		}
	}
	for k := 1; k < n; k++ {
		r := m.plan.rooms[(at+k)%n]
		if s := m.plan.storeIn(r); s >= 0 && !m.opened.has(s) {
			return x.walk(r, "search", about)
		}
	}
	if !x.looked(m.room) {
		return move{phase: "search", about: about, command: startOf(doLook), searching: true}
	}
	return x.walk(m.plan.rooms[(at+1)%n], "search", about)
}

// looked says whether the last text described this room.
func (x *expert) looked(r room) bool { return x.memory.saw.kind == sawRoom && x.memory.saw.room == r }

// reach goes to where a thing is; ok when it is here.
func (x *expert) reach(t thing) (move, bool) {
	m := x.memory
	if r := m.where(t); r >= 0 {
		if r == m.room {
			return move{}, true
		}
		return x.walk(r, "found", x.word(t)), false
	}
	goal := x.hints.room(t)
	if goal < 0 && t == thermometer {
		goal = kitchen
		if m.visited[kitchen] && m.opened.has(m.plan.storeIn(kitchen)) {
			goal = -1
		}
	}
	if goal < 0 && m.quest.family == growPlant && t == m.target && !(m.visited[kitchen] && m.opened.has(m.plan.storeIn(kitchen))) {
		goal = kitchen
	}
	return x.search(x.word(t), goal, !catalogue[t].living() || catalogue[t].group == groupSeed), false
}

// fetch takes a thing up; ok when it is in the inventory.
func (x *expert) fetch(t thing) (move, bool) {
	if x.memory.holds(t) {
		return move{}, true
	}
	if mv, ok := x.reach(t); !ok {
		return mv, false
	}
	return move{phase: "found", about: x.word(t), command: one(doPickUp, t)}, false
}

// bring carries a thing to a room; ok when both are there and it is carried.
func (x *expert) bring(t thing, to room) (move, bool) {
	if mv, ok := x.fetch(t); !ok {
		return mv, false
	}
	if x.memory.room != to {
		return x.walk(to, "carry", x.word(t)), false
	}
	return move{}, true
}
