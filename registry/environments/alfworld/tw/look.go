package tw

// fact reports a fact by number; none never holds.
func (s *State) fact(number int32) bool {
	return number >= 0 && s.bits[number/64]>>(uint(number)%64)&1 == 1
}

// Holding is the object in the agent's hands, or -1.
func (s *State) Holding() int {
	for o, fact := range s.game.layout.held {
		if s.fact(fact) {
			return o
		}
	}
	return none
}

// location is the agent's location, none when no receptacle is there.
func (s *State) location() int {
	for l, fact := range s.game.layout.at {
		if s.fact(fact) {
			return l
		}
	}
	return none
}

// At reports that the agent stands at the receptacle.
func (s *State) At(receptacle int) bool {
	l := &s.game.layout
	at := l.receptacles[receptacle].Location
	return at >= 0 && s.fact(l.at[at])
}

// Here lists the receptacles at the agent's location, none before the first move.
func (s *State) Here() []int {
	var out []int
	at := s.location()
	for r := range s.game.layout.receptacles {
		if at >= 0 && s.game.layout.receptacles[r].Location == at {
			out = append(out, r)
		}
	}
	return out
}

// Open reports that an openable receptacle is open.
func (s *State) Open(receptacle int) bool { return s.fact(s.game.layout.opened[receptacle]) }

// In reports that the object is listed in the receptacle. An object can be in several, and in
// some while it is held.
func (s *State) In(object, receptacle int) bool {
	l := &s.game.layout
	return s.fact(l.in[object*len(l.receptacles)+receptacle])
}

// Contents lists the objects in the receptacle in the order of the texts.
func (s *State) Contents(receptacle int) []int {
	var out []int
	for o := range s.game.layout.objects {
		if s.In(o, receptacle) {
			out = append(out, o)
		}
	}
	return out
}

// Places lists the receptacles that the object is in.
func (s *State) Places(object int) []int {
	var out []int
	for r := range s.game.layout.receptacles {
		if s.In(object, r) {
			out = append(out, r)
		}
	}
	return out
}

// Clean reports that the object was cleaned.
func (s *State) Clean(object int) bool { return s.fact(s.game.layout.clean[object]) }

// Hot reports that the object is hot.
func (s *State) Hot(object int) bool { return s.fact(s.game.layout.hot[object]) }

// Cool reports that the object is cool, from the start or by a fridge.
func (s *State) Cool(object int) bool { return s.fact(s.game.layout.cool[object]) }

// Sliced reports that the object was sliced.
func (s *State) Sliced(object int) bool { return s.fact(s.game.layout.sliced[object]) }

// Toggled reports that the object was switched at least once.
func (s *State) Toggled(object int) bool { return s.fact(s.game.layout.toggled[object]) }
