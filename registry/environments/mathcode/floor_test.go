package mathcode_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

// Doing nothing never wins; the last number of a problem sometimes is the answer.
func TestFloor(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	won := 0
	for i := range 128 {
		w := start(t, e, "unseen", i)
		x, ok := e.Floor(registry.FloorNothing, w.Observation())
		require.True(t, ok)
		o := w.Fork().Step(x.Act().Action)
		require.True(t, o.Valid)
		require.False(t, o.Done || o.Won)

		x, ok = e.Floor(registry.FloorBlind, w.Observation())
		require.True(t, ok)
		o = w.Step(x.Act().Action)
		require.True(t, o.Valid && o.Done)
		if o.Won {
			won++
		}
	}
	require.Greater(t, won, 0)
	require.Less(t, won, 16)
	_, ok := e.Floor("no such policy", "")
	require.False(t, ok)
}

func TestFloor_LastNumber(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	for introduction, action := range map[string]string{
		"Ann has 3 apples and 4.5 pears.": "answer[4.5]",
		"Nobody has anything.":            "answer[0]",
		"":                                "answer[0]",
	} {
		x, ok := e.Floor(registry.FloorBlind, introduction)
		require.True(t, ok)
		require.Equal(t, action, x.Act().Action)
	}
}
