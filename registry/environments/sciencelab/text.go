package sciencelab

import "strings"

// title is what a thing is called in its present state.
func (s *state) title(t thing) string { return catalogue[t].states[s.st[t]] }

// appendName writes a thing's name with its article.
func (s *state) appendName(b []byte, t thing) []byte {
	e := &catalogue[t]
	name := e.states[s.st[t]]
	switch {
	case e.group == groupUnknown || e.group == groupPaint:
	case e.substance():
		b = append(b, "a substance called "...)
	case strings.IndexByte("aeiou", name[0]) >= 0:
		b = append(b, "an "...)
	default:
		b = append(b, "a "...)
	}
	return append(b, name...)
}

// appendThing describes a thing as rooms and containers list it.
func (s *state) appendThing(b []byte, t thing, nested bool) []byte {
	e := &catalogue[t]
	b = s.appendName(b, t)
	switch {
	case t == thermometer:
		return append(b, ", currently reading a temperature of 20 degrees celsius"...)
	case e.opens():
		b = append(b, ". The "...)
		b = append(b, e.name...)
		if !s.opened.has(t) {
			return append(b, " door is closed. "...)
		}
		b = append(b, " door is open. In the "...)
		b = append(b, e.name...)
		b = append(b, " is: "...)
		b = s.appendContents(b, t, nested)
		return append(b, '.')
	case e.runs():
		b = append(b, ", which is turned "...)
		b = append(b, e.words[s.st[t]]...)
		b = append(b, ". On the "...)
		if t == sink {
			b = append(b[:len(b)-len("On the ")], "In the "...)
		}
		b = append(b, e.name...)
		b = append(b, " is: "...)
		b = s.appendContents(b, t, nested)
		return append(b, '.')
	case e.holds():
		b = append(b, " (containing "...)
		b = s.appendContents(b, t, true)
		return append(b, ')')
	case e.group == groupCircuit && len(e.states) == 2:
		b = append(b, ", which is "...)
		b = append(b, e.words[s.st[t]]...)
	}
	return b
}

func (s *state) appendContents(b []byte, t thing, nested bool) []byte {
	start := len(b)
	for _, u := range s.game.present {
		if s.loc[u] != within(t) {
			continue
		}
		if len(b) > start {
			b = append(b, ", "...)
		}
		b = s.appendThing(b, u, nested)
	}
	if len(b) == start {
		b = append(b, "nothing"...)
	}
	return b
}

// look appends the description of the room to b.
func (s *state) look(b []byte) string {
	if b == nil {
		b = make([]byte, 0, 1024)
	}
	if room(s.room) == outside {
		b = append(b, "This outside location is called the outside. Here you see: \n\tthe agent\n\ta substance called air\n"...)
	} else {
		b = append(b, "This room is called the "...)
		b = append(b, roomNames[s.room]...)
		b = append(b, ". In it, you see: \n\tthe agent\n\ta substance called air\n"...)
	}
	for _, t := range s.game.present {
		if s.loc[t] == s.room {
			b = append(b, '\t')
			b = s.appendThing(b, t, false)
			b = append(b, '\n')
		}
	}
	b = append(b, "You also see:"...)
	for _, to := range s.game.plan.next[s.room] {
		b = append(b, "\n\tA door to the "...)
		b = append(b, roomNames[to]...)
		if s.doors>>s.game.plan.door[s.room][to]&1 == 1 {
			b = append(b, " (that is open)"...)
		} else {
			b = append(b, " (that is closed)"...)
		}
	}
	return string(b)
}

func (s *state) listInventory() string {
	b := []byte("In your inventory, you see:")
	start := len(b)
	for _, t := range s.game.present {
		if s.loc[t] == inventory {
			b = append(b, "\n\t"...)
			b = s.appendThing(b, t, true)
		}
	}
	if len(b) == start {
		b = append(b, "\n\tnothing"...)
	}
	return string(b)
}

// examine is the answer to looking at, looking in and reading something.
func (s *state) examine(a act) string {
	switch {
	case a.a >= refRoom && a.a < refInventory:
		return s.look(nil)
	case a.a == refInventory:
		return s.listInventory()
	case a.a >= refDoor:
		return "A door"
	}
	t := thing(a.a)
	e := &catalogue[t]
	if t == s.game.target {
		s.hints |= inspected
	}
	switch a.verb {
	case doRead:
		if t != recipe {
			return "There is nothing written on that."
		}
		s.hints |= readRecipe
		f := s.game.formula
		return "The recipe reads:\nTo make " + catalogue[f.product].name + ", you need to mix " + catalogue[f.parts[0]].name + ", " + catalogue[f.parts[1]].name + "."
	case doLookIn:
		switch {
		case !e.holds():
			return "It's not clear how to look in that."
		case e.opens() && !s.opened.has(t):
			return "The " + e.name + " is not open."
		}
		return "Inside the " + e.name + " is: " + string(s.appendContents(nil, t, true))
	}
	if x := s.game.target; x >= 0 && e.group == groupCircuit && len(e.states) == 2 && s.whole(t) && s.whole(x) {
		s.hints |= sawLoad
	}
	return string(s.appendThing(nil, t, true))
}
