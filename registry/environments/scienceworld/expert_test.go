package scienceworld_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// perform lets an expert play through the compact view and returns what was done. Instead of the turns in others the command
// given there is executed.
func perform(t *testing.T, e interface {
	registry.Environment
	registry.Insider
}, w registry.World, others map[int]string, turns int) (commands []string, last registry.Outcome) {
	t.Helper()
	x := e.ExpertIn(w, 1)
	r, _ := e.View().Begin(w.Observation())
	for turn := range turns {
		command := x.Act().Action
		require.NotEqual(t, []string{"other"}, r.Action(command), "%q", command)
		command = r.Command(r.Action(command))
		if other, ok := others[turn]; ok {
			command = other
		}
		last = w.Step(command)
		require.NotContains(t, last.Info, "error")
		commands = append(commands, command)
		if last.Done {
			return commands, last
		}
		x.Observe(command, last.Observation)
	}
	return commands, last
}

func TestExpert(t *testing.T) {
	e := open(t, fake(t))
	commands, last := perform(t, e, start(t, e, "boil/2"), nil, 10)
	require.True(t, last.Won)
	require.Len(t, commands, 4)
	_, last = perform(t, e, start(t, e, "boil/2"), map[int]string{0: "wait", 2: "nonsense", 3: "pick up orange"}, 12)
	require.True(t, last.Won, "what leads it nowhere does not disturb it, and a question is answered")
	require.Equal(t, "look around", e.Expert("Your task is to boil water.", 1).Act().Action, "from a text it knows no solution")

	x := e.ExpertIn(start(t, e, "boil/2"), 1)
	x.Reference([]string{"drop orange", "wait1"})
	x.Observe("put down orange", "You move the orange to the kitchen.")
	require.Equal(t, "wait1", x.Act().Action, "the view spells a command its own way")
	x.Reference([]string{"open door to kitchen", "look in jug"})
	require.Equal(t, registry.Response{Thought: "search", Action: "open door to kitchen"}, x.Act())
	fork := x.Fork(2)
	x.Observe("open door to kitchen", "The door is already open.")
	require.Equal(t, "look in jug", x.Act().Action)
	require.Equal(t, "open door to kitchen", fork.Act().Action)
	fork.Observe("go to outside", "You move to the outside.")
	fork.Observe("go to foundry", "You move to the foundry.")
	require.Equal(t, "teleport to outside", fork.Act().Action, "it goes back to where it was led away from")
	fork.Observe("teleport to outside", "You teleport to the outside.")
	require.Equal(t, "look around", fork.Act().Action)
	fork.Observe("look around", "This outside location is called the outside. Here you see: \n\tthe agent")
	require.Equal(t, "open door to kitchen", fork.Act().Action)
}

// The simulator's own solutions win when they are said in the view's words, also when the expert was led away, and they are
// the same each time.
func TestOriginal_Expert(t *testing.T) {
	e := played(t, "easy")
	names := []string{"find-non-living-thing/0"}
	if *whole {
		names = append(names, "find-plant/0", "lifespan-longest-lived/1")
		for _, f := range []string{"boil", "find-animal", "find-living-thing", "power-component", "test-conductivity", "lifespan-shortest-lived", "chemistry-mix-paint-secondary-color", "use-thermometer"} {
			names = append(names, f+"/0", f+"/9")
		}
	}
	for _, name := range names {
		commands, last := perform(t, e, start(t, e, name), nil, 100)
		require.True(t, last.Won, name)
		require.NotEmpty(t, commands)
	}
	others := map[int]string{1: "teleport to foundry", 2: "pick up table", 5: "go to hallway"}
	commands, last := perform(t, e, start(t, e, "find-non-living-thing/0"), others, 20)
	require.True(t, last.Won, "%q", commands)
	if !*whole {
		return
	}
	again := open(t, original(t))
	for _, name := range names {
		want, _ := perform(t, e, start(t, e, name), nil, 100)
		repeated, _ := perform(t, again, start(t, again, name), nil, 100)
		require.Equal(t, want, repeated)
	}
}
