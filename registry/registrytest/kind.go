package registrytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// TestKind checks what a kind says about the environment of its default settings: that they make one, that it
// lists every floor that the environment has, once each, and none that it has not, and that each can be played on the first
// tasks of every split.
func TestKind(t *testing.T, kind registry.EnvironmentKind, tasks int) {
	t.Helper()
	require.NotEmpty(t, kind.Name)
	require.NotEmpty(t, kind.Title)
	require.NotEmpty(t, kind.Help)
	env, err := kind.New(kind.Settings())
	require.NoError(t, err)
	floors, _ := env.(registry.Floors)
	listed := map[string]bool{}
	for _, name := range kind.Floors {
		require.False(t, listed[name], "floor %s is listed twice", name)
		listed[name] = true
	}
	for _, name := range []string{registry.FloorNothing, registry.FloorBlind} {
		has := false
		if floors != nil {
			_, has = floors.Floor(name, "")
		}
		require.Equal(t, has, listed[name], "floor %s is listed where there is one", name)
	}
	for _, name := range kind.Floors {
		t.Run(name, func(t *testing.T) {
			for _, s := range env.Splits() {
				for i := range min(s.Tasks, tasks) {
					playToTheEnd(t, env, floors, name, registry.Task{Split: s.Name, Index: i})
				}
			}
		})
	}
}

// playToTheEnd plays a floor on a task.
func playToTheEnd(t *testing.T, env registry.Environment, floors registry.Floors, name string, task registry.Task) {
	t.Helper()
	w, rng := reset(t, env, task), stream(uint64(task.Index))
	var x registry.Expert
	if name != registry.FloorRandom {
		var ok bool
		x, ok = floors.Floor(name, w.Observation())
		require.True(t, ok, "%s in %v", name, task)
	}
	for range env.Horizon() {
		action := ""
		if x != nil {
			action = x.Act().Action
		} else if list := w.Admissible(); len(list) > 0 {
			action = list[rng.IntN(len(list))]
		}
		o := w.Step(action)
		if !(o.Score >= 0 && o.Score <= 1) {
			require.Fail(t, "score out of range", "%v in %v by %s", o.Score, task, name)
		}
		if o.Done {
			return
		}
		if x != nil {
			x.Observe(action, o.Observation)
		}
	}
}
