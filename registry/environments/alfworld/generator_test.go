package alfworld_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// shapes are the kinds of generated worlds the tests go through.
var shapes = []struct {
	name         string
	size         string
	rooms, thing int
	tasks        int // a split that tests go through: the largest take long to compile
}{
	{"smallest", "small", 5, 2, 24}, {"default", "small", 0, 0, 24}, {"large small", "small", 15, 24, 12},
	{"full", "full", 0, 0, 6}, {"largest", "full", 54, 71, 1},
}

func shaped(t testing.TB, size string, rooms, things int, tasks int) *alfworld.Environment {
	t.Helper()
	s := alfworld.Defaults()
	s.Size, s.Receptacles, s.Objects = size, rooms, things
	s.Tasks = map[string]int{"train": tasks, "seen": tasks, "unseen": tasks}
	return newEnvironment(t, s)
}

func start(t testing.TB, e registry.Environment, split string, index int) registry.World {
	t.Helper()
	w, err := e.Reset(registry.Task{Split: split, Index: index})
	require.NoError(t, err)
	return w
}

// surroundings opens everything and tells what lies where, by class, in the order of the
// introduction.
func surroundings(w registry.World) string {
	var told strings.Builder
	told.WriteString(w.Observation())
	for _, action := range w.Admissible() {
		place, ok := strings.CutPrefix(action, "go to ")
		if !ok {
			continue
		}
		f := w.Fork()
		text := f.Step(action).Observation
		if strings.HasSuffix(text, "is closed.") {
			text = f.Step("open " + place).Observation
		}
		told.WriteString("\n" + text)
	}
	return told.String()
}

func TestGenerator_Solvable(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			e := shaped(t, shape.size, shape.rooms, shape.thing, shape.tasks)
			for _, s := range e.Splits() {
				for i := range s.Tasks {
					w := start(t, e, s.Name, i)
					commands, ok := e.Solve(w)
					require.True(t, ok, "%s %d: %s", s.Name, i, w.Observation())
					require.GreaterOrEqual(t, len(commands), 4, "%s %d is no task: %v", s.Name, i, commands)
					for k, c := range commands {
						require.Equal(t, k == len(commands)-1, w.Step(c).Won)
					}
				}
			}
		})
	}
}

// Games of different splits differ in their texts, and all six task types occur in each.
func TestGenerator_Splits(t *testing.T) {
	e := shaped(t, "small", 0, 0, 100)
	owner := map[string]string{}
	for _, s := range e.Splits() {
		kinds := map[string]bool{}
		for i := range s.Tasks {
			w := start(t, e, s.Name, i)
			all := surroundings(w)
			require.True(t, owner[all] == "" || owner[all] == s.Name, "a game in %s and %s", owner[all], s.Name)
			owner[all] = s.Name
			_, words := e.View().Begin(w.Observation())
			at := slices.Index(words, ":")
			kinds[fmt.Sprint(words[:at-3], words[at-2])] = true
		}
		require.Len(t, kinds, 6, "%v", kinds)
	}
}

// A target never lies where it is wanted, and everything that opens starts closed.
func TestGenerator_Layout(t *testing.T) {
	e := shaped(t, "small", 0, 0, 60)
	listed := regexp.MustCompile(`a ([a-z]+) \d+`)
	for i := range 60 {
		w := start(t, e, "train", i)
		_, words := e.View().Begin(w.Observation())
		at := slices.Index(words, ":")
		object, dest := words[at-3], words[at-1]
		require.Len(t, words[at+1:], 7)
		lines := strings.Split(surroundings(w), "\n")
		things := 0
		for _, line := range lines[5:] {
			line = strings.Split(line, " you see ")[len(strings.Split(line, " you see "))-1]
			things += len(listed.FindAllString(line, -1))
		}
		require.Equal(t, 7, things, "six objects and the lamp: %s", surroundings(w))
		for _, line := range lines[5:] {
			here := listed.FindAllStringSubmatch(line, -1)
			if strings.Contains(line, "the "+dest+" ") || (dest == "desklamp" && strings.Contains(line, "the desk ")) {
				for _, m := range here {
					require.NotEqual(t, object, m[1], line)
				}
			}
		}
		for _, action := range w.Admissible() {
			if place, ok := strings.CutPrefix(action, "go to "); ok {
				class, _, _ := strings.Cut(place, " ")
				opens := slices.Contains([]string{"fridge", "microwave", "cabinet", "drawer"}, class)
				require.Equal(t, opens, strings.Contains(w.Fork().Step(action).Observation, "closed"), place)
			}
		}
	}
}

// A task does not depend on how many there are, and another seed draws other games.
func TestGenerator_Seeded(t *testing.T) {
	few, many := shaped(t, "small", 0, 0, 3), shaped(t, "small", 0, 0, 50)
	s := alfworld.Defaults()
	s.Seed = 2
	other := newEnvironment(t, s)
	for i := range 3 {
		require.Equal(t, start(t, few, "unseen", i).Signature(), start(t, many, "unseen", i).Signature())
		require.NotEqual(t, surroundings(start(t, few, "unseen", i)), surroundings(start(t, other, "unseen", i)))
	}
}

// Games written to disk are the games played: same texts, same futures.
func TestWriteGames(t *testing.T) {
	s := alfworld.Defaults()
	s.Tasks = map[string]int{"train": 4, "seen": 3, "unseen": 2}
	e := newEnvironment(t, s)
	dir := t.TempDir()
	require.NoError(t, e.WriteGames(dir))
	again := t.TempDir()
	require.NoError(t, e.WriteGames(again))
	files := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		rel, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(again, rel))
		require.NoError(t, err)
		require.Equal(t, want, got, "equal settings write equal bytes")
		return nil
	}))
	require.Equal(t, 9*3, files)

	s = alfworld.Defaults()
	s.Games = dir
	read := newEnvironment(t, s)
	require.Equal(t, e.Splits(), read.Splits())
	for _, split := range e.Splits() {
		written, played := map[string]bool{}, map[string]bool{}
		for i := range split.Tasks {
			written[surroundings(start(t, read, split.Name, i))] = true
			played[surroundings(start(t, e, split.Name, i))] = true
		}
		require.Equal(t, played, written)
	}
	require.ErrorContains(t, read.WriteGames(t.TempDir()), "generates none")
}
