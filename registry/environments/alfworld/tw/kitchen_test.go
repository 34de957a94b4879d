package tw_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

//go:embed testdata/kitchen.pddl
var kitchenProblem string

func placeGoal(object, receptacle, attributes string) string {
	return fmt.Sprintf(`(and (exists (?r - receptacle) (exists (?o - object)
		(and %s (inReceptacle ?o ?r) (objectType ?o %sType) (receptacleType ?r %sType)))))`, attributes, object, receptacle)
}

func twoGoal(object, receptacle string) string {
	return fmt.Sprintf(`(and (exists (?r - receptacle) (exists (?o1 - object)
		(and (objectType ?o1 %[1]sType) (receptacleType ?r %[2]sType) (inReceptacle ?o1 ?r)
			(exists (?o2 - object) (and (not (= ?o1 ?o2)) (objectType ?o2 %[1]sType)
				(receptacleType ?r %[2]sType) (inReceptacle ?o2 ?r)))))))`, object, receptacle)
}

func lookGoal(object, lamp string) string {
	return fmt.Sprintf(`(and
		(exists (?ot - object ?r - receptacle ?a - agent ?l - location)
			(and (objectType ?ot %sType) (toggleable ?ot) (isToggled ?ot) (receptacleAtLocation ?r ?l)
				(atLocation ?a ?l) (inReceptacle ?ot ?r)))
		(exists (?o - object ?a - agent) (and (objectType ?o %sType) (holds ?a ?o))))`, lamp, object)
}

// kitchenGoals is goals of every type in the kitchen.
var kitchenGoals = map[string]string{
	"place apple in drawer":    placeGoal("Apple", "Drawer", ""),
	"place bread on shelf":     placeGoal("Bread", "Shelf", ""),
	"clean apple in fridge":    placeGoal("Apple", "Fridge", "(cleanable ?o) (isClean ?o)"),
	"clean cup on table":       placeGoal("Cup", "Table", "(cleanable ?o) (isClean ?o)"),
	"heat bread on table":      placeGoal("Bread", "Table", "(heatable ?o) (isHot ?o)"),
	"cool bread on table":      placeGoal("Bread", "Table", "(coolable ?o) (isCool ?o)"),
	"cool apple in microwave":  placeGoal("Apple", "Microwave", "(coolable ?o) (isCool ?o)"),
	"two apples in drawer":     twoGoal("Apple", "Drawer"),
	"two apples in sinkbasin":  twoGoal("Apple", "SinkBasin"),
	"look at knife under lamp": lookGoal("Knife", "DeskLamp"),
	"look at bowl under lamp":  lookGoal("Bowl", "DeskLamp"),
}

func kitchenSource(goal string) tw.Source {
	return tw.NewSource("do it.", strings.Replace(kitchenProblem, "GOAL", goal, 1))
}

func kitchen(tb testing.TB, goal string) *tw.Game {
	tb.Helper()
	g, err := new(tw.Loader).Game("kitchen", kitchenSource(goal))
	require.NoError(tb, err)
	return g
}

// The texts of a whole episode, rule by rule.
func TestState_Kitchen(t *testing.T) {
	t.Parallel()
	s := kitchen(t, kitchenGoals["two apples in drawer"]).Start()
	require.Equal(t, "-= Welcome to TextWorld, ALFRED! =-\n\n"+
		"You are in the middle of a room. Looking quickly around you, you see a drawer 2, a drawer 1, a fridge 1, a microwave 1, "+
		"a shelf 1, a sinkbasin 1, and a table 1.\n\nYour task is to: do it.", s.Observation())
	require.Equal(t, []string{
		"go to drawer 1", "go to drawer 2", "go to fridge 1", "go to microwave 1", "go to shelf 1", "go to sinkbasin 1", "go to table 1",
		"help", "inventory", "look",
	}, s.Admissible())
	const no = "Nothing happens."
	for i, step := range []struct{ command, want string }{
		{"look", "You are in the middle of a room. Looking quickly around you, you see nothing."},
		{"examine drawer 2", no},
		{"go to drawer 2", "You arrive at drawer 2. The drawer 2 is closed."},
		{"go to drawer 1", no}, // same location
		{"go to drawer 2", no},
		{"examine shelf 1", "On the shelf 1, you see a bowl 1, a desklamp 1, and a egg 1."},
		{"take apple 3 from drawer 2", no},
		{"open drawer 2", "You open the drawer 2. The drawer 2 is open. In it, you see a apple 3."},
		{"open drawer 2", no},
		{"look", "You are facing the drawer 2, drawer 1, and shelf 1. Next to it, you see nothing."},
		{"inventory", "You are not carrying anything."},
		{"examine apple 3", no}, // not held
		{"\ttake apple 3 from drawer 2\n\u3000\x1c", "You pick up the apple 3 from the drawer 2."},
		{"Take apple 3 from drawer 2", no},
		{"move  apple 3 to shelf 1", no},
		{"move apple 3 to shelf 1.", no},
		{"examine apple 3", "There's nothing special about apple 3."},
		{"inventory", "You are carrying: a apple 3."},
		{"close drawer 2", "You close the drawer 2."},
		{"move apple 3 to drawer 2", no},
		{"move apple 3 to shelf 1", "You move the apple 3 to the shelf 1."},
		{"look", "You are facing the drawer 2, drawer 1, and shelf 1. Next to it, you see a apple 3."},
		{"take bowl 1 from shelf 1", "You pick up the bowl 1 from the shelf 1."},
		{"take egg 1 from shelf 1", no}, // hands full
		{"examine bowl 1", "This is a normal bowl 1. In it, you see a egg 1."},
		{"move bowl 1 to shelf 1", "You move the bowl 1 to the shelf 1."},
		{"use desklamp 1", "You turn on the desklamp 1."},
		{"use desklamp 1", "You turn on the desklamp 1."},
		{"go to table 1", "You arrive at table 1. On the table 1, you see a apple 2, a bread 1, and a knife 1."},
		{"take bread 1 from table 1", "You pick up the bread 1 from the table 1."},
		{"clean bread 1 with sinkbasin 1", no},
		{"go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed."},
		{"cool bread 1 with fridge 1", "You cool the bread 1 using the fridge 1."},
		{"cool bread 1 with fridge 1", "You cool the bread 1 using the fridge 1."},
		{"examine bread 1", "This is a cold bread 1."},
		{"open fridge 1", "You open the fridge 1. The fridge 1 is open. In it, you see a apple 1, and a bread 1."}, // still listed
		{"go to microwave 1", "You arrive at microwave 1. The microwave 1 is closed."},
		{"heat bread 1 with microwave 1", "You heat the bread 1 using the microwave 1."},
		{"examine bread 1", "This is a hot bread 1."},
		{"go to table 1", "You arrive at table 1. On the table 1, you see a apple 2, and a knife 1."},
		{"move bread 1 to table 1", "You move the bread 1 to the table 1."},
		{"take knife 1 from table 1", "You pick up the knife 1 from the table 1."},
		{"slice bread 1 with knife 1", "You sliced the bread 1 with the knife 1."}, // its location became the table's
		{"slice apple 2 with knife 1", no},
		{"clean knife 1 with sinkbasin 1", "You clean the knife 1 using the sinkbasin 1."},
		{"examine knife 1", "This is a clean knife 1."},
		{"move knife 1 to sinkbasin 1", "You move the knife 1 to the sinkbasin 1."},
		{"look", "You are facing the sinkbasin 1, and table 1. Next to it, you see a knife 1."},
		{"take bread 1 from table 1", "You pick up the bread 1 from the table 1."},
		{"examine bread 1", "This is a hot sliced bread 1."},
		{"", no},
		{"look\u200b", no},
	} {
		got := s.Step(step.command)
		require.Equal(t, step.want, got.Observation, "step %d: %q", i, step.command)
		require.Equal(t, step.want != no, got.Valid, "step %d: %q", i, step.command)
		require.False(t, got.Won)
	}
	help := s.Step("help").Observation
	require.True(t, strings.HasPrefix(help, "Available commands:\n  look:  "))
	require.True(t, strings.HasSuffix(help, "a sharp object\n"))
}

// The goal is not sticky and the game goes on after it.
func TestState_WonIsNotSticky(t *testing.T) {
	t.Parallel()
	s := kitchen(t, kitchenGoals["look at bowl under lamp"]).Start()
	s.Step("go to shelf 1")
	require.False(t, s.Step("take bowl 1 from shelf 1").Done)
	require.Equal(t, tw.Result{Observation: "You turn on the desklamp 1.", Score: 1, Done: true, Won: true, Valid: true}, s.Step("use desklamp 1"))
	require.True(t, s.Step("nonsense").Won)
	require.False(t, s.Step("go to table 1").Won)
	require.True(t, s.Step("go to drawer 1").Won)
	require.False(t, s.Step("move bowl 1 to shelf 1").Won)
}

func TestState_ForkAndSignature(t *testing.T) {
	t.Parallel()
	g := kitchen(t, kitchenGoals["place apple in drawer"])
	a := g.Start()
	start := a.Signature()
	require.Len(t, start, 32)
	require.NotEqual(t, start, kitchen(t, kitchenGoals["place bread on shelf"]).Start().Signature())
	require.True(t, a.Step("look").Valid)
	require.Equal(t, start, a.Signature(), "looking changes nothing")
	a.Step("go to table 1")
	there := a.Signature()
	b := a.Fork()
	list := b.Admissible()
	require.Equal(t, a.Observation(), b.Observation())
	a.Step("take knife 1 from table 1")
	require.NotEqual(t, there, a.Signature())
	require.Equal(t, there, b.Signature())
	require.Contains(t, b.Admissible(), "take knife 1 from table 1")
	require.NotContains(t, a.Admissible(), "take knife 1 from table 1")
	a.Step("move knife 1 to table 1")
	require.Equal(t, there, a.Signature(), "back in the same place")
	a.Step("take knife 1 from table 1")
	a.Step("move knife 1 to sinkbasin 1")
	other := a.Signature()
	a.Step("take knife 1 from sinkbasin 1")
	a.Step("move knife 1 to table 1")
	require.NotEqual(t, there, a.Signature(), "look now lists the knife as standing next to the sink")
	require.NotEqual(t, other, a.Signature())
	require.Equal(t, list, b.Admissible())
}

func TestGame_Layout(t *testing.T) {
	t.Parallel()
	g := kitchen(t, kitchenGoals["clean apple in fridge"])
	require.Equal(t, tw.Goal{Type: tw.TaskClean, Object: "apple", Receptacle: "fridge"}, g.Goal())
	require.Equal(t, "do it.", g.Task())
	require.Equal(t, "take apple 3 from drawer 2", g.Readable("take apple_bar_a from drawer_bar_a"))
	receptacle, object := map[string]int{}, map[string]int{}
	for i, r := range g.Receptacles() {
		receptacle[r.Name] = i
	}
	for i, o := range g.Objects() {
		object[o.Name] = i
	}
	require.Len(t, receptacle, 7)
	require.Len(t, object, 9)
	drawer1, drawer2, table, fridge := receptacle["drawer 1"], receptacle["drawer 2"], receptacle["table 1"], receptacle["fridge 1"]
	require.Equal(t, "sinkbasin", g.Receptacles()[receptacle["sinkbasin 1"]].Class)
	require.Equal(t, g.Receptacles()[drawer1].Location, g.Receptacles()[drawer2].Location)
	require.NotEqual(t, g.Receptacles()[drawer1].Location, g.Receptacles()[table].Location)
	require.True(t, g.Receptacles()[fridge].Openable)
	require.False(t, g.Receptacles()[table].Openable)
	bread, knife, apple1 := object["bread 1"], object["knife 1"], object["apple 1"]
	require.True(t, g.Objects()[bread].Heatable && g.Objects()[bread].Coolable && g.Objects()[bread].Sliceable)
	require.False(t, g.Objects()[bread].Cleanable || g.Objects()[bread].Container || g.Objects()[bread].Toggleable)
	require.True(t, g.CanHold(drawer1, knife))
	require.False(t, g.CanHold(fridge, knife))

	s := g.Start()
	require.Empty(t, s.Here())
	require.Equal(t, -1, s.Holding())
	require.ElementsMatch(t, []int{table, fridge}, s.Places(bread))
	require.True(t, s.Cool(apple1))
	for _, c := range []string{"go to drawer 1", "open drawer 1", "go to table 1", "take bread 1 from table 1"} {
		require.True(t, s.Step(c).Valid, c)
	}
	require.True(t, s.Open(drawer1))
	require.False(t, s.Open(drawer2))
	require.Equal(t, bread, s.Holding())
	require.Equal(t, []int{fridge}, s.Places(bread))
	require.True(t, s.At(table))
	require.False(t, s.At(drawer1))
	require.ElementsMatch(t, []int{table, receptacle["sinkbasin 1"]}, s.Here())
	require.Equal(t, []int{object["apple 2"], knife}, s.Contents(table))
	s.Step("go to microwave 1")
	require.False(t, s.Hot(bread))
	require.True(t, s.Step("heat bread 1 with microwave 1").Valid)
	require.True(t, s.Hot(bread))
	require.False(t, s.Cool(bread) || s.Clean(bread) || s.Sliced(bread) || s.Toggled(bread))
}
