package sciencelab

// hints are the rooms in which a reference came upon things.
type hints struct {
	rooms [count]room
	found thing // what the reference focused on first
}

func noHints() hints {
	h := hints{found: nothing}
	for t := range h.rooms {
		h.rooms[t] = -1
	}
	return h
}

func (h *hints) room(t thing) room { return h.rooms[t] }

// Reference implements [registry.Expert]. The commands start in the state that the expert is in now; nil
// takes the reference back.
func (x *expert) Reference(commands []string) {
	x.hints = noHints()
	at := x.memory.room
	carried := set{}
	for _, text := range commands {
		a, ok := readAct(text)
		if !ok {
			continue
		}
		if a.verb == doGo && x.memory.plan.door[at][a.a-refRoom] >= 0 || a.verb == doTeleport {
			at = room(a.a - refRoom)
			continue
		}
		if a.a < 0 || a.a >= refDoor {
			continue
		}
		t := thing(a.a)
		if (a.verb == doPickUp || a.verb == doFocus || a.verb == doMove) && !carried.has(t) && x.hints.rooms[t] < 0 {
			x.hints.rooms[t] = at
		}
		if a.verb == doPickUp {
			carried.add(t)
		}
		if a.verb == doFocus && x.hints.found == nothing {
			x.hints.found = t
		}
	}
}
