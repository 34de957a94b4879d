package webshop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/registrytest"
)

// Doing nothing until time is up stays on the search page and never wins.
func TestFloor_Nothing(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	for i := range 32 {
		task, turns := registry.Task{Split: "unseen", Index: i}, 0
		before := start(t, e, task.Split, i).Signature()
		registrytest.PlayFloor(t, e, registry.FloorNothing, task, func(w registry.World, action string, o registry.Outcome) {
			turns++
			require.NotEmpty(t, action)
			require.False(t, o.Done || o.Won, "task %d", i)
			require.Equal(t, before, w.Signature())
			require.Zero(t, o.Score)
		})
		require.Equal(t, e.Horizon(), turns)
	}
}

// Buying the first row whose kind and price are right wins now and then, on tasks that nobody trained on too.
func TestFloor_Blind(t *testing.T) {
	s := webshop.Defaults()
	s.Tasks = map[string]int{"unseen": 128}
	e := newEnvironment(t, s)
	won := 0
	for i := range 128 {
		task := registry.Task{Split: "unseen", Index: i}
		registrytest.PlayFloor(t, e, registry.FloorBlind, task, func(_ registry.World, action string, o registry.Outcome) {
			require.True(t, o.Valid, "task %d: %s", i, action)
			if o.Done && o.Won {
				won++
			}
		})
	}
	t.Logf("won %d of 128", won)
	require.Greater(t, won, 128*15/100)
	require.Less(t, won, 128*50/100)
}
