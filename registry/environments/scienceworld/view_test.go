package scienceworld_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld"
)

func theView(t testing.TB) registry.View { return open(t, scienceworld.Defaults()).View() }

// What texts become in the compact view.
func TestView_Words(t *testing.T) {
	v := theView(t)
	r, said := v.Begin("Your task is to find a(n) plant. First, focus on the thing. Then, move it to the red box in the kitchen.\n\n" +
		"This room is called the greenhouse. In it, you see: \n\tthe agent\n\ta substance called air\n\ta bee hive. The bee hive door is open. In the bee hive is: nothing.\n" +
		"\ta flower pot 2 (containing a substance called water)\n\ta flower pot 3 (containing a pea plant in the adult stage with a tall height, soil)\n\ta jug (containing nothing)\n" +
		"\ta sink, which is turned off. In the sink is: nothing.\nYou also see:\n\tA door to the hallway (that is open)\n\tA door to the outside (that is closed)")
	require.Equal(t, "find plant red_box kitchen : greenhouse bee_hive flower_pot #2 ( water ) flower_pot #3 ( pea_plant in_the_adult_stage tall height soil ) jug sink is_off door outside is_closed",
		strings.Join(said, " "))
	_, said = v.Begin("Your task is to measure the melting point of chocolate, which is located around the kitchen. First, focus on the thermometer. Next, focus on the chocolate. If the melting point of chocolate is above -10.0 degrees celsius, focus on the orange box. If the melting point of chocolate is below -10.0 degrees celsius, focus on the yellow box. The boxes are located around the kitchen.\n\nThis room is called the hallway. In it, you see: \n\tthe agent")
	require.Equal(t, "melting_point chocolate kitchen thermometer chocolate above t-10 orange_box chocolate below t-10 yellow_box : hallway", strings.Join(said, " "))
	for _, test := range []struct{ text, want string }{
		{"You move to the outside.", "ok outside"},
		{"You move the metal pot to the stove.", "ok metal_pot stove"},
		{"(disconnecting unknown substance U)You move the unknown substance U to the green box.", "ok unknown_substance u green_box"},
		{"The door is already open.", "already door"},
		{"The door is now closed.", "ok door is_closed"},
		{"The stove appears broken, and can't be activated or deactivated.", "refused stove broken"},
		{"The hallway is not moveable.", "refused hallway"},
		{"the thermometer measures a temperature of 98 degrees celsius", "t90"},
		{"the thermometer measures a temperature of -4 degrees celsius", "t-10"},
		{"the thermometer measures a temperature of 9999 degrees celsius", "t2000"},
		{"a substance called liquid gallium", "liquid gallium"},
		{"an inclined plane D, with: a wood block approximately 17% down the plane", "inclined_plane d wood_block #17"},
		{"a stopwatch, which is deactivated. The time reads 142 ticks.", "stopwatch is_off #100"},
		{"In your inventory, you see:\n\ta bowl (containing a red apple)\n\tan orange", "inventory bowl ( red_apple ) orange"},
		{"No known action matches that input.", "invalid"},
		{"Unknown action.  Type 'help' for a list of actions, and 'objects' for a list of possible object referents.", "invalid"},
		{"Ambiguous request: Please enter the number for the action you intended (or blank to cancel):\n0:\tfocus on apple (in apple tree, in flower pot 3, in greenhouse)\n1:\tfocus on apple (in bowl, in kitchen)\n",
			"which #0 apple apple_tree flower_pot #3 greenhouse #1 apple bowl kitchen"},
		{"Hello.", "other"},
	} {
		require.Equal(t, test.want, strings.Join(r.Observe(test.text), " "), "%q", test.text)
	}
	for _, test := range []struct{ text, words, command string }{
		{"look around", "look_around", "look around"},
		{"teleport to art studio", "teleport_to art_studio", "teleport to art studio"},
		{"move flower pot 8 containing cherry tree and soil in inventory to red box", "move flower_pot #8 containing cherry_tree and soil in inventory to red_box", "move flower pot 8 containing cherry tree and soil in inventory to red box"},
		{"connect battery anode to black wire terminal 1", "connect battery anode to black_wire terminal #1", "connect battery anode to black wire terminal 1"},
		{"use axe on fire pit", "use axe on fire_pit", "use axe on fire pit"},
		{"focus on inclined plane with a unknown material J surface", "focus_on inclined_plane with_a unknown_material j surface", "focus on inclined plane with a unknown material j surface"},
		{"read book (Moby Dick)", "read book_(moby_dick)", "read book (moby dick)"},
		{"examine the steam", "look_at steam", "look at steam"},
		{"3", "#3", "3"},
		{"xyzzy", "other", "other"},
		{"take thermometer and fly", "other", "other"},
		{"move wood cup", "other", "other"},
		{"inventory jug", "other", "other"},
	} {
		require.Equal(t, test.words, strings.Join(r.Action(test.text), " "), "%q", test.text)
		require.Equal(t, test.command, r.Command(r.Action(test.text)), "%q", test.text)
	}
	for _, words := range [][]string{{"move", "jug"}, {"focus_on"}, {"look_around", "jug"}, {"jug"}, {"move", "to", "jug"}, {"open", "search"}, {"#3", "#4"}, {"go_to", "nowhere"}, {}} {
		require.Equal(t, strings.Join(words, " "), r.Command(words), "no command")
	}
}

// On all texts of the recordings, the view says nothing that the text does not say, and each text by itself: what was read
// before changes nothing. What the solutions do can be said in its words.
func TestView_Recordings(t *testing.T) {
	v := theView(t)
	kinds := map[string]string{}
	for _, w := range v.Words() {
		kinds[w.Text] = w.Type
	}
	sound := func(text string, words []string) {
		t.Helper()
		plain := strings.ToLower(text)
		require.NotEmpty(t, words)
		for _, w := range words {
			kind, known := kinds[w]
			require.True(t, known, "%q of %q", w, text)
			switch kind {
			case "result", "temperature":
				continue
			case "number":
				if w == "#100" {
					continue // and more
				}
				w = strings.TrimPrefix(w, "#")
			}
			for part := range strings.SplitSeq(w, "_") {
				require.Contains(t, plain, part, "what %q says", w)
			}
		}
	}
	texts := map[string]bool{}
	for _, record := range recordings(t) {
		introduction := record.Description + "\n\n" + record.Look
		r, words := v.Begin(introduction)
		sound(introduction, words)
		for i, o := range record.Observations {
			if words := r.Action(record.Actions[i]); record.Kind == "gold" {
				command := r.Command(words)
				require.NotEqual(t, []string{"other"}, words, "%q", record.Actions[i])
				require.Equal(t, words, r.Action(command), "%q", record.Actions[i])
			}
			if texts[o] {
				continue
			}
			texts[o] = true
			said := r.Observe(o)
			sound(o, said)
			fresh, _ := v.Begin("")
			require.Equal(t, said, fresh.Observe(o))
		}
	}
	require.Greater(t, len(texts), 1000)
}

// Any text has words, all of the vocabulary, and any words are either a command that means the same again or none.
func FuzzView(f *testing.F) {
	for _, s := range []string{"", "look around", "move jug to sink", "This room is called the kitchen. In it, you see: \n\ta bowl (containing a red apple)", "((((", "-", "-1.5 degrees", "12:\tx\n0:\ty",
		"Ambiguous request: \n0:\tfocus on (", "door to the (that is open)", "door to the kitchen (that is open", "the the the jug the jug", "\x00\xff", "99999999999999999999 degrees", "1e9 degrees"} {
		f.Add(s)
	}
	v := theView(f)
	known := map[string]bool{}
	for _, w := range v.Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, begun := v.Begin(text)
		action := r.Action(text)
		for _, words := range [][]string{begun, r.Observe(text), action} {
			require.NotEmpty(t, words)
			require.False(t, slices.ContainsFunc(words, func(w string) bool { return !known[w] }), "%q of %q", words, text)
		}
		require.Equal(t, action, r.Action(r.Command(action)))
	})
}
