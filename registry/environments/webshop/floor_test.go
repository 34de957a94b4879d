package webshop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
)

// Doing nothing until time is up stays on the search page and never wins.
func TestFloor_Nothing(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	for i := range 32 {
		w := start(t, e, "unseen", i)
		x, ok := e.Floor(registry.FloorNothing, w.Observation())
		require.True(t, ok)
		before := w.Signature()
		for range e.Horizon() {
			a := x.Act().Action
			o := w.Step(a)
			require.False(t, o.Done || o.Won, "task %d", i)
			require.Equal(t, before, w.Signature())
			require.Zero(t, o.Score)
			x.Observe(a, o.Observation)
		}
	}
}

// Every policy that the kind lists is there, and no other.
func TestFloor_Names(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	w := start(t, e, "train", 0)
	require.Contains(t, webshop.Kind().Floors, registry.FloorNothing)
	for _, name := range webshop.Kind().Floors {
		x, ok := e.Floor(name, w.Observation())
		require.Equal(t, name != registry.FloorRandom, ok, name)
		if ok {
			require.NotEmpty(t, x.Fork(1).Act().Action)
		}
	}
	_, ok := e.Floor("no such policy", w.Observation())
	require.False(t, ok)
}

// Buying the first row whose kind and price are right wins now and then, on tasks that nobody trained on too.
func TestFloor_Blind(t *testing.T) {
	s := webshop.Defaults()
	s.Tasks = map[string]int{"unseen": 128}
	e := newEnvironment(t, s)
	won := 0
	for i := range 128 {
		w := start(t, e, "unseen", i)
		x, ok := e.Floor(registry.FloorBlind, w.Observation())
		require.True(t, ok)
		for range e.Horizon() {
			a := x.Act().Action
			o := w.Step(a)
			require.True(t, o.Valid, "task %d: %s", i, a)
			x.Observe(a, o.Observation)
			if o.Done {
				if o.Won {
					won++
				}
				break
			}
		}
	}
	t.Logf("won %d of 128", won)
	require.Greater(t, won, 128*15/100)
	require.Less(t, won, 128*50/100)
}
