package tw_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// What is wrong with a JSON file is told by line and name, in no words of this program's own types.
func TestDecodeSource_FriendlyFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"[]", "decode game: line 1: the value there is a list, want an object"},
		{"\n\n{\"grammar\": 3}", "decode game: line 3: grammar is a number, want a text"},
		{`{"solvable": "yes"}`, "decode game: line 1: solvable is a text, want true or false"},
		{`{"walkthrough": {"a": 1}}`, "decode game: line 1: walkthrough is an object, want a list"},
		{`{"walkthrough": ["look", true]}`, "decode game: line 1: walkthrough is true or false, want a text"},
		{"{\n\"grammar\": x", "decode game: line 2: invalid character 'x' looking for beginning of value"},
		{"{", "decode game: line 1: unexpected end of JSON input"},
		{`{"pddl_domain": "d", "grammar": "g"}`, "decode game: pddl_problem is missing or empty"},
	} {
		_, err := tw.DecodeSource([]byte(c.text))
		require.EqualError(t, err, c.want, c.text)
	}
}

// A broken traj_data.json beside a game is an error where its content is asked for, and nowhere else.
func TestLoader_FileFaults(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	src := kitchenSource(kitchenGoals["place apple in drawer"])
	writeGame(t, root, "train/pick_and_place_simple-Apple-None-Drawer-1/trial_T1", src.Encode())
	folder := filepath.Join(root, "train", "pick_and_place_simple-Apple-None-Drawer-1", "trial_T1")
	game, about := filepath.Join(folder, "game.tw-pddl"), filepath.Join(folder, "traj_data.json")
	for _, c := range []struct{ text, want string }{
		{`{"turk_annotations": {"anns": [{"task_desc": 5}]}}`, "line 1: turk_annotations.anns.task_desc is a number, want a text"},
		{`{"pddl_params": []}`, "line 1: pddl_params is a list, want an object"},
		{"{\n\n", "line 3: unexpected end of JSON input"},
	} {
		require.NoError(t, os.WriteFile(about, []byte(c.text), 0o644))
		g, err := tw.LoadFile(game)
		require.NoError(t, err)
		require.NotEmpty(t, g.Start().Admissible())
		trajectory, err := g.Trajectory()
		require.Nil(t, trajectory)
		require.EqualError(t, err, "read trajectory "+about+": "+c.want)
		_, err = new(tw.Loader).FileWithTask(game, func(*tw.Trajectory) (string, error) { return "go.", nil })
		require.EqualError(t, err, "load game "+game+": read trajectory "+about+": "+c.want)
	}
	require.NoError(t, os.Remove(about))
	src.Grammar = `grammar :: """{"intro": 3}""";`
	require.NoError(t, os.WriteFile(game, src.Encode(), 0o644))
	_, err := tw.LoadFile(game)
	require.EqualError(t, err, "load game "+game+": grammar line 1: the value there is a number, want a list")
}

func TestSource_WithTask(t *testing.T) {
	t.Parallel()
	src := kitchenSource(kitchenGoals["place apple in drawer"])
	// What the original prints of such sentences: it stops at the first character that no text of a grammar has.
	for sentence, want := range map[string]string{
		"Put the apple (red) & go, 50% // now..": "Put the apple (red) & go, 50% // now..",
		"Put it down; then leave.":               "Put it down",
		`Put "the" apple away.`:                  "Put the apple away.",
		`Put "the apple away.`:                   "Put ",
		`Put "the" apple <away> & go..`:          "Put the apple ",
		"Put [the] apple away.":                  "Put ",
		"a | b.":                                 "a ",
		"x}.":                                    "x",
		"  apple\n .":                            "  apple\n .",
	} {
		human, err := src.WithTask(sentence)
		require.NoError(t, err)
		g, err := new(tw.Loader).Game("human", human)
		require.NoError(t, err)
		require.Equal(t, want, g.Task(), sentence)
		require.True(t, strings.HasSuffix(g.Start().Observation(), "\n\nYour task is to: "+want), sentence)
	}
	src.Grammar = "nothing"
	_, err := src.WithTask("go.")
	require.ErrorContains(t, err, "exactly one plain goal sentence")
}

func FuzzTrajectory(f *testing.F) {
	f.Add([]byte(`{"task_type": "pick_and_place_simple", "pddl_params": {"object_target": "Apple"}, "turk_annotations": {"anns": [{"task_desc": "x"}]}}`))
	f.Add([]byte(`{"turk_annotations": []}`))
	root := f.TempDir()
	src := kitchenSource(kitchenGoals["place apple in drawer"])
	game := filepath.Join(root, "game.tw-pddl")
	require.NoError(f, os.WriteFile(game, src.Encode(), 0o644))
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(root, "traj_data.json"), data, 0o644))
		g, err := tw.LoadFile(game)
		require.NoError(t, err, "the game itself is sound")
		trajectory, err := g.Trajectory()
		require.Equal(t, err == nil, trajectory != nil)
	})
}
