package sciencelab

func (x *expert) idle() move { return move{phase: "hmm", command: startOf(doLook)} }

// next decides what to do from what was observed.
func (x *expert) next() move {
	m := x.memory
	q := m.quest
	if !m.known {
		return x.idle()
	}
	switch f := q.family; {
	case f.finds():
		return x.nextFind()
	case f.ranks():
		return x.nextRank()
	case f == lifeStages:
		return x.nextStage()
	case f.heats():
		return x.nextHeat()
	case f == useThermometer:
		return x.nextThermometer()
	case f.melting():
		return x.nextMelting()
	case f.conducts():
		return x.nextConduct()
	case f == power:
		return x.nextPower()
	case f == growPlant:
		return x.nextGrow()
	}
	return x.nextMix()
}

func (x *expert) ready(t thing, command string) move {
	return move{phase: "ready", about: x.word(t), command: command}
}

func (x *expert) nextFind() move {
	m := x.memory
	q := m.quest
	if m.focuses == 0 {
		best := nothing
		for i := range m.place {
			t := thing(i)
			if r := m.where(t); r >= 0 && q.family.suits(t) && !(catalogue[t].substance() && m.st[t] == gas) && t != recipe && !m.holds(t) {
				if best == nothing || m.plan.far[m.room][r] < m.plan.far[m.room][m.where(best)] {
					best = t
				}
			}
		}
		if best == nothing {
			goal := room(-1)
			if x.hints.found >= 0 {
				goal = x.hints.room(x.hints.found)
			}
			return x.search(families[q.family].name, goal, q.family == findNonLiving)
		}
		if mv, ok := x.reach(best); !ok {
			return mv
		}
		return move{phase: "found", about: x.word(best), command: one(doFocus, best)}
	}
	if mv, ok := x.bring(m.target, q.boxRoom); !ok {
		return mv
	}
	return x.ready(m.target, two(doMove, m.target, q.box))
}

func (x *expert) nextRank() move {
	m := x.memory
	name := families[m.quest.family].name
	if m.room != outside {
		return x.walk(outside, "search", name)
	}
	best := nothing
	for i := range m.place {
		if e := &catalogue[i]; e.group != groupAnimal || m.place[i] != int8(outside) {
			continue
		} else if best == nothing || (e.lifespan > catalogue[best].lifespan) == (m.quest.family == longestLived) {
			best = thing(i)
		}
	}
	if best == nothing {
		return move{phase: "search", about: name, command: startOf(doLook), searching: true}
	}
	return move{phase: "found", about: x.word(best), command: one(doFocus, best)}
}

func (x *expert) nextStage() move {
	m := x.memory
	if mv, ok := x.reach(m.target); !ok {
		return mv
	}
	if m.focuses == 0 && m.st[m.target] == 0 {
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}
	}
	if m.fresh(m.target) && int(m.st[m.target]) == m.focuses {
		return x.ready(m.target, one(doFocus, m.target))
	}
	return move{phase: "stage", about: x.word(m.target), command: one(doExamine, m.target)}
}

// heater is what changes the state of the target.
func (x *expert) heater() thing {
	switch q := x.memory.quest; {
	case q.family == freeze:
		return freezer
	case catalogue[q.target].group == groupMetal:
		return furnace
	}
	return stove
}

// treat brings the target onto the heater or into the freezer and starts it; ok when that is done.
func (x *expert) treat() (move, bool) {
	m := x.memory
	t, d := m.target, x.heater()
	at := m.plan.fixtures[d]
	if m.place[t] != within(d) {
		if mv, ok := x.bring(t, at); !ok {
			return mv, false
		}
		if d == freezer && !m.opened.has(d) {
			return move{phase: "carry", about: x.word(t), command: one(doOpen, d)}, false
		}
		return move{phase: "carry", about: x.word(t), command: two(doMove, t, d)}, false
	}
	if m.room != at {
		return x.walk(at, "heat", x.word(t)), false
	}
	if d != freezer && !m.active.has(d) {
		return move{phase: "heat", about: x.word(t), command: one(doActivate, d)}, false
	}
	return move{}, true
}

func (x *expert) nextHeat() move {
	m := x.memory
	if m.focuses == 0 {
		if mv, ok := x.reach(m.target); !ok {
			return mv
		}
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}
	}
	if mv, ok := x.treat(); !ok {
		return mv
	}
	return move{phase: "heat", about: x.word(m.target), command: startOf(doWait)}
}

// instrument gets the thermometer and focuses on it, then on the target.
func (x *expert) instrument() (move, bool) {
	m := x.memory
	if mv, ok := x.fetch(thermometer); !ok {
		return mv, false
	}
	if m.focuses == 0 {
		return x.ready(thermometer, one(doFocus, thermometer)), false
	}
	if m.focuses == 1 {
		if mv, ok := x.reach(m.target); !ok {
			return mv, false
		}
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}, false
	}
	return move{}, true
}

// verdict is the box for a reading, with the word for it.
func (x *expert) verdict() (string, thing) {
	if m := x.memory; m.degrees < m.quest.threshold {
		return "below", m.quest.low
	}
	return "above", x.memory.quest.high
}

// measuredNow says that the last observation was a reading of the target.
func (x *expert) measuredNow() bool {
	m := x.memory
	return m.read && m.saw.kind == sawReading && m.last.b == ref(m.target)
}

func (x *expert) nextThermometer() move {
	m := x.memory
	if mv, ok := x.instrument(); !ok {
		return mv
	}
	if mv, ok := x.bring(m.target, m.quest.boxRoom); !ok {
		return mv
	}
	if !x.measuredNow() {
		return x.ready(m.target, two(doUse, thermometer, m.target))
	}
	word, box := x.verdict()
	return move{phase: word, about: x.word(box), command: two(doMove, m.target, box)}
}

func (x *expert) nextMelting() move {
	m := x.memory
	if mv, ok := x.instrument(); !ok {
		return mv
	}
	if mv, ok := x.treat(); !ok {
		return mv
	}
	switch {
	case x.measuredNow() && m.st[m.target] == liquid:
		word, box := x.verdict()
		return move{phase: word, about: x.word(box), command: one(doFocus, box)}
	case m.st[m.target] == liquid:
		return x.ready(m.target, two(doUse, thermometer, m.target))
	}
	return move{phase: "heat", about: x.word(m.target), command: one(doExamine, m.target)}
}

// wire builds the circuit around the joints that the task needs; ok when all are there.
func (x *expert) wire(load, t thing) (move, bool) {
	joints := [][2]thing{{battery, blackWire}, {load, blackWire}, {battery, t}, {load, t}}
	if x.preWired {
		joints = joints[2:]
	}
	for _, j := range joints {
		if !x.memory.joined(j[0], j[1]) {
			return move{phase: "ready", about: x.word(t), command: two(doConnect, j[0], j[1])}, false
		}
	}
	return move{}, true
}

func (x *expert) nextConduct() move {
	m := x.memory
	if mv, ok := x.reach(m.target); !ok {
		return mv
	}
	if m.focuses == 0 {
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}
	}
	if mv, ok := x.bring(m.target, electrics); !ok {
		return mv
	}
	if mv, ok := x.wire(redBulb, m.target); !ok {
		return mv
	}
	if !m.looked || !m.fresh(redBulb) || m.saw.kind != sawThing {
		return x.ready(redBulb, one(doExamine, redBulb))
	}
	word, box := "off", m.quest.low
	if m.lamp == 1 {
		word, box = "on", m.quest.high
	}
	return move{phase: word, about: x.word(box), command: two(doMove, m.target, box)}
}

func (x *expert) nextPower() move {
	m := x.memory
	if m.room != electrics {
		return x.walk(electrics, "search", x.word(m.target))
	}
	if m.focuses == 0 {
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}
	}
	if mv, ok := x.wire(m.target, redWire); !ok {
		return mv
	}
	return x.ready(m.target, one(doExamine, m.target))
}

// dryWaits is after how many waits the flower pot gets water again.
const dryWaits = 2

func (x *expert) nextGrow() move {
	m := x.memory
	if m.focuses == 0 {
		if mv, ok := x.reach(m.target); !ok {
			return mv
		}
		return move{phase: "found", about: x.word(m.target), command: one(doFocus, m.target)}
	}
	garden := m.plan.fixtures[flowerPot]
	if m.place[m.target] != within(flowerPot) {
		if mv, ok := x.bring(m.target, garden); !ok {
			return mv
		}
		return move{phase: "carry", about: x.word(m.target), command: two(doMove, m.target, flowerPot)}
	}
	if !x.watered && (!m.wet || m.waits >= dryWaits) {
		switch {
		case m.watering && m.holds(jug):
			if m.room != garden {
				return x.walk(garden, "carry", x.word(jug))
			}
			return move{phase: "ready", about: x.word(jug), command: two(doPour, jug, flowerPot)}
		case m.watering:
			return move{phase: "found", about: x.word(jug), command: one(doPickUp, jug)}
		case m.place[jug] == within(sink) && m.room == m.where(sink):
			return move{phase: "ready", about: x.word(jug), command: one(doActivate, sink)}
		}
		if mv, ok := x.bring(jug, m.where(sink)); !ok {
			return mv
		}
		return move{phase: "ready", about: x.word(jug), command: two(doMove, jug, sink)}
	}
	return move{phase: "grow", about: x.word(m.target), command: startOf(doWait)}
}

func (x *expert) nextMix() move {
	m := x.memory
	if m.where(m.target) == m.room {
		return x.ready(m.target, one(doFocus, m.target))
	}
	if len(m.parts) < 2 {
		if mv, ok := x.reach(recipe); !ok {
			return mv
		}
		return move{phase: "found", about: x.word(recipe), command: one(doRead, recipe)}
	}
	for _, p := range m.parts {
		if m.place[p] == within(metalPot) {
			continue
		}
		if m.where(p) != m.where(metalPot) || m.where(p) < 0 {
			if mv, ok := x.bring(p, m.where(metalPot)); !ok {
				return mv
			}
		}
		if mv, ok := x.reach(metalPot); !ok {
			return mv
		}
		return move{phase: "combine", about: x.word(p), command: two(doMove, p, metalPot)}
	}
	if mv, ok := x.reach(metalPot); !ok {
		return mv
	}
	return move{phase: "combine", about: x.word(m.target), command: one(doMix, metalPot)}
}
