package sciencelab

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// A split that no draw belongs to is an error that says so, never an endless loop; with the bound as it is even the smallest
// worlds are found.
func TestGenerator_Attempts(t *testing.T) {
	s := Defaults()
	s.Objects, s.ClosedDoors, s.Families = 0, 0, []string{"lifespan-longest-lived"}
	e, err := New(s)
	require.NoError(t, err)
	for i := range 64 {
		_, err := e.Reset(registry.Task{Split: "seen", Index: i})
		require.NoError(t, err)
	}
	e.generator.attempts = 1
	failed := 0
	for i := range 64 {
		if _, err := e.Reset(registry.Task{Split: "seen", Index: i}); err != nil {
			require.ErrorContains(t, err, "of split seen: none of 1 draws belongs there")
			failed++
		}
		_, err := e.Reset(registry.Task{Split: "unseen", Index: i})
		require.NoError(t, err)
	}
	require.Greater(t, failed, 32)
	require.Less(t, failed, 64)
}
