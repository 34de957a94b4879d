package sciencelab

import "strings"

// change carries out an act that is not about looking.
func (s *state) change(a act) string {
	switch a.verb {
	case doGo, doTeleport:
		return s.walk(a)
	case doOpen, doClose:
		return s.door(a)
	case doConnect:
		return s.connect(a)
	}
	if a.a >= refDoor {
		return "That cannot be done."
	}
	t := thing(a.a)
	e := &catalogue[t]
	switch a.verb {
	case doPickUp:
		return s.move(t, inventory)
	case doPutDown:
		if s.loc[t] != inventory {
			return "The " + s.title(t) + " is not in your inventory."
		}
		return s.move(t, s.room)
	case doMove:
		switch {
		case a.b == refInventory:
			return s.move(t, inventory)
		case a.b >= refRoom:
			return s.move(t, s.room)
		case a.b >= refDoor:
			return "That cannot be done."
		}
		return s.move(t, within(thing(a.b)))
	case doPour, doDunk:
		return s.pour(t, a)
	case doMix:
		return s.mix(t)
	case doFocus:
		s.focus(t)
		return "You focus on the " + s.title(t) + "."
	case doActivate, doDeactivate:
		return s.activate(t, a.verb == doActivate)
	case doDisconnect:
		s.disconnect(t)
		return e.name + " has been disconnected"
	case doEat:
		return "That is not edible."
	case doFlush:
		return "That cannot be flushed."
	}
	return "I'm not sure how to use those two things together."
}

func (s *state) walk(a act) string {
	to := room(a.a - refRoom)
	if a.verb == doGo {
		d := s.game.plan.door[s.room][to]
		if s.doors>>d&1 == 0 {
			return "The door is not open."
		}
	}
	s.room = int8(to)
	text := "You move to the " + roomNames[to] + "."
	if a.verb == doTeleport {
		text = "You teleport to the " + roomNames[to] + "."
	}
	if s.game.onArrival {
		return s.look(append([]byte(text), '\n'))
	}
	return text
}

func (s *state) door(a act) string {
	opening := a.verb == doOpen
	word := "closed"
	if opening {
		word = "open"
	}
	if a.a >= refDoor && a.a < refRoom {
		bit := uint32(1) << (a.a - refDoor)
		if s.doors&bit != 0 == opening {
			return "The door is already " + word + "."
		}
		s.doors ^= bit
		return "The door is now " + word + "."
	}
	if a.a >= refRoom {
		return "That is not something that can be opened."
	}
	t := thing(a.a)
	e := &catalogue[t]
	switch {
	case !e.opens():
		return "The " + e.name + " is not openable."
	case s.opened.has(t) == opening:
		return "The " + e.name + " is already " + word + "."
	case opening:
		s.opened.add(t)
		if s.game.onArrival {
			return string(s.appendContents([]byte("The "+e.name+" is now open. In the "+e.name+" is: "), t, true)) + "."
		}
	default:
		s.opened.drop(t)
	}
	return "The " + e.name + " is now " + word + "."
}

// move puts a thing somewhere; being moved disconnects it.
func (s *state) move(t thing, place int8) string {
	e := &catalogue[t]
	to := holder(place)
	switch {
	case !e.portable():
		return "The " + e.name + " is not moveable."
	case e.substance() && s.st[t] == gas:
		return "The " + s.title(t) + " cannot be moved: it is a gas."
	case place == s.loc[t] && place == inventory:
		return "The " + s.title(t) + " is already in your inventory."
	case to == t || to >= 0 && s.contains(t, to):
		return "You can't move something into itself."
	case to >= 0 && !catalogue[to].holds():
		return "The " + catalogue[to].name + " is not a container."
	case to >= 0 && catalogue[to].opens() && !s.opened.has(to):
		return "The " + catalogue[to].name + " is not open."
	}
	off := ""
	if s.disconnect(t) {
		off = "(disconnecting " + e.name + ")"
	}
	s.loc[t] = place
	if to == sink {
		s.run()
	}
	where := "inventory"
	switch {
	case to >= 0:
		where = catalogue[to].name
	case place < inventory:
		where = roomNames[place]
	}
	return off + "You move the " + s.title(t) + " to the " + where + "."
}

func (s *state) activate(t thing, on bool) string {
	e := &catalogue[t]
	word, want := "deactivated", uint8(0)
	if on {
		word, want = "activated", 1
	}
	switch {
	case !e.runs():
		return "It's not clear how to activate that."
	case s.st[t] == want:
		return "The " + e.name + " is already " + word + "."
	}
	s.st[t] = want
	if t == sink {
		s.run()
	}
	return "The " + e.name + " is now " + word + "."
}

// connect joins two terminals; where none is named it takes the first that is free.
func (s *state) connect(a act) string {
	if a.a >= refDoor || a.b >= refDoor {
		return "That cannot be connected."
	}
	x, y := terminal{thing(a.a), a.endA}, terminal{thing(a.b), a.endB}
	if x.thing == y.thing {
		return "Something can't be connected to itself."
	}
	for _, t := range [2]*terminal{&x, &y} {
		if t.end >= 0 {
			continue
		}
		if t.end = s.free(t.thing); t.end < 0 {
			return "The " + catalogue[t.thing].name + " has no free terminal."
		}
	}
	s.join(x, y)
	return x.String() + " is now connected to " + y.String()
}

// String is a terminal as texts name it.
func (t terminal) String() string {
	names := [2]string{"terminal 1", "terminal 2"}
	if e := &catalogue[t.thing]; e.group == groupCircuit && !strings.HasSuffix(e.name, "wire") {
		names = [2]string{"anode", "cathode"}
	}
	return names[t.end] + " on " + catalogue[t.thing].name
}
