package sciencelab

import (
	"encoding/binary"
	"math/bits"
)

// Places of things beside rooms, whose number is their place: absent, the inventory, and
// inside another thing.
const (
	absent    int8 = -1
	inventory int8 = int8(roomCount)
	inside    int8 = int8(roomCount) + 1
)

func within(t thing) int8 { return inside + int8(t) }

// holder is the thing that something at a place is in, or nothing.
func holder(place int8) thing {
	if place >= inside {
		return thing(place - inside)
	}
	return nothing
}

// set is a set of things.
type set [2]uint64

func (s *set) add(t thing)      { s[t>>6] |= 1 << (t & 63) }
func (s *set) drop(t thing)     { s[t>>6] &^= 1 << (t & 63) }
func (s *set) has(t thing) bool { return s[t>>6]>>(t&63)&1 == 1 }

// terminal is one of the two terminals of a thing: 0 is the anode or terminal 1.
type terminal struct {
	thing thing
	end   int8
}

// maxJoints is how many connections a world can have.
const maxJoints = 8

// state is what changes. It is copied to fork a world.
type state struct {
	game    *game
	room    int8
	loc     [count]int8
	temp    [count]int16
	st      [count]uint8 // state of matter, life stage, or off and on
	plateau [count]uint8 // ticks that a melting substance has kept its temperature
	opened  set
	focused set
	doors   uint32 // open ones
	joints  [maxJoints][2]terminal
	joined  uint8
	clock   uint8 // ticks in the present life stage
	wet     bool  // the flower pot has water
	index   uint8 // ordered sub-goals done
	hints   hint
	failed  bool
	warmed  bool // the target's temperature has changed by 20 degrees

	pending     []act // the readings of an ambiguous command
	observation string
}

// appendBytes writes everything that the future depends on.
func (s *state) appendBytes(b []byte, g *game) []byte {
	b = append(b, byte(s.room), s.joined, s.clock, s.index)
	for i, f := range [...]bool{s.wet, s.failed, s.warmed} {
		if f {
			b = append(b, byte(i)+'a')
		}
	}
	b = append(b, '.')
	b = binary.LittleEndian.AppendUint32(b, s.doors)
	b = binary.LittleEndian.AppendUint32(b, uint32(s.hints))
	b = binary.LittleEndian.AppendUint64(b, s.opened[0])
	b = binary.LittleEndian.AppendUint64(b, s.opened[1])
	b = binary.LittleEndian.AppendUint64(b, s.focused[0])
	b = binary.LittleEndian.AppendUint64(b, s.focused[1])
	for _, j := range s.joints[:s.joined] {
		b = append(b, byte(j[0].thing), byte(j[0].end), byte(j[1].thing), byte(j[1].end))
	}
	b = append(b, '.')
	for _, t := range g.present {
		b = append(b, byte(s.loc[t]), s.st[t], s.plateau[t])
		b = binary.LittleEndian.AppendUint16(b, uint16(s.temp[t]))
	}
	for _, a := range s.pending {
		b = append(b, byte(a.verb), byte(a.a), byte(a.a>>8), byte(a.b), byte(a.b>>8), byte(a.endA), byte(a.endB))
	}
	return b
}

// at is the room that a thing is in, -1 when it is nowhere; what is carried is where the agent is.
func (s *state) at(t thing) int8 {
	place := s.loc[t]
	for place >= inside {
		place = s.loc[place-inside]
	}
	if place == inventory {
		return s.room
	}
	return place
}

// reach says whether a thing is here and nothing closed is around it.
func (s *state) reach(t thing) bool {
	place := s.loc[t]
	for place >= inside {
		h := thing(place - inside)
		if catalogue[h].opens() && !s.opened.has(h) {
			return false
		}
		place = s.loc[h]
	}
	return place == inventory || place == s.room
}

// contains says whether t is in h, directly or deeper.
func (s *state) contains(h, t thing) bool {
	for place := s.loc[t]; place >= inside; place = s.loc[place-inside] {
		if place == within(h) {
			return true
		}
	}
	return false
}

// won says whether every ordered sub-goal has been reached.
func (s *state) won() bool { return !s.failed && int(s.index) >= s.game.ordered }

// score follows ScienceWorld: the share of ordered sub-goals done, and the optional ones together as
// much as one ordered sub-goal more would be. Failure is -100 there and 0 here.
func (s *state) score() float64 {
	switch {
	case s.failed:
		return 0
	case s.won():
		return 1
	}
	optional := families[s.game.family].optional
	ordered := float64(s.game.ordered)
	share := float64(bits.OnesCount32(uint32(s.hints&optional))) / float64(bits.OnesCount32(uint32(optional)))
	return min(1, float64(s.index)/ordered+share/(ordered+1))
}
