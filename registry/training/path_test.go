package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

func TestPath(t *testing.T) {
	env := &corridor.Environment{Turns: 12}
	for i := range 5 {
		task := registry.Task{Split: "train", Index: i}
		commands, ok, err := training.Path(env, task)
		require.NoError(t, err)
		require.True(t, ok)
		w, err := env.Reset(task)
		require.NoError(t, err)
		won := false
		for _, c := range commands {
			require.False(t, won, "the path ends where the task is won")
			won = w.Step(c).Won
		}
		require.True(t, won)
	}
}
