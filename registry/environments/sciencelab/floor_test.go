package sciencelab_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

// Doing nothing until time is up is understood and never wins.
func TestFloor_Nothing(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	for i := range 32 {
		w := start(t, e, "unseen", i)
		x, ok := e.Floor(registry.FloorNothing, w.Observation())
		require.True(t, ok)
		for range e.Horizon() {
			a := x.Act().Action
			o := w.Step(a)
			require.True(t, o.Valid, a)
			require.False(t, o.Done || o.Won, "task %d", i)
			require.Less(t, o.Score, 1.0, "the first state of a substance counts already")
			x.Observe(a, o.Observation)
		}
	}
}

// Every policy that the kind lists is there, and no other.
func TestFloor_Names(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	w := start(t, e, "train", 0)
	require.Contains(t, sciencelab.Kind().Floors, registry.FloorNothing)
	for _, name := range sciencelab.Kind().Floors {
		x, ok := e.Floor(name, w.Observation())
		require.Equal(t, name != registry.FloorRandom, ok, name)
		if ok {
			require.NotEmpty(t, x.Fork(1).Act().Action)
		}
	}
	_, ok := e.Floor("no such policy", w.Observation())
	require.False(t, ok)
}

// The blind policy plays to the end without ever being misunderstood, and wins a part of the tasks.
func TestFloor_Blind(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	won := map[string]int{}
	for i := range 128 {
		w := start(t, e, "unseen", i)
		x, ok := e.Floor(registry.FloorBlind, w.Observation())
		require.True(t, ok)
		for range e.Horizon() {
			a := x.Act().Action
			o := w.Step(a)
			require.True(t, o.Valid, "task %d: %s", i, a)
			x.Observe(a, o.Observation)
			if o.Won {
				won[w.(registry.Typed).TaskType()]++
			}
			if o.Done {
				break
			}
		}
	}
	require.NotEmpty(t, won["find-animal"], "%v", won)
	for _, family := range []string{"boil", "melt", "freeze", "power-component", "grow-plant", "chemistry-mix"} {
		require.Zero(t, won[family], "needs more than to focus and to bring: %v", won)
	}
}
