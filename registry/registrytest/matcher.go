package registrytest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// matchTasks are the training tasks whose solutions are matched.
const matchTasks = 12

// testMatcher checks that an episode along a path is found on it where it is; that what the world does not understand and asking
// twice move nothing; that wherever an episode is found, what is left of the path can be begun and finishes the task (or
// could, with objects that may change roles); and that no text makes it panic.
func testMatcher(t *testing.T, env registry.Environment, m registry.Matcher) {
	if o, ok := env.(registry.Oracle); ok {
		train := env.Splits()[0]
		for i := range min(train.Tasks, matchTasks) {
			for _, anyInstance := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %d, any instance %t", train.Name, i, anyInstance), func(t *testing.T) {
					w := reset(t, env, registry.Task{Split: train.Name, Index: i})
					path, ok := o.Solve(w)
					require.True(t, ok)
					alongPath(t, w.Fork(), m, path, anyInstance)
					offPath(t, w, m, path, anyInstance, uint64(i))
				})
			}
		}
	}
	t.Run("any text", func(t *testing.T) {
		for i, text := range nastyTexts {
			other := nastyTexts[(i+7)%len(nastyTexts)]
			for _, path := range [][]string{nil, {text}, {text, other, text}, nastyTexts} {
				for _, anyInstance := range []bool{false, true} {
					p := m.Match(text, path, anyInstance)
					p.Progress(nil)
					p.Observe(text, other)
					p.Observe(other, text)
					checkProgress(t, p, path, nastyTexts)
				}
			}
		}
	})
}

// checkProgress asks where an episode stands, twice, and checks the form of the answer.
func checkProgress(t *testing.T, p registry.PathMatcher, path, admissible []string) (registry.Progress, bool) {
	t.Helper()
	at, ok := p.Progress(admissible)
	again, okAgain := p.Progress(admissible)
	require.Equal(t, ok, okAgain)
	require.Equal(t, at, again, "asking moves nothing")
	if ok {
		require.NotEmpty(t, at.Left, "where nothing is left the path is no guide")
		require.LessOrEqual(t, len(at.Done), len(path))
		require.LessOrEqual(t, len(at.Done)+len(at.Left), len(path), "what is done and what is left is no more than the path")
	}
	return at, ok
}

func alongPath(t *testing.T, w registry.World, m registry.Matcher, path []string, anyInstance bool) {
	t.Helper()
	p, rng := m.Match(w.Observation(), path, anyInstance), stream(52)
	for j, command := range path {
		at, ok := checkProgress(t, p, path, w.Admissible())
		require.True(t, ok, "the path itself is on the path; point %d of %q", j, path)
		require.Equal(t, path[:j], slices.Clip(at.Done))
		require.Equal(t, path[j:], at.Left)
		if o := w.Step(nastyTexts[rng.IntN(len(nastyTexts))]); !o.Valid {
			p.Observe(nastyTexts[rng.IntN(len(nastyTexts))], o.Observation)
			same, still := checkProgress(t, p, path, w.Admissible())
			require.Equal(t, ok, still)
			require.Equal(t, at, same, "what is not understood leads nowhere")
		}
		p.Observe(command, w.Step(command).Observation)
	}
}

func offPath(t *testing.T, w registry.World, m registry.Matcher, path []string, anyInstance bool, seed uint64) {
	t.Helper()
	p, rng := m.Match(w.Observation(), path, anyInstance), stream(53+seed)
	for k := range 2 * walkSteps {
		list := w.Admissible()
		at, ok := checkProgress(t, p, path, list)
		if ok {
			require.Contains(t, list, at.Left[0], "what the path does next can be done")
			won := false
			for f := w.Fork(); len(at.Left) > 0 && !won; at.Left = at.Left[1:] {
				won = f.Step(at.Left[0]).Won
			}
			require.True(t, won || anyInstance, "what is left of the path finishes the task")
		}
		action := pick(rng, w)
		// Every other action leads along the path, where there is something to be found.
		if at, ok := p.Progress(list); ok && k%2 == 0 {
			action = at.Left[0]
		}
		o := w.Step(action)
		if o.Done {
			return
		}
		p.Observe(action, o.Observation)
	}
}
