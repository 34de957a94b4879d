package sciencelab

// tick lets time pass: temperatures, states of matter, life.
func (s *state) tick() {
	for _, t := range s.game.present {
		if catalogue[t].substance() && s.loc[t] >= inside {
			s.warm(t)
		}
	}
	s.live()
}

// source is the heater or freezer that something lies on or in, or nothing.
func (s *state) source(t thing) thing {
	for place := s.loc[t]; place >= inside; place = s.loc[place-inside] {
		switch h := thing(place - inside); h {
		case stove, furnace, freezer:
			return h
		}
	}
	return nothing
}

// warm heats or cools a substance by one tick.
func (s *state) warm(t thing) {
	e := &catalogue[t]
	melts := s.game.meltsAt(t)
	rate, most := int16(0), int16(0)
	switch s.source(t) {
	case stove:
		rate, most = stoveRate, stoveMost
	case furnace:
		rate, most = furnaceRate, furnaceMost
	case freezer:
		if next := s.temp[t] - freezerRate; next >= freezerMost {
			s.temp[t] = next
		}
		if s.st[t] == gas && s.temp[t] < e.boils {
			s.st[t] = liquid
		}
		if s.st[t] == liquid && s.temp[t] <= melts {
			s.st[t] = solid
		}
		return
	default:
		return
	}
	if h := s.source(t); s.st[h] == 0 {
		return
	}
	if s.st[t] == liquid && s.plateau[t] > 0 {
		s.plateau[t]--
		return
	}
	if s.temp[t] < most {
		s.temp[t] = min(s.temp[t]+rate, most)
	}
	if s.st[t] == solid && s.temp[t] >= melts {
		s.st[t], s.temp[t], s.plateau[t] = liquid, melts, meltTicks
	}
	if s.st[t] == liquid && s.temp[t] >= e.boils {
		s.st[t] = gas
	}
}

// live ages the living thing that the task is about: an animal once its first stage was focused on, a
// seed while it is in a flower pot that has water.
func (s *state) live() {
	g := s.game
	t := g.target
	switch g.family {
	case lifeStages:
		if s.index == 0 {
			return
		}
	case growPlant:
		if s.loc[t] != within(flowerPot) || !s.wet && !g.watering {
			return
		}
	default:
		return
	}
	if int(s.st[t]) == len(catalogue[t].states)-1 {
		return
	}
	s.clock++
	if s.clock > g.lengths[s.st[t]] {
		s.st[t]++
		s.clock = 0
		s.wet = false
	}
}

// free is the first terminal of a thing that nothing is connected to, -1 for none.
func (s *state) free(t thing) int8 {
	for end := range int8(2) {
		if s.joint(terminal{t, end}) < 0 {
			return end
		}
	}
	return -1
}

// joint is the index of a terminal's connection, -1 for none.
func (s *state) joint(at terminal) int {
	for i, j := range s.joints[:s.joined] {
		if j[0] == at || j[1] == at {
			return i
		}
	}
	return -1
}

// join connects two terminals; what they were connected to before comes off.
func (s *state) join(a, b terminal) {
	for _, t := range [2]terminal{a, b} {
		if i := s.joint(t); i >= 0 {
			s.cut(i)
		}
	}
	if s.joined == maxJoints {
		s.cut(0)
	}
	s.joints[s.joined] = [2]terminal{a, b}
	s.joined++
	s.electrify()
}

func (s *state) cut(i int) {
	copy(s.joints[i:], s.joints[i+1:s.joined])
	s.joined--
	s.joints[s.joined] = [2]terminal{}
}

// disconnect takes all connections off a thing and says whether there were any.
func (s *state) disconnect(t thing) bool {
	before := s.joined
	for i := int(s.joined) - 1; i >= 0; i-- {
		if s.joints[i][0].thing == t || s.joints[i][1].thing == t {
			s.cut(i)
		}
	}
	if s.joined != before {
		s.electrify()
	}
	return s.joined != before
}

// electrify switches loads on and off: current flows from the battery's anode to its cathode through
// whatever conducts, each terminal having one connection at most.
func (s *state) electrify() {
	for _, t := range loads {
		s.st[t] = 0
	}
	var way []thing
	at := terminal{battery, 0}
	for range maxJoints + 1 {
		i := s.joint(at)
		if i < 0 {
			return
		}
		far := s.joints[i][0]
		if far == at {
			far = s.joints[i][1]
		}
		if far == (terminal{battery, 1}) {
			for _, t := range way {
				if catalogue[t].group == groupCircuit && len(catalogue[t].states) == 2 {
					s.st[t] = 1
				}
			}
			return
		}
		if far.thing == battery || !s.game.conductive(far.thing) {
			return
		}
		way = append(way, far.thing)
		at = terminal{far.thing, 1 - far.end}
	}
}

// loads are the components that show whether current flows.
var loads = func() []thing {
	var list []thing
	for _, t := range ofGroup(groupCircuit) {
		if len(catalogue[t].states) == 2 {
			list = append(list, t)
		}
	}
	return list
}()

// whole says whether a thing has both terminals connected.
func (s *state) whole(t thing) bool {
	return s.joint(terminal{t, 0}) >= 0 && s.joint(terminal{t, 1}) >= 0
}
