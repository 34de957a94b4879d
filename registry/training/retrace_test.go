package training_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// walked is an episode in the corridor whose goal is two cells away.
func walked() *registry.Episode {
	return &registry.Episode{
		Task: registry.Task{Split: "train", Index: 1}, Introduction: "cell 0 goal 2",
		Turns: []registry.Turn{
			{Response: registry.Response{Action: "right"}, Observation: "cell 1"},
			{Response: registry.Response{Action: "left"}, Observation: "cell 0"},
		},
	}
}

func TestRetrace(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	var states []string
	err := training.Retrace(env, walked(), func(k int, w registry.World) error {
		require.Len(t, states, k)
		states = append(states, w.Signature())
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []string{"0 2", "1 2", "0 2"}, states)
}

func TestRetrace_Refuses(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	nothing := func(int, registry.World) error { return nil }
	e := walked()
	e.Introduction = "cell 5"
	require.EqualError(t, training.Retrace(env, e, nothing), "retrace train task 1: introduction differs from the recorded one")
	e = walked()
	e.Turns[1].Observation = "cell 7"
	require.EqualError(t, training.Retrace(env, e, nothing), `retrace train task 1: turn 1: observed "cell 0", recorded "cell 7"`)
	e.Task.Split = "nowhere"
	require.ErrorContains(t, training.Retrace(env, e, nothing), "retrace nowhere task 1")
	seen := errors.New("seen enough")
	require.ErrorIs(t, training.Retrace(env, walked(), func(int, registry.World) error { return seen }), seen)
}

// ways answers with a prepared solution.
type ways struct {
	corridor.Environment
	way  []string
	none bool
}

func (w *ways) Solve(registry.World) ([]string, bool) { return w.way, !w.none }

// near is a world that knows how far it is.
type near struct{ registry.World }

func (near) Distance() (int, bool) { return 7, true }

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		oracle    ways
		world     registry.World
		turns     int
		reachable bool
	}{
		{ways{way: []string{"right", "up"}}, nil, 2, true},
		{ways{}, nil, 0, true},
		{ways{none: true}, nil, 0, false},
		{ways{none: true}, near{}, 7, true},
	} {
		turns, reachable := training.Distance(&c.oracle, c.world)
		require.Equal(t, []any{c.turns, c.reachable}, []any{turns, reachable})
	}
	_, err := training.OracleOf(&corridor.Environment{})
	require.EqualError(t, err, "find an oracle: the environment has no shortest solutions")
	o, err := training.OracleOf(&ways{})
	require.NoError(t, err)
	require.NotNil(t, o)
}
