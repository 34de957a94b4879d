package alfworld_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// smallFolder writes some generated games as a data folder and returns its path and the environment they are from.
func smallFolder(t testing.TB, train int) (string, *alfworld.Environment) {
	t.Helper()
	s := alfworld.Defaults()
	s.Tasks = map[string]int{"train": train, "seen": 3, "unseen": 2}
	e := newEnvironment(t, s)
	root := t.TempDir()
	require.NoError(t, e.WriteGames(root))
	return root, e
}

func ofFolder(root string) alfworld.Settings {
	s := alfworld.Defaults()
	s.Games = root
	return s
}

// gameFiles lists the game files of a split's folder, sorted.
func gameFiles(t testing.TB, root, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "json_2.1.1", folder, "*", "*", "game.tw-pddl"))
	require.NoError(t, err)
	return files
}

// Folders and files that are no games of the three splits are passed over; task types filter.
func TestLibrary_Splits(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 12)
	release := filepath.Join(root, "json_2.1.1")
	require.NoError(t, os.CopyFS(filepath.Join(release, "tests_seen"), os.DirFS(filepath.Join(release, "valid_seen"))))
	require.NoError(t, os.MkdirAll(filepath.Join(release, "train", "notes", "empty"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(release, "train", "README"), []byte("x"), 0o644))
	e := newEnvironment(t, ofFolder(root))
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 12}, {Name: "seen", Tasks: 3}, {Name: "unseen", Tasks: 2}}, e.Splits())
	require.Empty(t, e.Faults())

	s := ofFolder(root)
	s.TaskTypes = []string{"pick_and_place_simple", "pick_two_obj_and_place"}
	filtered, err := alfworld.New(s)
	require.NoError(t, err)
	some := 0
	for _, split := range filtered.Splits() {
		for i := range split.Tasks {
			require.Contains(t, s.TaskTypes, start(t, filtered, split.Name, i).(registry.Typed).TaskType())
			some++
		}
	}
	require.NotZero(t, some)
	require.Less(t, some, 17)
}

// A file cut off is left out and named with its reason; one with a fault inside is named when its task is started. Both leave
// the others playable.
func TestLibrary_BrokenFiles(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 6)
	files := gameFiles(t, root, "train")
	require.Len(t, files, 6)
	data, err := os.ReadFile(files[1])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[1], data[:len(data)/2], 0o644))
	data, err = os.ReadFile(files[3])
	require.NoError(t, err)
	require.Contains(t, string(data), "(:init")
	require.NoError(t, os.WriteFile(files[3], []byte(strings.Replace(string(data), "(:init", "(:inti", 1)), 0o644))

	e := newEnvironment(t, ofFolder(root))
	require.Equal(t, 5, e.Splits()[0].Tasks)
	require.Len(t, e.Faults(), 1)
	require.ErrorContains(t, e.Faults()[0], files[1])
	require.ErrorContains(t, e.Faults()[0], "unexpected end of JSON")
	for i := range 5 {
		w, err := e.Reset(registry.Task{Split: "train", Index: i})
		if i == 2 { // the third that is left
			require.ErrorContains(t, err, files[3])
			require.ErrorContains(t, err, `unknown section ":inti"`)
			continue
		}
		require.NoError(t, err)
		require.NotEmpty(t, w.Admissible())
	}
	for _, file := range files {
		require.NoError(t, os.WriteFile(file, []byte("{"), 0o644))
	}
	_, err = alfworld.New(ofFolder(root))
	require.NoError(t, err, "the other splits still have games")
}

// A broken traj_data.json makes its game unplayable only where the settings need it.
func TestLibrary_BrokenTrajectory(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 3)
	file := gameFiles(t, root, "train")[1]
	about := filepath.Join(filepath.Dir(file), "traj_data.json")
	require.NoError(t, os.WriteFile(about, []byte("{\n\"pddl_params\": ["), 0o644))
	task := registry.Task{Split: "train", Index: 1}
	e := newEnvironment(t, ofFolder(root))
	w := start(t, e, task.Split, task.Index)
	require.True(t, play(e, w, e.ExpertIn(w, 1), 200, 0, nil).won)
	_, err := e.Open(file)
	require.NoError(t, err)

	want := "read trajectory " + about + ": line 2: unexpected end of JSON input"
	s := ofFolder(root)
	s.Expert = "handcoded"
	handcoded := newEnvironment(t, s)
	_, err = handcoded.Reset(task)
	require.ErrorContains(t, err, want)
	_, err = handcoded.Open(file)
	require.ErrorContains(t, err, want)
	start(t, handcoded, "train", 0)
	require.Equal(t, "look", handcoded.ExpertIn(w, 1).Act().Action, "an expert without a task looks around")
	s = ofFolder(root)
	s.Goal = "human"
	_, err = newEnvironment(t, s).Reset(task)
	require.ErrorContains(t, err, want)
}

// A folder as large as ALFWorld's opens fast, keeps no game in memory, and starts any of its tasks.
func TestLibrary_Large(t *testing.T) {
	games := 3553
	if testing.Short() {
		games = 300
	}
	root, _ := smallFolder(t, 12)
	release := filepath.Join(root, "json_2.1.1", "train")
	sources := gameFiles(t, root, "train")
	for i := range games - len(sources) {
		from := filepath.Dir(sources[i%len(sources)])
		to := filepath.Join(release, filepath.Base(filepath.Dir(from)), fmt.Sprintf("trial_T%05d", i))
		require.NoError(t, os.Mkdir(to, 0o755))
		// A link stands for a copy: the same reads, less to write.
		require.NoError(t, os.Link(filepath.Join(from, "game.tw-pddl"), filepath.Join(to, "game.tw-pddl")))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	e := newEnvironment(t, ofFolder(root))
	took := time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	read := after.TotalAlloc - before.TotalAlloc
	kept := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d games opened in %v, %.1f MB read, %.1f MB kept", games, took, float64(read)/1e6, float64(kept)/1e6)
	require.Equal(t, games, e.Splits()[0].Tasks)
	require.Less(t, took, time.Minute, "on the slowest disk")
	require.Less(t, read, uint64(games)*16<<10, "the games' texts are not read")
	require.Less(t, kept, int64(8<<20))
	for i := 0; i < games; i += games / 20 {
		require.NotEmpty(t, start(t, e, "train", i).Observation())
	}
}

// The sentence is one that a person wrote for the game, always the same for a seed, and all of them come up.
func TestGoal_Human(t *testing.T) {
	t.Parallel()
	root, _ := smallFolder(t, 8)
	for i, file := range gameFiles(t, root, "train") {
		about := filepath.Join(filepath.Dir(file), "traj_data.json")
		text := fmt.Sprintf(`{"task_type": "pick_and_place_simple", "turk_annotations": {"anns": [
			{"task_desc": "Do the \"first\" thing %d."}, {"task_desc": "do the second thing %d"}, {"task_desc": "third, %d"}]}}`, i, i, i)
		require.NoError(t, os.WriteFile(about, []byte(text), 0o644))
	}
	templated := newEnvironment(t, ofFolder(root))
	seen := map[string]int{}
	for seed := range 20 {
		s := ofFolder(root)
		s.Goal, s.Seed = "human", seed
		e, again := newEnvironment(t, s), newEnvironment(t, s)
		for i := range 8 {
			w := start(t, e, "train", i)
			intro := w.Observation()
			require.Equal(t, intro, start(t, again, "train", i).Observation())
			room, sentence, ok := strings.Cut(intro, "Your task is to: ")
			require.True(t, ok)
			plain := start(t, templated, "train", i)
			require.Equal(t, room, strings.Split(plain.Observation(), "Your task is to: ")[0])
			require.Contains(t, []string{fmt.Sprintf("Do the first thing %d..", i), fmt.Sprintf("do the second thing %d.", i), fmt.Sprintf("third, %d.", i)}, sentence)
			seen[sentence[:3]]++
			solution, ok := e.Solve(w)
			require.True(t, ok)
			want, _ := templated.Solve(plain)
			require.Equal(t, want, solution, "the goal is the same")
			require.True(t, play(e, w, e.ExpertIn(w, 1), 200, 0, nil).won, "the expert is told what is asked for")
		}
	}
	for _, n := range seen {
		require.InDelta(t, 160.0/3, n, 25)
	}
	require.Len(t, seen, 3)

	require.NoError(t, os.Remove(filepath.Join(filepath.Dir(gameFiles(t, root, "train")[2]), "traj_data.json")))
	s := ofFolder(root)
	s.Goal = "human"
	_, err := newEnvironment(t, s).Reset(registry.Task{Split: "train", Index: 2})
	require.ErrorContains(t, err, "no sentence that a person wrote")
}

// Real games: every human sentence is one of the file's.
func TestGoal_HumanRealGames(t *testing.T) {
	t.Parallel()
	s := ofFolder(realData)
	s.Goal = "human"
	e, err := alfworld.New(s)
	if err != nil {
		t.Skipf("real games are not here: %v", err)
	}
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			w := start(t, e, split.Name, i)
			require.NotContains(t, w.Observation(), "UNKNOWN GOAL")
			_, sentence, ok := strings.Cut(w.Observation(), "Your task is to: ")
			require.True(t, ok)
			require.True(t, strings.HasSuffix(sentence, "."))
			e.View().Begin(w.Observation())
		}
	}
}
