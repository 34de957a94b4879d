package sciencelab

import (
	"math/rand/v2"
	"strings"
)

// pattern is the order in which things lying about are drawn.
var pattern = [][]group{
	{groupAnimal}, {groupPlant}, {groupLiquid, groupSoft, groupMetal, groupUnknown}, {groupItem},
	{groupAnimal}, {groupPlant}, {groupLiquid, groupSoft, groupMetal, groupUnknown}, {groupItem},
	{groupAnimal},
}

// drawing is a game while it is being drawn.
type drawing struct {
	*generator
	rng   *rand.Rand
	game  *game
	state *state
	argument
}

// draw draws a game: family, what it asks for, what lies where.
func (g *generator) draw(rng *rand.Rand, unseen bool) *game {
	x := rng.Float64() * g.total
	f := g.families[len(g.families)-1]
	for _, c := range g.families {
		if x -= families[c].weight; x < 0 {
			f = c
			break
		}
	}
	list := g.kept[f]
	if unseen {
		list = g.held[f]
	}
	a := list[rng.IntN(len(list))]
	out := &game{
		quest: quest{family: f, target: a.target, high: a.high, low: nothing, box: a.box, boxRoom: -1},
		plan:  g.plan, ordered: families[f].ordered,
		teleport: g.settings.simplified(teleport), watering: g.settings.simplified(selfWatering),
		electrical: !g.settings.simplified(noElectrical), onArrival: g.settings.simplified(lookOnArrival),
	}
	out.start.game = out
	d := drawing{generator: g, rng: rng, game: out, state: &out.start, argument: a}
	d.build()
	d.ask()
	if f == useThermometer {
		d.heat()
	}
	d.scatter()
	d.boxes()
	d.simplify()
	out.start.progress()
	return out
}

func (d *drawing) anywhere() room { return d.plan.rooms[d.rng.IntN(len(d.plan.rooms))] }

// put lays a thing into a room, now and then out of sight.
func (d *drawing) put(t thing, r room) {
	d.state.loc[t] = int8(r)
	if store := d.plan.storeIn(r); store >= 0 && d.rng.Float64() < hidden {
		d.state.loc[t] = within(store)
	}
}

// lay puts a thing somewhere, living things mostly outdoors.
func (d *drawing) lay(t thing) {
	switch {
	case !catalogue[t].living():
		d.put(t, d.anywhere())
	case d.rng.Float64() < outdoor:
		d.state.loc[t] = int8([]room{outside, greenhouse}[d.rng.IntN(2)])
	default:
		d.state.loc[t] = int8(d.anywhere())
	}
}

// build makes the rooms with what every world has.
func (d *drawing) build() {
	s := d.state
	for t := range s.loc {
		s.loc[t], s.temp[t], s.st[t] = absent, ambient, catalogue[t].normal
	}
	for t, r := range d.plan.fixtures {
		s.loc[t] = int8(r)
	}
	for _, t := range ofGroup(groupCircuit) {
		if !strings.Contains(catalogue[t].name, "green") && catalogue[t].name != "electric motor" {
			s.loc[t] = int8(electrics)
		}
	}
	s.room = int8(d.anywhere())
	d.put(thermometer, kitchen)
}

// ask prepares what the family needs: its things, its hidden numbers, where its boxes are.
func (d *drawing) ask() {
	g, s := d.game, d.state
	if d.high >= 0 {
		g.low = answerBoxes[0]
		if d.high == g.low {
			g.low = answerBoxes[1]
		}
	}
	lengths := func(least, span int) {
		for i := range g.lengths {
			g.lengths[i] = uint8(least + d.rng.IntN(span))
		}
	}
	switch f := g.family; {
	case f == power:
		s.room = int8(d.room)
		s.loc[g.target] = int8(electrics)
	case f == lifeStages:
		s.loc[g.target] = int8(d.room)
		s.st[g.target] = 0
		g.stages = len(catalogue[g.target].states)
		g.ordered = g.stages
		lengths(2, 3)
	case f.ranks():
		for _, t := range []thing{d.target, d.others[0], d.others[1]} {
			s.loc[t] = int8(outside)
		}
	case f.mixes():
		g.formula = formulaOf(g.target)
		s.loc[metalPot] = int8(kitchen)
		if f == mix {
			s.loc[recipe] = int8(kitchen)
		}
		s.loc[g.formula.parts[0]] = int8(d.room)
		s.loc[g.formula.parts[1]] = int8(kitchen)
	case f == growPlant:
		s.room = int8(d.room)
		d.put(g.target, kitchen)
		s.loc[jug] = int8(kitchen)
		lengths(5, 9)
	case f.finds():
		g.boxRoom = d.room
	case f.heats():
		d.put(g.target, d.room)
	case f == useThermometer:
		d.lay(g.target)
		g.boxRoom = d.anywhere()
	case f.melting():
		d.lay(g.target)
		g.boxRoom = kitchen
		m := int(catalogue[g.target].melts)
		if f == meltingUnknown {
			m = 60 + 20*d.rng.IntN(4)
			g.melts = int16(m)
		}
		g.threshold = m + []int{-30, 30}[d.rng.IntN(2)]
	case f.conducts():
		d.lay(g.target)
		g.boxRoom = electrics
		g.conducts = catalogue[g.target].conducts
		if f == conductUnknown {
			g.conducts = d.rng.IntN(2) == 0
		}
	}
}

// heat draws the temperature of the thing to be measured and the one to compare it with, at least 30
// degrees apart.
func (d *drawing) heat() {
	g, s := d.game, d.state
	e := &catalogue[g.target]
	for {
		t := -20 + 20*d.rng.IntN(9)
		g.threshold = -10 + 20*d.rng.IntN(8)
		if apart := t - g.threshold; (apart > 20 || apart < -20) && (!e.substance() || t < int(e.boils)) {
			s.temp[g.target] = int16(t)
			break
		}
	}
	if e.substance() {
		s.st[g.target] = solid
		if s.temp[g.target] > e.melts {
			s.st[g.target] = liquid
		}
	}
}

// scatter lays out what the task does not need.
func (d *drawing) scatter() {
	g, s := d.game, d.state
	for k := range d.settings.Objects {
		var free []thing
		for _, t := range ofGroup(pattern[k%len(pattern)]...) {
			// A plant needs the water of the sink, which has none while it lies about elsewhere.
			if s.loc[t] == absent && t != g.target && !(t == water && g.family == growPlant) {
				free = append(free, t)
			}
		}
		if len(free) == 0 {
			continue
		}
		t := free[d.rng.IntN(len(free))]
		d.lay(t)
		if g.family.ranks() && catalogue[t].group == groupAnimal && s.loc[t] == int8(outside) {
			s.loc[t] = int8(greenhouse) // the animals outside are those compared
		}
	}
}

// boxes puts the answer boxes where the task says, or anywhere.
func (d *drawing) boxes() {
	r := d.game.boxRoom
	if r < 0 {
		r = d.anywhere()
	}
	for _, b := range answerBoxes {
		d.state.loc[b] = int8(r)
	}
}

// simplify lists what the world has, and opens and wires what the settings want open and wired.
func (d *drawing) simplify() {
	g, s := d.game, d.state
	has := func(t thing) bool { return s.loc[t] != absent || t == water }
	for t := range s.loc {
		may := has(thing(t))
		for _, f := range formulas {
			may = may || f.product == thing(t) && has(f.parts[0]) && has(f.parts[1])
		}
		if may {
			g.present = append(g.present, thing(t))
		}
	}
	for i := range d.plan.doors {
		if d.settings.simplified(openDoors) || d.rng.Float64() >= d.settings.ClosedDoors {
			s.doors |= 1 << i
		}
	}
	if d.settings.simplified(openStores) {
		for _, t := range g.present {
			if catalogue[t].opens() {
				s.opened.add(t)
			}
		}
	}
	if d.settings.simplified(preWired) {
		lamp := redBulb
		if g.family == power {
			lamp = g.target
		}
		s.join(terminal{battery, 1}, terminal{blackWire, 0})
		s.join(terminal{blackWire, 1}, terminal{lamp, 0})
	}
}
