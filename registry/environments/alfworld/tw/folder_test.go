package tw_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

func writeGame(t *testing.T, root, id string, data []byte) {
	t.Helper()
	folder := filepath.Join(root, filepath.FromSlash(id))
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "game.tw-pddl"), data, 0o644))
}

func TestScan_SkipRules(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	src := kitchenSource(kitchenGoals["place apple in drawer"])
	good := src.Encode()
	src.Solvable = false
	unsolvable := src.Encode()
	release := filepath.Join(root, "json_2.1.1")
	for id, data := range map[string][]byte{
		"train/pick_two_obj_and_place-Apple-None-Drawer-1/trial_T2":              good,
		"train/pick_two_obj_and_place-Apple-None-Drawer-1/trial_T1":              good,
		"train/pick_two_obj_and_place-Apple-None-Drawer-10/trial_T1":             good,
		"train/look_at_obj_in_light-Book-None-DeskLamp-2/trial_T1":               good,
		"train/another_task-Book-None-DeskLamp-2/trial_T1":                       good,
		"train/pick_and_place_simple-AppleSliced-None-Drawer-1/trial_T1":         good,
		"train/pick_and_place_with_movable_recep-Apple-Bowl-Drawer-1/trial_T1":   good,
		"train/pick_and_place_simple-Apple-None-Drawer-3/trial_unsolvable":       unsolvable,
		"train/pick_and_place_simple-Apple-None-Drawer-4/trial_broken":           good[:len(good)-30],
		"valid_seen/pick_and_place_simple-Apple-None-Drawer-1/trial_T20190101_1": good,
	} {
		writeGame(t, release, id, data)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(release, "train", "pick_and_place_simple-Apple-None-Drawer-5", "trial_T1"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(release, "train", "notes.txt"), nil, 0o644))

	entries, broken, err := tw.Scan(root, "train")
	require.NoError(t, err)
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	require.Equal(t, []string{
		"train/another_task-Book-None-DeskLamp-2/trial_T1",
		"train/look_at_obj_in_light-Book-None-DeskLamp-2/trial_T1",
		"train/pick_two_obj_and_place-Apple-None-Drawer-1/trial_T1",
		"train/pick_two_obj_and_place-Apple-None-Drawer-1/trial_T2",
		"train/pick_two_obj_and_place-Apple-None-Drawer-10/trial_T1",
	}, ids)
	require.Equal(t, tw.TaskUnknown, entries[0].Type)
	require.Equal(t, tw.TaskLook, entries[1].Type)
	require.Equal(t, tw.TaskTwo, entries[2].Type)
	require.Len(t, broken, 1)
	require.ErrorContains(t, broken[0], "trial_broken")
	require.ErrorContains(t, broken[0], "unexpected end of JSON")

	same, _, err := tw.Scan(release, "train")
	require.NoError(t, err)
	require.Equal(t, entries, same)

	_, _, err = tw.Scan(root, "valid_unseen")
	require.ErrorIs(t, err, os.ErrNotExist)

	var loader tw.Loader
	g, err := loader.File(entries[2].Path)
	require.NoError(t, err)
	require.Equal(t, entries[2].ID, g.ID())
	_, err = loader.File(filepath.Join(release, "train/pick_and_place_simple-Apple-None-Drawer-3/trial_unsolvable/game.tw-pddl"))
	require.ErrorIs(t, err, tw.ErrUnsolvable)
	_, err = tw.LoadFile(filepath.Join(root, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// The untouched game files of the data set.
func TestScan_RealFolder(t *testing.T) {
	t.Parallel()
	folder := dataFolder(t)
	c := loadCollection(t)
	var loader tw.Loader
	for _, split := range []string{"valid_seen", "valid_unseen", "valid_train"} {
		entries, broken, err := tw.Scan(folder, split)
		require.NoError(t, err)
		require.Empty(t, broken)
		require.Len(t, entries, 12)
		for _, e := range entries {
			g, err := loader.File(e.Path)
			require.NoError(t, err)
			require.Equal(t, e.Type, g.Goal().Type)
			want := c.game(t, e.ID)
			require.Equal(t, want.ID(), g.ID())
			require.Equal(t, want.Walkthrough(), g.Walkthrough())
			about, err := g.Trajectory()
			require.NoError(t, err)
			require.Equal(t, e.Type, about.Type)
			require.Equal(t, g.Goal().Object, strings.ToLower(about.Object))
			require.Equal(t, g.Goal().Receptacle, strings.ToLower(about.Receptacle))
			require.Equal(t, g.Goal().Lamp, strings.ToLower(about.Lamp))
			require.NotEmpty(t, about.Descriptions)
			none, err := want.Trajectory()
			require.NoError(t, err)
			require.Nil(t, none)
			require.Equal(t, want.Start().Signature(), g.Start().Signature(), "same texts, same game")
		}
	}
}

func TestSource_RoundTrip(t *testing.T) {
	t.Parallel()
	src := kitchenSource(kitchenGoals["place apple in drawer"])
	src.Walkthrough = []string{"go to table 1", "look"}
	back, err := tw.DecodeSource(src.Encode())
	require.NoError(t, err)
	require.Equal(t, src, back)
	require.Equal(t, src.Encode(), back.Encode())
	for _, bad := range []string{"", "[]", `{"grammar": 3}`, `{"pddl_domain": "x", "grammar": "y"}`} {
		_, err := tw.DecodeSource([]byte(bad))
		require.Error(t, err, bad)
	}
}
