package sciencelab

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// How ScienceWorld's solutions call things is resolved where this world has such things.
func TestUnderstand_Referents(t *testing.T) {
	s := bare(t)
	place := func(t thing, at int8) {
		s.loc[t] = at
		s.game.present = append(s.game.present, t)
		slices.Sort(s.game.present)
	}
	place(named("unknown substance b"), inventory)
	place(named("gallium"), int8(kitchen))
	place(named("apple seed"), within(flowerPot))
	place(named("turtle"), int8(kitchen))
	place(named("red light bulb"), int8(kitchen))
	place(named("black wire"), int8(kitchen))
	place(named("battery"), int8(kitchen))
	place(named("jug"), int8(kitchen))
	place(named("blue paint"), within(jug))
	place(metalPot, within(stove))
	place(thermometer, inventory)
	place(water, within(metalPot))
	s.loc[flowerPot] = int8(kitchen)
	s.st[named("apple seed")] = 2
	s.st[named("turtle")] = 0
	s.st[named("gallium")] = liquid

	is := func(v verb, a, b ref) act { return act{v, a, b, -1, -1} }
	of := func(name string) ref { return ref(named(name)) }
	tests := []struct {
		text string
		want act
	}{
		{"move unknown substance B in inventory to jug", is(doMove, of("unknown substance b"), ref(jug))},
		{"pick up unknown substance", is(doPickUp, of("unknown substance b"), refNone)},
		{"use thermometer in inventory on substance in metal pot", is(doUse, ref(thermometer), ref(water))},
		{"use thermometer in inventory on liquid gallium", is(doUse, ref(thermometer), of("gallium"))},
		{"focus on apple tree in the adult stage in flower pot", is(doFocus, of("apple seed"), refNone)},
		{"focus on adult apple tree", is(doFocus, of("apple seed"), refNone)},
		{"focus on egg turtle in kitchen", is(doFocus, of("turtle"), refNone)},
		{"focus on light", is(doFocus, of("red light bulb"), refNone)},
		{"pour jug containing blue paint in metal pot", is(doPour, ref(jug), ref(metalPot))},
		{"pour jug into metal pot", is(doPour, ref(jug), ref(metalPot))},
		{"focus on paint in jug containing blue paint", is(doFocus, of("blue paint"), refNone)},
		{"connect battery anode to black wire terminal 1", act{doConnect, of("battery"), of("black wire"), 0, 0}},
		{"connect black wire terminal 2 to cathode in red light bulb", act{doConnect, of("black wire"), of("red light bulb"), 1, 1}},
		{"drop unknown substance", is(doPutDown, of("unknown substance b"), refNone)},
		{"MOVE  metal pot to   sink", is(doMove, ref(metalPot), ref(sink))},
		{"go to door to hallway", is(doGo, refRoom+ref(hallway), refNone)},
		{"open hallway door", is(doOpen, refDoor+ref(s.game.plan.door[kitchen][hallway]), refNone)},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) { require.Equal(t, []act{test.want}, s.understand(test.text)) })
	}
	for _, text := range []string{"pick up moon", "focus on ice", "go to greenhouse", "teleport to outside", "open", "move jug", "3", "pick up apple in jug"} {
		require.Empty(t, s.understand(text), "%q", text)
	}
}

// bare is a state in a small kitchen with nothing but fixtures.
func bare(t *testing.T) *state {
	t.Helper()
	g := &game{quest: quest{family: boil, target: water, high: nothing, low: nothing, box: nothing, boxRoom: -1}, plan: plans[sizeSmall], ordered: 3, electrical: true}
	s := &g.start
	s.game = g
	for i := range s.loc {
		s.loc[i], s.temp[i], s.st[i] = absent, ambient, catalogue[i].normal
	}
	for f, r := range g.plan.fixtures {
		s.loc[f] = int8(r)
		g.present = append(g.present, f)
	}
	slices.Sort(g.present)
	s.doors = 1<<len(g.plan.doors) - 1
	return s
}
