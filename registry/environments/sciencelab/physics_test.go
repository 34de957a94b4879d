package sciencelab

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// with puts things into a bare kitchen.
func with(t *testing.T, at map[string]int8) *world {
	t.Helper()
	s := bare(t)
	for name, place := range at {
		x := named(name)
		s.loc[x] = place
		if !slices.Contains(s.game.present, x) {
			s.game.present = append(s.game.present, x)
		}
	}
	slices.Sort(s.game.present)
	c := *s
	c.game.start = c
	return &world{state: c}
}

// steps carries out commands and returns the last answer.
func steps(t *testing.T, w *world, texts ...string) string {
	t.Helper()
	answer := ""
	for _, text := range texts {
		o := w.Step(text)
		require.True(t, o.Valid, "%q: %s", text, o.Observation)
		answer = o.Observation
	}
	return answer
}

func TestHeat_MeltingKeepsItsTemperature(t *testing.T) {
	w := with(t, map[string]int8{"chocolate": within(stove), "thermometer": inventory})
	w.state.game.target = named("chocolate")
	require.Equal(t, "a substance called chocolate", steps(t, w, "examine chocolate"), "the stove is off")
	require.Equal(t, "a substance called liquid chocolate", steps(t, w, "activate stove", "examine chocolate"), "20 degrees and a tick, 40 at the next")
	for range meltTicks - 1 {
		require.Equal(t, "the thermometer measures a temperature of 40 degrees celsius", steps(t, w, "use thermometer on chocolate"))
	}
	steps(t, w, "wait1", "wait1")
	require.NotEqual(t, "the thermometer measures a temperature of 40 degrees celsius", steps(t, w, "use thermometer on chocolate"))
	steps(t, w, "wait", "wait")
	require.Equal(t, "the thermometer measures a temperature of 200 degrees celsius", steps(t, w, "use thermometer on chocolate"), "as hot as the stove gets")
}

func TestHeat_StatesOfWater(t *testing.T) {
	w := with(t, map[string]int8{"water": inventory})
	require.Equal(t, "The freezer is not open.", steps(t, w, "move water to freezer"))
	require.Equal(t, "a substance called ice", steps(t, w, "open freezer", "move water to freezer", "wait", "examine water"))
	require.Equal(t, "a substance called steam", steps(t, w, "move ice to stove", "activate stove", "wait", "wait", "examine water"))
	require.Contains(t, steps(t, w, "pick up steam"), "it is a gas")
	require.True(t, w.state.contains(stove, water))
}

func TestHeat_MetalsNeedTheFurnace(t *testing.T) {
	w := with(t, map[string]int8{"lead": within(stove)})
	steps(t, w, "activate stove", "wait", "wait", "wait")
	require.Equal(t, solid, w.state.st[named("lead")])
	w.state.loc[furnace] = int8(kitchen)
	require.Equal(t, "a substance called liquid lead", steps(t, w, "move lead to blast furnace", "activate blast furnace", "wait", "examine lead"))
}

func TestCircuit(t *testing.T) {
	parts := map[string]int8{"battery": int8(kitchen), "black wire": int8(kitchen), "red wire": int8(kitchen), "red light bulb": int8(kitchen), "fork": inventory, "ball": inventory}
	lamp := func(w *world) string { return steps(t, w, "examine red light bulb") }
	w := with(t, parts)
	require.Equal(t, "anode on battery is now connected to terminal 1 on black wire", steps(t, w, "connect battery to black wire"))
	require.Equal(t, "terminal 2 on black wire is now connected to cathode on red light bulb", steps(t, w, "connect black wire terminal 2 to cathode in red light bulb"))
	require.Equal(t, "a red light bulb, which is off", lamp(w))
	steps(t, w, "connect battery cathode to red wire terminal 1", "connect red wire to anode on red light bulb")
	require.Equal(t, "a red light bulb, which is on", lamp(w))
	require.Equal(t, "red wire has been disconnected", steps(t, w, "disconnect red wire"))
	require.Equal(t, "a red light bulb, which is off", lamp(w))
	for _, test := range []struct{ thing, want string }{{"fork", "on"}, {"ball", "off"}} {
		w := with(t, parts)
		steps(t, w, "connect battery to black wire", "connect black wire to red light bulb", "connect battery to "+test.thing, "connect red light bulb to "+test.thing)
		require.Equal(t, "a red light bulb, which is "+test.want, lamp(w))
		require.Contains(t, steps(t, w, "put down "+test.thing), "(disconnecting "+test.thing+")")
		require.Equal(t, "a red light bulb, which is off", lamp(w))
	}
	require.Equal(t, "Something can't be connected to itself.", steps(t, w, "connect battery to battery"))
	steps(t, w, "connect battery to red wire", "connect battery to black wire")
	require.Equal(t, "The battery has no free terminal.", steps(t, w, "connect battery to fork"))
}

func TestMixing(t *testing.T) {
	w := with(t, map[string]int8{"metal pot": int8(kitchen), "sugar": int8(kitchen), "jug": int8(kitchen), "water": absent, "sugar water": absent})
	require.Equal(t, "That container is empty, so there are no items to mix.", steps(t, w, "mix metal pot"))
	require.Equal(t, "There is only one thing (sugar)", steps(t, w, "move sugar to metal pot", "mix metal pot"))
	steps(t, w, "move jug to sink", "activate sink")
	require.Equal(t, "a jug (containing a substance called water)", steps(t, w, "examine jug"))
	require.Equal(t, "You pour the contents of the jug into the metal pot.", steps(t, w, "pour jug into metal pot"))
	require.Equal(t, "Sugar and water mix to produce sugar water.", steps(t, w, "mix metal pot"))
	require.Equal(t, "a metal pot (containing a substance called sugar water)", steps(t, w, "examine metal pot"))
	require.Equal(t, "You can't move something into itself.", steps(t, w, "pour metal pot into metal pot"))
}

// The sink fills a vessel again once the water is drunk by the plant or poured away.
func TestWater_ComesBack(t *testing.T) {
	w := with(t, map[string]int8{"jug": int8(kitchen), "water": absent})
	full := "a jug (containing a substance called water)"
	steps(t, w, "activate sink")
	for _, away := range []string{"pour jug into sink", "pour jug into kitchen", "pour water into kitchen"} {
		require.Equal(t, full, steps(t, w, "move jug to sink", "examine jug"))
		require.Equal(t, "a jug (containing nothing)", steps(t, w, "pick up jug", away, "examine jug"))
	}
}

func TestAmbiguity(t *testing.T) {
	w := with(t, map[string]int8{"red box": int8(kitchen), "green box": int8(kitchen), "fork": int8(kitchen)})
	ask := "Ambiguous request: Please enter the number for the action you intended (or blank to cancel):\n" +
		"0:\tmove fork (in kitchen) to red box (in kitchen)\n1:\tmove fork (in kitchen) to green box (in kitchen)\n"
	require.Equal(t, ask, steps(t, w, "move fork to box"))
	require.Equal(t, []string{"0", "1"}, w.Admissible())
	require.Equal(t, "You move the fork to the green box.", steps(t, w, "1"))
	steps(t, w, "move fork to box")
	require.Equal(t, unknown, steps(t, w, "look around"), "anything else is swallowed")
	require.Contains(t, steps(t, w, "look around"), "This room is called")
	steps(t, w, "move fork to box")
	require.Equal(t, "Action cancelled.", steps(t, w, ""))
	require.False(t, w.Step("0").Valid)
}

func TestDoors(t *testing.T) {
	w := with(t, nil)
	require.Equal(t, "The door is now closed.", steps(t, w, "close door to hallway"))
	require.Equal(t, "The door is not open.", steps(t, w, "go to hallway"))
	require.Equal(t, "You move to the hallway.", steps(t, w, "open door to hallway", "go to hallway"))
	require.False(t, w.Step("go to hallway").Valid, "it is here already")
	require.False(t, w.Step("go to outside").Valid, "it is no neighbour")
}

// As in ScienceWorld focusing on the substance is two of the three ordered sub-goals of boiling, since it is in
// its first state already; the five optional ones add a quarter together.
func TestScore_Boil(t *testing.T) {
	w := with(t, map[string]int8{"water": int8(kitchen)})
	for _, step := range []struct {
		command string
		score   float64
	}{
		{"look around", 0},
		{"activate stove", .05 * 2}, // here with the water, a heater on
		{"focus on water", 2./3 + .05*2},
		{"pick up water", 2./3 + .05*3},
		{"move water to stove", 2./3 + .05*5}, // on the heater and, after a tick, 20 degrees warmer
		{"wait1", 2./3 + .05*5},
		{"wait", 1},
		{"focus on stove", 1},
	} {
		o := w.Step(step.command)
		require.InDelta(t, step.score, o.Score, 1e-9, "%s", step.command)
		require.Equal(t, step.score == 1, o.Won)
	}
}

// A focus that was right before can be repeated.
func TestFocus_Again(t *testing.T) {
	w := with(t, map[string]int8{"water": int8(kitchen)})
	steps(t, w, "focus on water", "focus on water")
	require.False(t, w.state.failed)
	require.True(t, w.Step("focus on stove").Done)
}

// A stage of life that is missed fails the task; one focused on twice does not.
func TestFocus_LifeStages(t *testing.T) {
	w := with(t, map[string]int8{"frog": int8(kitchen)})
	g := w.state.game
	g.quest = quest{family: lifeStages, target: named("frog"), stages: 3}
	g.ordered, g.lengths = 3, [4]uint8{2, 2, 2}
	w.state.st[g.target] = 0
	require.Equal(t, "You focus on the frog egg.", steps(t, w, "wait", "focus on frog", "focus on egg"), "life waits for the first focus")
	missed := *w
	missed.state.focus(g.target)
	steps(t, &missed, "wait", "wait")
	require.True(t, missed.Step("focus on frog").Done)
	require.Equal(t, "a tadpole frog", steps(t, w, "wait1", "examine frog"))
	require.Equal(t, "You focus on the adult frog.", steps(t, w, "focus on frog", "wait1", "wait1", "focus on frog"))
	require.True(t, w.state.won())
}
