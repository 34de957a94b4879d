package alfworld_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// utf16Text is a text as some editors save it.
func utf16Text(text []byte) []byte {
	out := []byte{0xff, 0xfe}
	for _, c := range utf16.Encode([]rune(string(text))) {
		out = append(out, byte(c), byte(c>>8))
	}
	return out
}

// Each kind of damage to one game file of a folder costs that game alone: it is named with its reason when the folder is
// opened or when its task is started, and all others play.
func TestLibrary_KindsOfDamage(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 3)
	victim := gameFiles(t, root, "train")[1]
	good, err := os.ReadFile(victim)
	require.NoError(t, err)
	write := func(data []byte) func(*testing.T) {
		return func(t *testing.T) { require.NoError(t, os.WriteFile(victim, data, 0o644)) }
	}
	swap := func(old, with string) func(*testing.T) {
		return func(t *testing.T) {
			require.Contains(t, string(good), old)
			write([]byte(strings.Replace(string(good), old, with, 1)))(t)
		}
	}
	link := func(to string) func(*testing.T) {
		return func(t *testing.T) { require.NoError(t, os.Symlink(to, victim)) }
	}
	for _, c := range []struct {
		name   string
		damage func(*testing.T)
		open   string // what the folder says of it, "" when it plays or is no game
		start  string // what its task says of it, "" when it is left out or plays
		tasks  int
	}{
		{"empty", write(nil), "line 1: unexpected end of JSON input", "", 2},
		{"not JSON", write([]byte("Once upon a time")), "line 1: invalid character 'O'", "", 2},
		{"binary", write([]byte("\x00\x01\x02\xff}")), "line 1: invalid character", "", 2},
		{"a list", write([]byte("[]")), "line 1: the value there is a list, want an object", "", 2},
		{"null", write([]byte("null")), "", "", 2},
		{"mark is no mark", swap(`"solvable": true`, `"solvable": "yes"`), "solvable is a text, want true or false", "", 2},
		{"not solvable", swap(`"solvable": true`, `"solvable": false`), "", "", 2},
		{"cut off", write(good[:len(good)-40]), "unexpected end of JSON input", "", 2},
		{"two games", write(append(good, good...)), "", "line 16: invalid character '{' after top-level value", 3},
		{"UTF-16", write(utf16Text(good)), "line 1: invalid character", "", 2},
		{"byte order mark", write(append([]byte("\xef\xbb\xbf"), good...)), "", "line 1: invalid character", 3},
		{"problem in Latin-1", swap("(:init", "(:in\xefit"), "", `unknown section ":in`, 3},
		{"no grammar", swap(`"grammar": `, `"grammars": `), "", "grammar is missing or empty", 3},
		{"grammar is a number", swap(`"pddl_problem": "`, `"grammar": 3, "pddl_problem": "`), "", "grammar is a number, want a text", 3},
		{"no facts", swap("(:init", "(:zero"), "", `problem line`, 3},
		{"a folder", func(t *testing.T) { require.NoError(t, os.Mkdir(victim, 0o755)) }, "it is no regular file", "", 2},
		{"a pipe", func(t *testing.T) { require.NoError(t, syscall.Mkfifo(victim, 0o644)) }, "it is no regular file", "", 2},
		{"a link to a device", link("/dev/zero"), "it is no regular file", "", 2},
		{"a link to nothing", link("nowhere"), "", "", 2},
		{"a link to itself", link(victim), "too many", "", 2},
		{"a link to another game", link(gameFiles(t, root, "train")[0]), "", "", 3},
		{"huge", func(t *testing.T) {
			write(good)(t)
			require.NoError(t, os.Truncate(victim, 1<<40))
		}, "1099511627776 bytes are more than", "", 2},
		{"removed", func(*testing.T) {}, "", "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.RemoveAll(victim))
			c.damage(t)
			e := newEnvironment(t, ofFolder(root))
			require.Equal(t, []registry.Split{{Name: "train", Tasks: c.tasks}, {Name: "seen", Tasks: 3}, {Name: "unseen", Tasks: 2}}, e.Splits())
			if c.open == "" {
				require.Empty(t, e.Faults())
			} else {
				require.Len(t, e.Faults(), 1)
				require.ErrorContains(t, e.Faults()[0], victim)
				require.ErrorContains(t, e.Faults()[0], c.open)
			}
			for i := range c.tasks {
				w, err := e.Reset(registry.Task{Split: "train", Index: i})
				if i == 1 && c.start != "" {
					require.ErrorContains(t, err, victim)
					require.ErrorContains(t, err, c.start)
					continue
				}
				require.NoError(t, err)
				require.True(t, play(e, w, e.ExpertIn(w, 1), 200, 0, nil).won)
			}
		})
	}
}

// What is wrong with a folder as a whole is the setting's error; whatever else lies in it is passed over.
func TestLibrary_Folders(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 2)
	train := filepath.Join(root, "json_2.1.1", "train")
	tasks, err := os.ReadDir(train)
	require.NoError(t, err)
	// As in the original's walk, links to folders are not followed.
	require.NoError(t, os.Symlink(filepath.Join(train, tasks[0].Name()), filepath.Join(train, "pick_and_place_simple-Link-None-Desk-1")))
	require.NoError(t, os.Symlink(train, filepath.Join(train, tasks[0].Name(), "trial_loop")))
	require.NoError(t, os.WriteFile(filepath.Join(train, "pick_and_place_simple-File-None-Desk-1"), []byte("no folder"), 0o644))
	e := newEnvironment(t, ofFolder(root))
	require.Equal(t, 2, e.Splits()[0].Tasks)
	require.Empty(t, e.Faults())

	// A link to a whole data set, and a set without the other splits, will do.
	whole := filepath.Join(t.TempDir(), "linked")
	require.NoError(t, os.Symlink(root, whole))
	require.Equal(t, e.Splits(), newEnvironment(t, ofFolder(whole)).Splits())
	require.NoError(t, os.RemoveAll(filepath.Join(root, "json_2.1.1", "valid_seen")))
	require.Equal(t, 0, newEnvironment(t, ofFolder(root)).Splits()[1].Tasks)
}
