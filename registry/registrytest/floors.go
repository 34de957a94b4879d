package registrytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// floorTasks are the tasks of a split that floors are played on.
const floorTasks = 24

// testFloors checks that every floor that an environment has can be played: on any task it says something, the same
// whenever it is asked again, to the horizon or the end, whatever it reads.
func testFloors(t *testing.T, env registry.Environment, f registry.Floors) {
	_, ok := f.Floor("no such floor", "")
	require.False(t, ok)
	_, ok = f.Floor("", "")
	require.False(t, ok)
	_, ok = f.Floor(registry.FloorRandom, "")
	require.False(t, ok, "the one at random is not the environment's")
	for _, name := range []string{registry.FloorNothing, registry.FloorBlind} {
		if _, ok := f.Floor(name, ""); !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			eachTask(t, env, floorTasks, func(t *testing.T, task registry.Task) { playFloor(t, env, f, name, task) })
			for _, text := range nastyTexts {
				x, ok := f.Floor(name, text)
				require.True(t, ok, "a floor is there for every task")
				x.Act()
				x.Observe(text, text)
				x.Reference([]string{text})
				x.Fork(1).Act()
			}
		})
	}
}

func playFloor(t *testing.T, env registry.Environment, f registry.Floors, name string, task registry.Task) {
	t.Helper()
	w := reset(t, env, task)
	again := w.Fork()
	x, ok := f.Floor(name, w.Observation())
	require.True(t, ok)
	y, ok := f.Floor(name, again.Observation())
	require.True(t, ok)
	for range env.Horizon() {
		a := x.Act()
		require.Equal(t, a, y.Act(), "a floor has no choices of its own")
		require.Equal(t, a, x.Fork(7).Act())
		o := w.Step(a.Action)
		require.Equal(t, o, again.Step(a.Action))
		if o.Done {
			return
		}
		x.Observe(a.Action, o.Observation)
		y.Observe(a.Action, o.Observation)
	}
}

// PlayFloor plays a floor of an environment on a task, to the horizon or the end, and shows every action and what it
// brought.
func PlayFloor(t *testing.T, env interface {
	registry.Environment
	registry.Floors
}, name string, task registry.Task, see func(w registry.World, action string, o registry.Outcome)) {
	t.Helper()
	w := reset(t, env, task)
	x, ok := env.Floor(name, w.Observation())
	require.True(t, ok, "%s in %v", name, task)
	for range env.Horizon() {
		action := x.Act().Action
		o := w.Step(action)
		see(w, action, o)
		if o.Done {
			return
		}
		x.Observe(action, o.Observation)
	}
}
