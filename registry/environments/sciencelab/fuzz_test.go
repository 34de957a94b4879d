package sciencelab_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

// Texts of all kinds: ScienceWorld's, near misses, nonsense.
var texts = []string{
	"Your task is to boil water. First, focus on the substance. Then, take actions that will cause it to change its state of matter.\n\nThis room is called the kitchen. In it, you see: \n\tthe agent\n\ta stove, which is turned on. On the stove is: a metal pot (containing ice, steam).",
	"You move to the kitchen.\nThis room is called the kitchen. In it, you see: \n\ta cupboard. The cupboard door is open. In the cupboard is: a thermometer, currently reading a temperature of 20 degrees celsius.\nYou also see:",
	"the thermometer measures a temperature of 99999999999999999999 degrees celsius", "Inside the cupboard is: nothing", "In your inventory, you see:\n\tnothing",
	"move unknown substance B in inventory to green box", "connect battery anode to black wire terminal 1", "pour cup containing blue paint in art studio in cup containing red paint in table",
	"focus on apple tree in the adult stage in flower pot", "move living thing in  to  in ", "open door", "door to", "0", "19", "-1", "go to door to kitchen", "use thermometer on water", "pick up substance in metal pot",
	"focus on door to hallway", "move water to kitchen", "connect anode in  to cathode on ", "look in in in", "Your task is to measure the melting point of .", "Ambiguous request:\n0:\t1:\t",
	"go to kitchen", "teleport to foundry", "focus on containing nothing", "open kitchen", "connect kitchen to inventory", "use thermometer on door", "use thermometer on inventory", "mix mix", "dunk glass cup into jug",
}

// Nothing that is said to a world or read by the view and the expert makes them panic; what is no
// action changes nothing; the view stays in its vocabulary.
func FuzzTexts(f *testing.F) {
	for i, text := range texts {
		f.Add(texts[0], text, texts[(i+7)%len(texts)], uint8(i))
	}
	s := sciencelab.Defaults()
	s.Simplifications = append(s.Simplifications, "teleportAction", "openContainers")
	e := newEnvironment(f, s)
	known := map[string]bool{}
	for _, w := range e.View().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, introduction, observation, action string, task uint8) {
		w := start(t, e, "train", int(task))
		for _, text := range []string{action, observation, action, "0", introduction} {
			before := w.Signature()
			o := w.Step(text)
			require.NotEmpty(t, o.Observation)
			require.True(t, o.Valid || w.Signature() == before, "%q", text)
			for _, a := range w.Admissible() {
				require.True(t, w.Fork().Step(a).Valid, "%q is listed", a)
			}
		}

		r, words := e.View().Begin(introduction)
		words = append(words, r.Observe(observation)...)
		said := r.Action(action)
		words = append(words, said...)
		for _, w := range words {
			require.True(t, known[w], "%q", w)
		}
		if again := r.Action(r.Command(said)); again[0] != "other" {
			require.Equal(t, said, again, "a command read back is the same command")
		}
		r.Command(strings.Fields(action))

		x := e.Expert(introduction, 1)
		x.Reference([]string{action, observation})
		for range 3 {
			x.Act()
			x.Observe(action, observation)
		}
		y := e.Expert(w.Observation(), 1)
		y.Observe(action, observation)
		y.Act()
		e.OutcomeKey([]string{action, observation})
		e.Searches(registry.Response{Action: action})
	})
}
