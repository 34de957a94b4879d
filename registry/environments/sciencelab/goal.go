package sciencelab

// focus is the deliberate choice by which tasks are answered. Focusing on anything that the task does not
// ask for next fails it, except on what was focused on before.
func (s *state) focus(t thing) {
	g := s.game
	if s.won() || s.failed {
		return
	}
	want := false
	switch f := g.family; {
	case f == useThermometer:
		want = s.index == 0 && t == thermometer || s.index == 1 && t == g.target
	case f.melting():
		right := g.low
		if int(g.meltsAt(g.target)) > g.threshold {
			right = g.high
		}
		want = s.index == 0 && t == thermometer || s.index == 1 && t == g.target || s.index == 2 && t == right
	case f.finds():
		want = s.index == 0 && f.suits(t)
	case f == lifeStages:
		if t == g.target && s.st[t] < s.index {
			return // this stage again
		}
		want = t == g.target && s.st[t] == s.index
		if want {
			s.index++
			s.clock = 0
		} else {
			s.failed = true
		}
		return
	default:
		want = s.index == 0 && t == g.target
	}
	switch {
	case s.focused.has(t):
	case want:
		s.index++
		s.focused.add(t)
	default:
		s.failed = true
	}
}

// found is what a finding task's agent focused on, nothing before.
func (s *state) found() thing {
	for _, t := range s.game.present {
		if s.focused.has(t) {
			return t
		}
	}
	return nothing
}

// progress notes sub-goals that the state has reached.
func (s *state) progress() {
	g := s.game
	if s.won() || s.failed {
		return
	}
	f, x := g.family, g.target
	if f.finds() {
		x = s.found()
	}
	if x >= 0 && s.loc[x] != absent {
		s.note(nearTarget, s.reach(x))
		s.note(holdTarget, s.loc[x] == inventory)
		if s.temp[x]-g.start.temp[x] >= 20 || g.start.temp[x]-s.temp[x] >= 20 {
			s.warmed = true
		}
		s.note(changedHeat, s.warmed)
		s.note(onHeater, s.source(x) >= 0)
		s.note(wiredOnce, s.joint(terminal{x, 0}) >= 0 || s.joint(terminal{x, 1}) >= 0)
		s.note(wiredTwice, s.whole(x))
	}
	s.note(holdThermometer, s.loc[thermometer] == inventory)
	s.note(nearBoxes, g.boxRoom >= 0 && s.room == int8(g.boxRoom))
	s.note(startHeater, s.st[stove] == 1 || s.st[furnace] == 1 || s.opened.has(freezer))

	right := func(yes bool) {
		good, bad := g.low, g.high
		if yes {
			good, bad = bad, good
		}
		switch {
		case s.contains(good, x):
			s.index++
		case s.contains(bad, x):
			s.failed = true
		}
	}
	switch {
	case f.heats():
		if s.index == 1 && s.st[x] == catalogue[x].normal {
			s.index = 2 // the state it starts in counts as the second sub-goal, as in ScienceWorld
		}
		if s.index == 2 && s.st[x] == [...]uint8{boil: gas, melt: liquid, freeze: solid}[f] {
			s.index = 3
		}
	case f == useThermometer:
		if s.index == 2 {
			right(int(s.temp[x]) > g.threshold)
		}
	case f.conducts():
		if s.index == 1 {
			right(g.conducts)
		}
	case f == power:
		if s.index == 1 && s.st[x] == 1 {
			s.index = 2
		}
	case f.finds():
		if s.index == 1 && s.contains(g.box, x) {
			s.index = 2
		}
	case f == growPlant:
		s.note(inPot, s.loc[x] == within(flowerPot))
		s.note(watered, s.wet || g.watering && s.loc[x] == within(flowerPot))
		for s.index >= 1 && int(s.index) < g.ordered && s.st[x] >= s.index {
			s.index++
		}
	case f.mixes():
		for i, h := range [2]hint{firstPart, secondPart} {
			in := holder(s.loc[g.formula.parts[i]])
			s.note(h, in >= 0 && catalogue[in].group == groupVessel || s.loc[x] != absent)
		}
	}
}

func (s *state) note(h hint, yes bool) {
	if yes {
		s.hints |= h
	}
}
