package alfworld_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

// Doing nothing until time is up is understood and never wins.
func TestFloor_Nothing(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	for i := range 32 {
		task, turns := registry.Task{Split: "unseen", Index: i}, 0
		registrytest.PlayFloor(t, e, registry.FloorNothing, task, func(_ registry.World, action string, o registry.Outcome) {
			turns++
			require.NotEmpty(t, action)
			require.True(t, o.Valid, action)
			require.False(t, o.Done || o.Won, "task %d", i)
			require.Zero(t, o.Score)
		})
		require.Equal(t, e.Horizon(), turns)
	}
}

// The blind policy plays to the end without ever being misunderstood, and wins a part of the tasks.
func TestFloor_Blind(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	won := map[string]int{}
	for i := range 128 {
		task := registry.Task{Split: "unseen", Index: i}
		registrytest.PlayFloor(t, e, registry.FloorBlind, task, func(w registry.World, action string, o registry.Outcome) {
			require.True(t, o.Valid, "task %d: %s", i, action)
			if o.Won {
				won[w.(registry.Typed).TaskType()]++
			}
		})
	}
	require.Len(t, won, 2, "what is only to be brought somewhere, and nothing that is to be treated first: %v", won)
}
