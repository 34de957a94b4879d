package sciencelab_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

// What texts become in the compact view.
func TestView_Words(t *testing.T) {
	v := newEnvironment(t, sciencelab.Defaults()).View()
	r, said := v.Begin("Your task is to measure the melting point of wax. First, focus on the thermometer. Next, focus on the wax. If the melting point of wax is above 30.0 degrees celsius, focus on the red box. If the melting point of wax is below 30.0 degrees celsius, focus on the green box. The boxes are located around the kitchen.\n\n" +
		"This room is called the living room. In it, you see: \n\tthe agent\n\ta substance called air\n\tan adult crow\n\ta substance called liquid wax\n\ta cabinet. The cabinet door is closed. \nYou also see:\n\tA door to the hallway (that is open)")
	require.Equal(t, "measure-melting-point-known-substance wax t30 above red_box below green_box at kitchen : living_room crow wax liquid cabinet", strings.Join(said, " "))
	for _, test := range []struct{ text, want string }{
		{"The door is not open.", "closed"},
		{"The door is now open.", "ok"},
		{"The cabinet is now open.", "ok"},
		{"The cabinet is now open. In the cabinet is: nothing.", "nothing"},
		{"The cabinet is now open. In the cabinet is: a fork, a substance called ice.", "fork water solid"},
		{"You move to the hallway.", "hallway"},
		{"You move to the outside.\nThis outside location is called the outside. Here you see: \n\tthe agent\n\tan apple tree in the adult stage\n\ta closet. The closet door is open. In the closet is: a coin.\nYou also see:\n\tA door to the kitchen (that is open)", "outside apple_seed grown coin"},
		{"the thermometer measures a temperature of 60 degrees celsius", "t60 above"},
		{"the thermometer measures a temperature of 17 degrees celsius", "t10 below"},
		{"the thermometer measures a temperature of 30 degrees celsius", "t30"},
		{"the thermometer measures a temperature of 1100 degrees celsius", "t1000 above"},
		{"a turtle egg", "egg"},
		{"a red light bulb, which is on", "on"},
		{"a fork", "nothing"},
		{"a metal pot (containing a substance called water, a substance called sugar)", "water sugar"},
		{"In your inventory, you see:\n\ta coin\n\ta jug (containing nothing)", "holding coin jug"},
		{"Sugar and water mix to produce sugar water.", "made sugar_water"},
		{"The recipe reads:\nTo make salt water, you need to mix sodium chloride, water.", "needs sodium_chloride water"},
		{"No known action matches that input.", "invalid"},
		{"The stove is already activated.", "refused"},
		{"You focus on the wax.", "ok"},
		{"Ambiguous request: Please enter the number for the action you intended (or blank to cancel):\n0:\tpick up fork (in kitchen)\n", "which"},
		{"Hello.", "other"},
	} {
		require.Equal(t, test.want, strings.Join(r.Observe(test.text), " "), "%q", test.text)
	}
	for _, test := range []struct{ text, want string }{
		{"open door to living room", "open living_room"},
		{"use thermometer on wax", "measure wax"},
		{"move unknown substance B to red box", "move unknown_substance_B red_box"},
		{"connect battery to red wire", "connect battery red_wire"},
		{"look around", "look"},
		{"12", "#12"},
	} {
		require.Equal(t, test.want, strings.Join(r.Action(test.text), " "))
		require.Equal(t, test.text, r.Command(r.Action(test.text)))
	}
	for _, words := range [][]string{{"goto", "wax"}, {"focus"}, {"move", "wax"}, {"measure", "thermometer"}, {"open", "kitchen", "wax"}, {"above"}, {}} {
		require.Equal(t, strings.Join(words, " "), r.Command(words), "no command")
	}
	n := len(v.Words())
	require.True(t, n >= 150 && n <= 350, "%d words", n)
}
