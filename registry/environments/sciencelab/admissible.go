package sciencelab

import "strconv"

// Admissible implements [registry.World]: the actions that name what is in reach in the ways that make
// sense, looking first, then by thing. After an ambiguous command it is the numbers of its readings. The
// world understands more: other words, doors of other rooms' names, moving anything anywhere.
func (w *world) Admissible() []string {
	s := &w.state
	if len(s.pending) > 0 {
		list := make([]string, len(s.pending))
		for i := range list {
			list[i] = strconv.Itoa(i)
		}
		return list
	}
	list := make([]string, 0, 160)
	list = append(list, "look around", "inventory", "task", "wait", "wait1")
	for _, to := range s.game.plan.next[s.room] {
		if s.doors>>s.game.plan.door[s.room][to]&1 == 1 {
			list = append(list, commands.walk[to], commands.shut[to])
		} else {
			list = append(list, commands.walk[to], commands.open[to])
		}
	}
	if s.game.teleport {
		for _, r := range s.game.plan.rooms {
			list = append(list, commands.jump[r])
		}
	}
	var reach, into, parts [count]thing // what is in reach, what takes things, what can be wired
	var nReach, nInto, nParts int
	for _, t := range s.game.present {
		if !s.reach(t) {
			continue
		}
		e := &catalogue[t]
		reach[nReach] = t
		nReach++
		if e.holds() && (!e.opens() || s.opened.has(t)) {
			into[nInto] = t
			nInto++
		}
		if e.group == groupCircuit {
			parts[nParts] = t
			nParts++
		}
	}
	metered := s.loc[thermometer] == inventory
	for _, t := range reach[:nReach] {
		e := &catalogue[t]
		list = append(list, commands.one[doFocus][t], commands.one[doExamine][t])
		if e.opens() {
			if s.opened.has(t) {
				list = append(list, commands.one[doLookIn][t], commands.one[doClose][t])
			} else {
				list = append(list, commands.one[doOpen][t])
			}
		}
		if e.runs() {
			if s.st[t] == 1 {
				list = append(list, commands.one[doDeactivate][t])
			} else {
				list = append(list, commands.one[doActivate][t])
			}
		}
		if metered && t != thermometer {
			list = append(list, commands.two[doUse][thermometer][t])
		}
		if t == recipe {
			list = append(list, commands.one[doRead][t])
		}
		if e.group == groupVessel {
			list = append(list, commands.one[doMix][t])
			for _, to := range into[:nInto] {
				if to != t && s.loc[to] != within(t) {
					list = append(list, commands.two[doPour][t][to])
				}
			}
		}
		if e.portable() && !(e.substance() && s.st[t] == gas) {
			if s.loc[t] == inventory {
				list = append(list, commands.one[doPutDown][t])
			} else {
				list = append(list, commands.one[doPickUp][t])
			}
			for _, to := range into[:nInto] {
				if to != t && s.loc[t] != within(to) && s.loc[to] != within(t) {
					list = append(list, commands.two[doMove][t][to])
				}
			}
		}
		if s.game.electrical && e.group == groupCircuit {
			for _, u := range parts[:nParts] {
				if u != t {
					list = append(list, commands.two[doConnect][t][u])
				}
			}
			for _, u := range reach[:nReach] {
				if f := &catalogue[u]; f.portable() && !f.living() {
					list = append(list, commands.two[doConnect][t][u])
				}
			}
			list = append(list, commands.one[doDisconnect][t])
		}
	}
	return list
}

// ambiguous is the question that an ambiguous command gets.
func (s *state) ambiguous() string {
	b := []byte("Ambiguous request: Please enter the number for the action you intended (or blank to cancel):\n")
	for i, a := range s.pending {
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ":\t"...)
		b = append(b, startOf(a.verb)...)
		b = s.appendRef(b, a.a)
		if a.b != refNone {
			for _, p := range phrasings {
				if p.verb == a.verb {
					b = append(b, p.joints[0]...)
					break
				}
			}
			b = s.appendRef(b, a.b)
		}
		b = append(b, '\n')
	}
	return string(b)
}

// appendRef names a referent with everything around it.
func (s *state) appendRef(b []byte, r ref) []byte {
	switch {
	case r == refInventory:
		return append(b, "inventory"...)
	case r >= refRoom:
		return append(b, roomNames[r-refRoom]...)
	case r >= refDoor:
		pair := s.game.plan.doors[r-refDoor]
		to := pair[0]
		if to == room(s.room) {
			to = pair[1]
		}
		return append(append(b, "door to "...), roomNames[to]...)
	}
	t := thing(r)
	b = append(b, s.title(t)...)
	b = append(b, " (in "...)
	for h := holder(s.loc[t]); h >= 0; h = holder(s.loc[h]) {
		b = append(append(b, catalogue[h].name...), ", in "...)
		t = h
	}
	if s.loc[t] == inventory {
		b = append(b, "inventory, in agent, in "...)
	}
	return append(append(b, roomNames[s.room]...), ')')
}
