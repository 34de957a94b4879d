package registrytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// still requires that ask leaves a world as it is: what it said last, what it understands, its state.
func still(t *testing.T, w registry.World, ask func()) {
	t.Helper()
	observation, signature, admissible := w.Observation(), w.Signature(), w.Admissible()
	ask()
	require.Equal(t, observation, w.Observation(), "asking changes no text")
	require.Equal(t, signature, w.Signature(), "asking changes no state")
	require.Equal(t, admissible, w.Admissible(), "asking changes no list")
}

// testInsider checks that an expert that reads the hidden state only reads it: the world that it was started in, and its
// futures, are those of one in which nobody asked.
func testInsider(t *testing.T, env registry.Environment, i registry.Insider) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w, other := reset(t, env, task), reset(t, env, task)
		var x registry.Expert
		still(t, w, func() { x = i.ExpertIn(w, 1) })
		f := w.Fork()
		still(t, w, func() {
			for range env.Horizon() {
				a := x.Act()
				o := f.Step(a.Action)
				if o.Done {
					break
				}
				x.Observe(a.Action, o.Observation)
			}
		})
		actions, outcomes := walk(other, stream(50), walkSteps)
		replay(t, w, actions, outcomes)
	})
}
