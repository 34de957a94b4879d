package alfworld

import (
	"maps"
	"slices"
)

// memory is what the expert has read in an episode, and nothing else.
type memory struct {
	places  []string       // receptacles in the order of the introduction
	index   map[string]int // the reverse
	spots   []spot         // one a place
	at      int            // index of the place the agent is at, -1 at the start
	holding string         // object in hand, "" for none
	from    int            // place the object in hand was taken from, -1 when unknown
	marks   map[string]mark
	lamps   map[string]bool // lamps that were switched
	refused map[string]bool // commands answered with nothing, though the texts allow them
	old     bool            // the game speaks the old text generation
}

// spot is what is known of a place.
type spot struct {
	visited bool     // the agent was there
	known   bool     // its content was told
	closed  bool     // told closed last
	items   []string // content when told, kept up to date
}

// mark is a set of states that were done to an object.
type mark uint8

const (
	markClean mark = 1 << iota
	markHot
	markCool
)

func newMemory(places []string) *memory {
	m := &memory{
		index: make(map[string]int, len(places)), at: -1, from: -1,
		marks: map[string]mark{}, lamps: map[string]bool{}, refused: map[string]bool{},
	}
	for _, p := range places {
		if _, twice := m.index[p]; !twice {
			m.index[p] = len(m.places)
			m.places = append(m.places, p)
		}
	}
	m.spots = make([]spot, len(m.places))
	return m
}

func (m *memory) fork() *memory {
	c := *m
	c.spots = slices.Clone(m.spots)
	for i := range c.spots {
		c.spots[i].items = slices.Clone(c.spots[i].items)
	}
	c.marks, c.lamps, c.refused = maps.Clone(m.marks), maps.Clone(m.lamps), maps.Clone(m.refused)
	return &c
}

// note takes in what a command caused.
func (m *memory) note(text, observation string) {
	see := parseSight(observation)
	m.old = m.old || see.old
	c, understood := parseCommand(text)
	switch see.kind {
	case seenRefused:
		if understood {
			m.refuse(c, text)
		}
	case seenPlace:
		m.notePlace(see)
	case seenTake:
		m.forget(see.place, see.object)
		m.holding, m.from = see.object, m.find(see.place)
	case seenMove:
		if i := m.find(see.place); i >= 0 && !slices.Contains(m.spots[i].items, see.object) {
			m.spots[i].items = append(m.spots[i].items, see.object)
		}
		m.holding, m.from = "", -1
	case seenHands:
		m.holding = see.object
	case seenTreat, seenExamined:
		m.mark(see)
	}
}

// refuse remembers a command that did nothing although it should have worked by all that was
// read; a command given at the wrong place or with the wrong hands says nothing. A place that one
// cannot go to shares its location with the place one is at: the agent stands there already.
func (m *memory) refuse(c command, text string) {
	place := m.find(c.b)
	here := place >= 0 && place == m.at && !m.spots[place].closed
	switch c.verb {
	case "goto":
		if i := m.find(c.a); i >= 0 && m.at >= 0 {
			m.at = i
			m.spots[i].visited = true
		}
	case "take":
		m.refused[text] = m.refused[text] || here && m.holding == ""
	case "put":
		m.refused[text] = m.refused[text] || here && m.holding == c.a
	case "use":
		m.refused[text] = m.refused[text] || m.at >= 0 && slices.Contains(m.spots[m.at].items, c.a)
	}
}

func (m *memory) notePlace(see sight) {
	i := m.find(see.place)
	if i < 0 {
		return
	}
	if see.arrive {
		m.at = i
	}
	s := &m.spots[i]
	s.visited = s.visited || m.at == i
	s.closed = see.door == doorClosed
	if see.told {
		s.known, s.items = true, slices.Clone(see.items)
	}
}

func (m *memory) mark(see sight) {
	for _, w := range see.marks {
		switch w {
		case "clean":
			m.marks[see.object] |= markClean
		case "hot":
			m.marks[see.object] = m.marks[see.object]&^markCool | markHot
		case "cool":
			m.marks[see.object] = m.marks[see.object]&^markHot | markCool
		case "on", "off":
			if see.kind == seenTreat {
				m.lamps[see.object] = true
			}
		}
	}
}

// forget removes an object from a place.
func (m *memory) forget(place, object string) {
	if i := m.find(place); i >= 0 {
		m.spots[i].items = slices.DeleteFunc(m.spots[i].items, func(o string) bool { return o == object })
	}
}

// find is the index of a place, -1 for a name that the introduction did not list.
func (m *memory) find(place string) int {
	if i, ok := m.index[place]; ok {
		return i
	}
	return -1
}

// unexplored is the next place, after the one the agent is at and in the order listed, whose
// content was never told; the place the agent is at comes first. Places of the class avoid
// come when no other is left. It is -1 when all are known.
func (m *memory) unexplored(avoid string) int {
	n := len(m.places)
	last := -1
	for k := range n {
		i := (max(m.at, 0) + k) % n
		switch {
		case m.spots[i].known:
		case classOf(m.places[i]) != avoid:
			return i
		case last < 0:
			last = i
		}
	}
	return last
}

// where lists the places at which an object of the class was seen and still should be, as
// (place, object): the agent's place first, then in the order listed.
func (m *memory) where(class string, yield func(place int, object string) bool) {
	n := len(m.places)
	order := func(i int) bool {
		for _, o := range m.spots[i].items {
			if classOf(o) == class && !yield(i, o) {
				return false
			}
		}
		return true
	}
	if m.at >= 0 && !order(m.at) {
		return
	}
	for i := range n {
		if i != m.at && !order(i) {
			return
		}
	}
}
