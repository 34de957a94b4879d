package sciencelab

import (
	"slices"
	"strings"
)

// maxReadings is how many readings of an ambiguous command are offered.
const maxReadings = 20

// understand lists the acts that a text can mean now. Several are an ambiguity; none means that no known
// action matches.
func (s *state) understand(text string) []act {
	if a, ok := commands.acts[text]; ok && s.allows(a.verb) && s.sees(a.a) && s.sees(a.b) {
		return []act{a}
	}
	for _, p := range parse(text) {
		if list := s.readings(p); len(list) > 0 {
			return list
		}
	}
	return nil
}

// allows says whether the simplifications have a verb. Answers have no meaning of their own.
func (s *state) allows(v verb) bool {
	switch v {
	case doTeleport:
		return s.game.teleport
	case doConnect, doDisconnect:
		return s.game.electrical
	}
	return v != doAnswer
}

// sees says whether a referent can be named now.
func (s *state) sees(r ref) bool {
	switch {
	case r < 0, r == refInventory:
		return true
	case r >= refRoom:
		return s.game.plan.door[s.room][r-refRoom] >= 0
	case r >= refDoor:
		return true
	}
	return s.reach(thing(r))
}

// readings resolves the phrases of one way to read a command.
func (s *state) readings(p parsed) []act {
	if !s.allows(p.verb) {
		return nil
	}
	var list []act
	switch {
	case p.a == "":
		return []act{{p.verb, refNone, refNone, -1, -1}}
	case p.verb == doGo || p.verb == doTeleport:
		for _, r := range s.destinations(p) {
			list = append(list, act{p.verb, r, refNone, -1, -1})
		}
		return list
	case p.verb == doConnect:
		nameA, endA := splitTerminal(p.a)
		nameB, endB := splitTerminal(p.b)
		for _, a := range s.resolve(nameA) {
			for _, b := range s.resolve(nameB) {
				list = append(list, act{doConnect, a, b, endA, endB})
			}
		}
	default:
		if p.verb == doDisconnect {
			p.a, _ = splitTerminal(p.a)
		}
		as, bs := s.resolve(p.a), []ref{refNone}
		if p.b != "" {
			bs = s.resolve(p.b)
		}
		for _, a := range as {
			for _, b := range bs {
				list = append(list, act{p.verb, a, b, -1, -1})
			}
		}
	}
	return list[:min(len(list), maxReadings)]
}

// destinations are the rooms that a walking command can mean: neighbours, by room or by door.
func (s *state) destinations(p parsed) []ref {
	var list []ref
	if r, ok := roomNamed(p.a); ok {
		if p.verb == doTeleport && slices.Contains(s.game.plan.rooms, r) || p.verb == doGo && s.game.plan.door[s.room][r] >= 0 {
			list = append(list, refRoom+ref(r))
		}
		return list
	}
	for _, d := range s.doorsNamed(p.a) {
		pair := s.game.plan.doors[d-refDoor]
		to := pair[0]
		if to == room(s.room) {
			to = pair[1]
		}
		list = append(list, refRoom+ref(to))
	}
	return list
}

// doorsNamed lists the doors of this room that a phrase names: "door", "door to X", "X door".
func (s *state) doorsNamed(phrase string) []ref {
	var list []ref
	for _, to := range s.game.plan.next[s.room] {
		name := roomNames[to]
		switch phrase {
		case "door", "door to " + name, "door to the " + name, name + " door":
			list = append(list, refDoor+ref(s.game.plan.door[s.room][to]))
		}
	}
	return list
}

// splitTerminal takes the terminal off a phrase: "battery anode", "anode in battery", "red wire
// terminal 2". The end is -1 where none is named.
func splitTerminal(phrase string) (name string, end int8) {
	for _, m := range []struct {
		word string
		end  int8
	}{{"anode", 0}, {"cathode", 1}, {"terminal 1", 0}, {"terminal 2", 1}} {
		if rest, ok := strings.CutSuffix(phrase, " "+m.word); ok {
			return rest, m.end
		}
		for _, joint := range []string{" in ", " on ", " of "} {
			if rest, ok := strings.CutPrefix(phrase, m.word+joint); ok {
				return rest, m.end
			}
		}
	}
	return phrase, -1
}

// resolve lists what a phrase can name now. An exact name stands for that thing alone.
func (s *state) resolve(phrase string) []ref {
	phrase = strings.TrimPrefix(phrase, "the ")
	if t, ok := byName[phrase]; ok {
		if s.reach(t) {
			return []ref{ref(t)}
		}
	}
	switch {
	case phrase == "inventory":
		return []ref{refInventory}
	case phrase == roomNames[s.room]:
		return []ref{refRoom + ref(s.room)}
	case strings.Contains(phrase, "door"):
		if doors := s.doorsNamed(phrase); len(doors) > 0 {
			return doors
		}
	}
	var list []ref
	for _, t := range s.game.present {
		if s.reach(t) && s.called(t, phrase) {
			list = append(list, ref(t))
		}
	}
	return list
}

// called says whether a phrase describes a thing: words of its name, state and sort, then possibly where
// it is ("in X", "on X", "in the seedling stage") and what it holds ("containing X").
func (s *state) called(t thing, phrase string) bool {
	if s.named(t, phrase) {
		return true
	}
	if base, held, ok := strings.Cut(phrase, " containing "); ok && s.called(t, base) {
		holds := false
		for _, u := range s.game.present {
			if s.loc[u] == within(t) {
				holds = true
				for part := range strings.SplitSeq(held, " and ") {
					if s.named(u, part) {
						return true
					}
				}
			}
		}
		if held == "nothing" && !holds {
			return true
		}
	}
	// "cup containing blue paint in art studio": the place is that of the cup.
	if i := strings.LastIndex(phrase, " in "); i >= 0 && strings.Contains(phrase[:i], " containing ") && s.lies(t, phrase[i+len(" in "):]) && s.called(t, phrase[:i]) {
		return true
	}
	for _, joint := range []string{" in ", " on "} {
		base, where, ok := strings.Cut(phrase, joint)
		if !ok || !s.named(t, base) {
			continue
		}
		if s.lies(t, where) {
			return true
		}
		if stage, ok := strings.CutPrefix(where, "the "); ok {
			stage, rest, _ := strings.Cut(stage, " stage")
			rest = strings.TrimPrefix(rest, " in ")
			if strings.Contains(catalogue[t].states[s.st[t]], stage+" stage") || stage == catalogue[t].words[s.st[t]] {
				h := holder(s.loc[t])
				return rest == "" || h >= 0 && s.named(h, rest)
			}
		}
		for h := holder(s.loc[t]); h >= 0; h = holder(s.loc[h]) {
			if s.named(h, where) || strings.Contains(where, " containing ") && s.called(h, where) {
				return true
			}
		}
	}
	return false
}

// lies says whether a phrase is the place of a thing: the inventory or this room.
func (s *state) lies(t thing, where string) bool {
	return where == "inventory" && s.loc[t] == inventory || where == roomNames[s.room] && s.at(t) == s.room
}

// named says whether every word of a phrase belongs to a thing, the last one to its name or sort.
func (s *state) named(t thing, phrase string) bool {
	e := &catalogue[t]
	if phrase == "living thing" || phrase == "organism" {
		return e.living()
	}
	own := strings.ToLower(e.states[s.st[t]])
	if phrase == own || phrase == strings.ToLower(e.name) {
		return true
	}
	last := phrase[strings.LastIndexByte(phrase, ' ')+1:]
	sort := ""
	switch {
	case e.substance():
		sort = "substance"
	case e.group == groupAnimal:
		sort = "animal"
	case e.is(groupPlant, groupSeed):
		sort = "plant"
	case e.group == groupCircuit && strings.Contains(e.name, "bulb"):
		sort = "light"
	}
	if last != e.head && last != sort && !hasWord(own, last) {
		return false
	}
	for w := range strings.FieldsSeq(phrase) {
		if w != sort && !hasWord(own, w) && !hasWord(strings.ToLower(e.name), w) && (e.words[s.st[t]] == "" || w != e.words[s.st[t]]) {
			return false
		}
	}
	return phrase != ""
}

func hasWord(text, word string) bool {
	for w := range strings.FieldsSeq(text) {
		if w == word {
			return true
		}
	}
	return false
}
