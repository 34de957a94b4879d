package scienceworld_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

func open(t testing.TB, s scienceworld.Settings) *scienceworld.Environment {
	t.Helper()
	e, err := scienceworld.New(s)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

func start(t testing.TB, e *scienceworld.Environment, name string) registry.World {
	t.Helper()
	w, err := e.Open(name)
	require.NoError(t, err)
	return w
}

func TestEnvironment(t *testing.T) {
	s := fake(t)
	s.Tasks = map[string]int{"train": 1, "seen": 1, "unseen": 1}
	registrytest.TestEnvironment(t, open(t, s))
}

// A single simulator does for any number of worlds: each gets the state it needs by repetition.
func TestEnvironment_OneSimulator(t *testing.T) {
	s := fake(t)
	s.Memory = s.Heap + 256
	e := open(t, s)
	require.Equal(t, 1, e.Width())
	roomy := open(t, fake(t))
	var few, many []registry.World
	for range 3 {
		few, many = append(few, start(t, e, "boil/7")), append(many, start(t, roomy, "boil/7"))
	}
	for _, action := range []string{"go to hallway", "pick up orange", "1", "wait", "look around", "go to hallway", "nonsense", "go to kitchen"} {
		for i := range few {
			require.Equal(t, many[i].Step(action), few[i].Step(action))
			few[i], many[i] = few[i].Fork(), many[i].Fork()
			require.Equal(t, many[i].Signature(), few[i].Signature())
			require.Equal(t, many[i].Admissible(), few[i].Admissible())
		}
	}
	require.Equal(t, 1, started(t, s))
}

// Score and completion that the simulator keeps from the episode before do not show.
func TestWorld_FreshScore(t *testing.T) {
	w := start(t, open(t, fake(t)), "find-plant/2")
	o := w.Step("inventory")
	require.Zero(t, o.Score)
	require.False(t, o.Done)
}

func TestWorld_Ends(t *testing.T) {
	e := open(t, fake(t))
	for _, c := range []struct {
		name    string
		actions []string
		want    registry.Outcome // of the last action, without its text
	}{
		{"reached", []string{"go to hallway", "go to hallway", "go to hallway", "go to hallway"}, registry.Outcome{Score: 1, Done: true, Won: true, Valid: true, Info: map[string]any{"moves": 4, "failed": false}}},
		{"under way", []string{"go to hallway"}, registry.Outcome{Score: 0.25, Valid: true, Info: map[string]any{"moves": 1, "failed": false}}},
		{"nonsense", []string{"go to hallway", "nonsense"}, registry.Outcome{Score: 0.25, Info: map[string]any{"moves": 1, "failed": false}}},
		{"free", []string{"look around"}, registry.Outcome{Valid: true, Info: map[string]any{"moves": 0, "failed": false}}},
		{"failed", []string{"go to hallway", "focus on nothing"}, registry.Outcome{Done: true, Valid: true, Info: map[string]any{"moves": 2, "failed": true}}},
		{"goes on after failing", []string{"focus on nothing", "go to hallway", "go to hallway", "go to hallway", "go to hallway"}, registry.Outcome{Done: true, Valid: true, Info: map[string]any{"moves": 5, "failed": true}}},
		{"at the limit", []string{"wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "go to kitchen"}, registry.Outcome{Valid: true, Info: map[string]any{"moves": 100, "failed": false}}},
		{"past the limit", []string{"wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait"}, registry.Outcome{Done: true, Valid: true, Info: map[string]any{"moves": 110, "failed": false}}},
		{"swallowed", []string{"pick up orange", "nonsense"}, registry.Outcome{Valid: true, Info: map[string]any{"moves": 1, "failed": false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := start(t, e, "boil/2") // its goal is cell 4
			var o registry.Outcome
			for _, a := range c.actions {
				o = w.Step(a)
			}
			o.Observation = ""
			require.Equal(t, c.want, o)
		})
	}
}

// A simulator that fails once is replaced, and nobody notices.
func TestWorld_Replaced(t *testing.T) {
	for _, fault := range []string{"die", "hang", "garbage", "half"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := fake(t)
			e := open(t, s)
			e.SetPatience(time.Second)
			w := start(t, e, "boil/7")
			w.Step("go to hallway")
			o := w.Step("fault " + fault + " once")
			require.NotContains(t, o.Info, "error")
			require.False(t, o.Done)
			require.Equal(t, 2, o.Info["moves"])
			require.Equal(t, 2, started(t, s))
		})
	}
}

// One that fails again costs the episode, and no other.
func TestWorld_Lost(t *testing.T) {
	for _, fault := range []string{"die", "hang", "garbage", "half"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			e := open(t, fake(t))
			e.SetPatience(time.Second)
			w, other := start(t, e, "boil/7"), start(t, e, "boil/7")
			before := w.Step("go to hallway")
			o := w.Step("fault " + fault + " always")
			require.True(t, o.Done)
			require.False(t, o.Valid)
			require.Equal(t, before.Score, o.Score, "the score it had")
			require.NotEmpty(t, o.Info["error"])
			require.NotEmpty(t, o.Lost)
			require.Equal(t, o, w.Step("go to hallway"), "it goes nowhere any more")
			require.Empty(t, w.Admissible())
			require.Equal(t, before, other.Step("go to hallway"))
		})
	}
}

func TestEnvironment_NoSimulator(t *testing.T) {
	for _, c := range []struct {
		name, message string
		change        func(t *testing.T, s *scienceworld.Settings)
	}{
		{"no Java", "it needs Java", func(t *testing.T, s *scienceworld.Settings) { s.Java = "no-such-program" }},
		{"another program", "instead of its port", func(t *testing.T, s *scienceworld.Settings) { s.Java = "true" }},
		{"folder without the JAR", "scienceworld.jar", func(t *testing.T, s *scienceworld.Settings) { s.JAR = t.TempDir() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fake(t)
			c.change(t, &s)
			_, err := open(t, s).Reset(registry.Task{Split: "train"})
			require.ErrorContains(t, err, c.message)
		})
	}
}

func TestEnvironment_Close(t *testing.T) {
	e, err := scienceworld.New(fake(t))
	require.NoError(t, err)
	w := start(t, e, "boil/7")
	e.Close()
	e.Close()
	require.Contains(t, w.Step("go to hallway").Info["error"], "closed")
	_, err = e.Open("boil/7")
	require.ErrorContains(t, err, "closed")
}

// More goroutines than simulators.
func TestEnvironment_Crowded(t *testing.T) {
	s := fake(t)
	s.Memory = 2 * (s.Heap + 128)
	e := open(t, s)
	want := start(t, e, "boil/7")
	actions := []string{"go to hallway", "wait", "go to kitchen", "pick up orange", "0"}
	var outcomes []registry.Outcome
	for _, a := range actions {
		outcomes = append(outcomes, want.Step(a))
	}
	var all sync.WaitGroup
	got := make([][]registry.Outcome, 8)
	for k := range got {
		all.Go(func() {
			w, err := e.Open("boil/7")
			if err != nil {
				return
			}
			for _, a := range actions {
				got[k] = append(got[k], w.Step(a))
			}
		})
	}
	all.Wait()
	for k := range got {
		require.Equal(t, outcomes, got[k])
	}
	require.LessOrEqual(t, started(t, s), 2)
}

func TestEnvironment_Splits(t *testing.T) {
	e := open(t, scienceworld.Defaults())
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 3592}, {Name: "seen", Tasks: 1796}, {Name: "unseen", Tasks: 1819}}, e.Splits())
	s := fake(t)
	s.Tasks = nil
	met := map[string]bool{}
	e = open(t, s)
	for i := range 3 {
		w, err := e.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		met[w.(registry.Typed).TaskType()] = true
	}
	require.Len(t, met, 3, "the first tasks are of all families")
	for _, name := range []string{"", "boil", "boil/", "boil/30", "boil/-1", "boil/x", "bake/0"} {
		_, err := e.Open(name)
		require.Error(t, err, name)
	}
	byID := start(t, e, "1-1/7")
	require.Equal(t, start(t, e, "boil/7").Observation(), byID.Observation())
}

func TestSettings_Validate(t *testing.T) {
	s := scienceworld.Defaults()
	s.JAR = filepath.Join(t.TempDir(), "nowhere.jar")
	s.Java, s.MoveLimit, s.Horizon, s.Heap = "", 0, 0, 1
	s.Families, s.Simplifications, s.Tasks = []string{"bake"}, []string{"hard"}, map[string]int{"dev": 1, "train": -1}
	err := s.Validate()
	for _, setting := range []string{"jar", "java", "families", "simplifications", "move_limit", "horizon", "heap", "tasks"} {
		require.ErrorContains(t, err, setting+": ")
	}
	s = scienceworld.Defaults()
	s.Simplifications = []string{"noElectricalAction"}
	require.ErrorContains(t, s.Validate(), "power-component needs the electrical actions")
	s.Families = []string{"boil"}
	require.NoError(t, s.Validate())
	s.Memory = 100
	require.ErrorContains(t, s.Validate(), "memory: ")
}

// The JAR's content counts for what was computed with it, wherever it was found.
func TestKind_Files(t *testing.T) {
	s := fake(t)
	require.Equal(t, []string{s.JAR}, scienceworld.Kind().Files(&s))
	dir := t.TempDir()
	jar := filepath.Join(dir, "scienceworld.jar")
	require.NoError(t, os.WriteFile(jar, nil, 0o644))
	s.JAR = dir
	require.Equal(t, []string{jar}, scienceworld.Kind().Files(&s))
}
