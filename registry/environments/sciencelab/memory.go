package sciencelab

// memory is what an episode's texts have told, and nothing else.
type memory struct {
	plan    *plan
	quest   quest
	known   bool // the task's sentence was understood
	room    room
	place   [count]int8 // where things were seen last, absent when never
	st      [count]uint8
	visited [roomCount]bool
	opened  set
	peeked  set // stores whose content was seen
	focused set
	active  set
	wired   [][2]thing
	blocked room // a door that was found closed, -1
	focuses int  // what the task asked to focus on so far
	target  thing

	last     act   // the command executed last
	saw      sight // what came back
	degrees  int   // the last reading of the target
	read     bool  // there was one
	lamp     uint8 // the load when it was looked at with the circuit whole
	looked   bool
	parts    []thing // ingredients
	watering bool    // water is in the jug
	wet      bool    // the pot was watered
	waits    int     // since then
}

func newMemory(introduction string, p *plan) *memory {
	m := &memory{plan: p, blocked: -1}
	m.quest, m.known = parseTask(introduction)
	m.target = m.quest.target
	for t := range m.place {
		m.place[t] = absent
		m.st[t] = catalogue[t].normal
	}
	for t, r := range p.fixtures {
		m.place[t] = int8(r)
	}
	for _, t := range ofGroup(groupCircuit) {
		m.place[t] = int8(electrics)
	}
	if m.known && m.quest.family.mixes() {
		m.place[metalPot] = int8(kitchen)
		if m.quest.family == mix {
			m.place[recipe] = int8(kitchen)
		} else {
			f := formulaOf(m.target)
			m.parts = f.parts[:]
		}
	}
	if m.known && m.quest.family == growPlant {
		m.place[jug] = int8(kitchen)
	}
	m.learn(parseSight(introduction))
	return m
}

func (m *memory) fork() *memory {
	c := *m
	c.wired = append([][2]thing(nil), m.wired...)
	c.parts = append([]thing(nil), m.parts...)
	return &c
}

// where is the room in which a thing should be, -1 when unknown; carried things are here.
func (m *memory) where(t thing) room {
	place := m.place[t]
	for range 4 {
		if place < inside {
			break
		}
		place = m.place[place-inside]
	}
	switch {
	case place == inventory:
		return m.room
	case place >= 0 && place < inventory:
		return room(place)
	}
	return -1
}

func (m *memory) holds(t thing) bool { return m.place[t] == inventory }

// note takes in a command and its observation.
func (m *memory) note(text, observation string) {
	a, ok := readAct(text)
	if !ok {
		a = act{verb: doAnswer, a: refNone, b: refNone}
	}
	s := parseSight(observation)
	m.last, m.saw = a, s
	switch s.kind {
	case sawShutDoor:
		if a.verb == doGo {
			m.blocked = room(a.a - refRoom)
		}
	case sawOpened, sawRefused:
		if a.verb == doOpen && a.a >= refRoom {
			m.blocked = -1
		}
	case sawDone:
		m.did(a)
	case sawReading:
		if a.verb == doUse && m.target >= 0 && a.b == ref(m.target) {
			m.degrees, m.read = s.degrees, true
		}
	case sawRecipe:
		m.parts = nil
		for _, x := range s.things {
			m.parts = append(m.parts, x.thing)
		}
	case sawMixed:
		for _, p := range m.parts {
			m.place[p] = absent
		}
		if len(s.things) > 0 && a.verb == doMix && a.a >= 0 && a.a < refDoor {
			m.place[s.things[0].thing] = within(thing(a.a))
		}
		return
	}
	if s.kind == sawThing && a.verb == doExamine && len(m.wired) >= 2 && len(s.things) > 0 {
		if e := &catalogue[s.things[0].thing]; e.group == groupCircuit && len(e.states) == 2 {
			m.lamp, m.looked = s.things[0].state, true
		}
	}
	if s.kind != sawRecipe {
		m.learn(s)
	}
}

// did notes a command that had its effect.
func (m *memory) did(a act) {
	if a.a < 0 || a.a >= refDoor {
		if a.verb == doWait || a.verb == doWaitOne {
			m.waits++
		}
		return
	}
	t := thing(a.a)
	switch a.verb {
	case doPickUp:
		m.moved(t, inventory)
	case doPutDown:
		m.moved(t, int8(m.room))
	case doMove:
		if a.b >= 0 && a.b < refDoor {
			m.moved(t, within(thing(a.b)))
			if t == jug && thing(a.b) == sink && m.active.has(sink) {
				m.watering = true
			}
		}
	case doClose:
		m.opened.drop(t)
	case doFocus:
		m.focus(t)
	case doActivate:
		m.active.add(t)
		m.watering = m.watering || t == sink && m.place[jug] == within(sink)
	case doDeactivate:
		m.active.drop(t)
	case doConnect:
		if a.b >= 0 && a.b < refDoor {
			m.wired = append(m.wired, [2]thing{t, thing(a.b)})
		}
	case doDisconnect:
		m.unwire(t)
	case doPour:
		if t == jug {
			m.wet = m.watering && a.b == ref(flowerPot)
			m.watering, m.waits = false, 0
		}
	}
}

func (m *memory) moved(t thing, place int8) {
	m.place[t] = place
	m.unwire(t)
}

func (m *memory) unwire(t thing) {
	kept := m.wired[:0]
	for _, w := range m.wired {
		if w[0] != t && w[1] != t {
			kept = append(kept, w)
		}
	}
	m.wired = kept
	m.looked = false
}

// joined says whether the two were connected.
func (m *memory) joined(a, b thing) bool {
	for _, w := range m.wired {
		if w == [2]thing{a, b} || w == [2]thing{b, a} {
			return true
		}
	}
	return false
}

// focus counts what the task asked for; the world says the same of any focus.
func (m *memory) focus(t thing) {
	if m.quest.family.finds() && m.focuses == 0 {
		m.target = t
	}
	if m.quest.family == lifeStages || !m.focused.has(t) {
		m.focuses++
	}
	m.focused.add(t)
}

// learn takes in what a text shows.
func (m *memory) learn(s sight) {
	if s.room >= 0 {
		if s.room != m.room {
			m.blocked = -1
		}
		m.room = s.room
	}
	if s.kind == sawRoom {
		m.visited[s.room] = true
		for t := range m.place { // what was thought to lie here and does not
			if m.place[t] == int8(s.room) && catalogue[t].portable() {
				m.place[t] = absent
			}
		}
	}
	if s.kind == sawOpened && !s.door && s.holder >= 0 {
		m.opened.add(s.holder)
	}
	if s.holder >= 0 && (s.told || s.kind == sawInside) {
		m.peeked.add(s.holder)
	}
	for _, x := range s.things {
		m.st[x.thing] = x.state
		e := &catalogue[x.thing]
		if e.opens() {
			if s.shut.has(x.thing) {
				m.opened.drop(x.thing)
			} else {
				m.opened.add(x.thing)
				m.peeked.add(x.thing)
			}
		}
		if e.runs() {
			m.active.drop(x.thing)
			if x.state == 1 {
				m.active.add(x.thing)
			}
		}
		switch {
		case s.kind == sawHands && x.in == nothing:
			m.place[x.thing] = inventory
		case s.kind == sawThing && x.in == nothing: // it was there already
		case x.in != nothing:
			m.place[x.thing] = within(x.in)
		case s.kind == sawRoom && (e.portable() || e.group == groupBox):
			m.place[x.thing] = int8(s.room)
		}
	}
}

// fresh says that the last observation showed the state of t.
func (m *memory) fresh(t thing) bool {
	if m.saw.kind != sawThing && m.saw.kind != sawRoom {
		return false
	}
	for _, x := range m.saw.things {
		if x.thing == t {
			return true
		}
	}
	return false
}
