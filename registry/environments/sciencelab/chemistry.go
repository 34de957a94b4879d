package sciencelab

import "strings"

// pour empties a vessel, or moves a substance, into something. Water that goes into the flower pot
// waters it, water that goes on the floor or down the sink is gone; both leave the sink its portion.
func (s *state) pour(t thing, a act) string {
	place := s.room
	name := roomNames[s.room]
	if a.b == refInventory || a.b >= refDoor && a.b < refRoom {
		return "That cannot be done."
	}
	if a.b < refDoor {
		to := thing(a.b)
		switch {
		case to == t || s.contains(t, to):
			return "You can't move something into itself."
		case !catalogue[to].holds() || a.verb == doDunk && catalogue[to].group != groupVessel:
			return "The " + catalogue[to].name + " is not a container."
		case catalogue[to].opens() && !s.opened.has(to):
			return "The " + catalogue[to].name + " is not open."
		}
		place, name = within(to), catalogue[to].name
	}
	var moved []thing
	switch {
	case catalogue[t].substance():
		moved = append(moved, t)
	case catalogue[t].group == groupVessel:
		for _, u := range s.game.present {
			if s.loc[u] == within(t) {
				moved = append(moved, u)
			}
		}
	default:
		return "The " + catalogue[t].name + " cannot be poured."
	}
	for _, u := range moved {
		s.disconnect(u)
		s.loc[u] = place
		if u == water && s.st[u] == liquid {
			switch {
			case place == within(flowerPot):
				s.wet = true
				s.drain()
			case place < inventory, place == within(sink):
				s.drain()
			}
		}
	}
	if catalogue[t].substance() {
		return "You pour the " + s.title(t) + " into the " + name + "."
	}
	return "You pour the contents of the " + catalogue[t].name + " into the " + name + "."
}

// drain takes the world's portion of water back to the tap.
func (s *state) drain() {
	s.loc[water], s.st[water], s.temp[water], s.plateau[water] = absent, liquid, ambient, 0
}

// run lets an active sink fill a vessel that stands in it, unless the world's portion of water is
// somewhere already.
func (s *state) run() {
	if s.st[sink] == 0 || s.loc[water] != absent {
		return
	}
	for _, t := range s.game.present {
		if s.loc[t] == within(sink) && catalogue[t].group == groupVessel {
			s.loc[water] = within(t)
			return
		}
	}
}

// mix lets what is in a vessel react.
func (s *state) mix(t thing) string {
	e := &catalogue[t]
	var held []thing
	for _, u := range s.game.present {
		if s.loc[u] == within(t) {
			held = append(held, u)
		}
	}
	switch {
	case len(held) == 0:
		return "That container is empty, so there are no items to mix."
	case len(held) == 1:
		return "There is only one thing (" + s.title(held[0]) + ")"
	case e.group == groupVessel && len(held) == 2:
		for _, f := range formulas {
			if s.loc[f.parts[0]] == within(t) && s.loc[f.parts[1]] == within(t) && s.loc[f.product] == absent {
				s.loc[f.product], s.temp[f.product] = within(t), ambient
				s.loc[f.parts[0]], s.loc[f.parts[1]] = absent, absent
				first := catalogue[f.parts[0]].name
				return strings.ToUpper(first[:1]) + first[1:] + " and " + catalogue[f.parts[1]].name + " mix to produce " + catalogue[f.product].name + "."
			}
		}
	}
	return "Mixing the contents of the " + e.name + " does not appear to produce anything new."
}
