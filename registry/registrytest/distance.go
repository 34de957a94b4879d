package registrytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// distanceSteps are the actions of a walk on which distances are asked for; wayMost is the longest way to a goal that is
// followed.
const (
	distanceSteps = 12
	wayMost       = 60
)

// distanceOf asks twice and requires that nobody can tell.
func distanceOf(t *testing.T, w registry.World) (turns int, reachable bool) {
	t.Helper()
	still(t, w, func() {
		turns, reachable = w.(registry.Distanced).Distance()
		again, ok := w.(registry.Distanced).Distance()
		require.Equal(t, reachable, ok)
		require.Equal(t, turns, again)
	})
	if reachable {
		require.GreaterOrEqual(t, turns, 0)
	}
	return turns, reachable
}

// testDistance checks that a distance is the length of a shortest way to the goal: 0 exactly where the goal holds, one less
// after every command of a way, at most one less after any command, and the same for a fork and for a replay.
func testDistance(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w, rng := reset(t, env, task), stream(51)
		turns, reachable := distanceOf(t, w)
		require.True(t, reachable, "every task can be done from its start")
		require.Positive(t, turns, "no task is done at its start")
		approach(t, env, w.Fork(), turns)
		var actions []string
		for range distanceSteps {
			a := pick(rng, w)
			actions = append(actions, a)
			o := w.Step(a)
			before, possible := turns, reachable
			turns, reachable = distanceOf(t, w)
			require.Equal(t, o.Won, reachable && turns == 0, "0 turns from the goal is where it holds; after %q", a)
			if reachable {
				require.True(t, possible, "%q made possible what was not", a)
				require.GreaterOrEqual(t, turns, before-1, "%q saves more than its turn", a)
			}
			fork, ok := distanceOf(t, w.Fork())
			require.Equal(t, reachable, ok)
			require.Equal(t, turns, fork)
		}
		again := reset(t, env, task)
		for _, a := range actions {
			again.Step(a)
		}
		replayed, ok := distanceOf(t, again)
		require.Equal(t, reachable, ok)
		require.Equal(t, turns, replayed)
		if reachable {
			approach(t, env, w, turns)
		}
	})
}

// approach follows a shortest way, the environment's own if it solves tasks, and requires the distance to count it down.
func approach(t *testing.T, env registry.Environment, w registry.World, turns int) {
	t.Helper()
	var way []string
	if o, ok := env.(registry.Oracle); ok {
		way, ok = o.Solve(w)
		require.True(t, ok)
		require.Len(t, way, turns, "a shortest solution is as long as the distance")
	}
	for left := turns - 1; left >= 0 && turns-left <= wayMost; left-- {
		command := ""
		if way != nil {
			command = way[turns-1-left]
		} else {
			command = nearer(t, w, left)
		}
		o := w.Step(command)
		now, reachable := distanceOf(t, w)
		require.True(t, reachable)
		require.Equal(t, left, now, "%q goes one turn of the way", command)
		require.Equal(t, left == 0, o.Won)
	}
}

// nearer is a listed command after which the goal is as far as it should be.
func nearer(t *testing.T, w registry.World, left int) string {
	t.Helper()
	for _, a := range w.Admissible() {
		f := w.Fork()
		f.Step(a)
		if turns, ok := f.(registry.Distanced).Distance(); ok && turns == left {
			return a
		}
	}
	require.Fail(t, "no listed command leads nearer to the goal", "%d turns are left", left+1)
	return ""
}
