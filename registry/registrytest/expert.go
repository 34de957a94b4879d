package registrytest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

const (
	expertTasks = 60
	// expertShare of the training tasks must be finished within the horizon: "most".
	expertShare = .7
)

// play lets the expert act until the world is done or the horizon is reached. Every noise-th
// action (0 for none) is replaced by a random one.
func play(w registry.World, x registry.Expert, horizon, noise int, seed uint64) (responses []registry.Response, won bool) {
	rng := stream(seed)
	for range horizon {
		r := x.Act()
		responses = append(responses, r)
		action := r.Action
		if noise > 0 && rng.IntN(noise) == 0 {
			action = pick(rng, w)
		}
		o := w.Step(action)
		if o.Done {
			return responses, o.Won
		}
		x.Observe(action, o.Observation)
	}
	return responses, false
}

func testExpert(t *testing.T, env registry.Environment, d registry.Demonstrator) {
	train := env.Splits()[0]
	tasks := min(train.Tasks, expertTasks)
	if tasks == 0 {
		t.Skip("the environment has no training tasks")
	}
	known := map[string]bool{}
	if v := env.View(); v != nil {
		for _, w := range v.Words() {
			known[w.Text] = true
		}
	}
	won := 0
	for i := range tasks {
		w := reset(t, env, registry.Task{Split: train.Name, Index: i})
		responses, ok := play(w.Fork(), registry.StartExpert(d, w, 1), env.Horizon(), 0, 0)
		if ok {
			won++
		}
		again, _ := play(w.Fork(), registry.StartExpert(d, w, 1), env.Horizon(), 0, 0)
		require.Equal(t, responses, again, "the seed makes the expert's choices")
		if _, reads := d.(registry.Insider); reads { // that of the text alone need not win, but must be one
			first, _ := play(w.Fork(), d.Expert(w.Observation(), 1), env.Horizon(), 0, 0)
			second, _ := play(w.Fork(), d.Expert(w.Observation(), 1), env.Horizon(), 0, 0)
			require.Equal(t, first, second, "the seed makes the expert's choices, whatever it may read")
		}
		for _, r := range responses {
			require.NotEmpty(t, r.Action)
			for word := range strings.FieldsSeq(r.Thought) {
				require.True(t, len(known) == 0 || known[word], "thought word %q is in the vocabulary", word)
			}
		}
		// Mistakes must not break it, nor a wrong reference.
		play(w.Fork(), registry.StartExpert(d, w, 2), 3*env.Horizon(), 3, uint64(i))
		misled := registry.StartExpert(d, w, 3)
		misled.Reference(nastyTexts)
		misled.Reference(w.Admissible())
		play(w.Fork(), misled, env.Horizon(), 5, uint64(i))
	}
	require.GreaterOrEqual(t, float64(won), expertShare*float64(tasks), "%d of %d training tasks finished in %d turns", won, tasks, env.Horizon())

	t.Run("fork", func(t *testing.T) {
		w := reset(t, env, registry.Task{Split: train.Name})
		x := registry.StartExpert(d, w, 4)
		play(w, x, 3, 0, 0)
		a, b := x.Fork(9), x.Fork(9)
		first, _ := play(w.Fork(), a, env.Horizon(), 0, 0)
		second, _ := play(w.Fork(), b, env.Horizon(), 0, 0)
		require.Equal(t, first, second, "equal seeds go on equally, and one fork does not disturb another")
	})
	t.Run("any text", func(t *testing.T) {
		for _, text := range nastyTexts {
			x := d.Expert(text, 5)
			x.Act()
			x.Observe(text, text)
			x.Reference([]string{text})
			x.Act()
		}
	})
}

func testOracle(t *testing.T, env registry.Environment, o registry.Oracle) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w := reset(t, env, task)
		for _, seed := range []uint64{0, 30, 31} {
			if seed > 0 {
				walk(w, stream(seed), walkSteps)
			}
			before := w.Signature()
			commands, ok := o.Solve(w)
			require.Equal(t, before, w.Signature(), "solving leaves the world alone")
			if !ok {
				require.NotZero(t, seed, "every task has a solution at its start")
				continue
			}
			again, _ := o.Solve(w)
			require.Equal(t, commands, again)
			f := w.Fork()
			for i, c := range commands {
				out := f.Step(c)
				require.True(t, out.Valid, "command %d, %q", i, c)
				require.Equal(t, i == len(commands)-1, out.Won, "a shortest solution wins with its last command; command %d of %d", i+1, len(commands))
			}
		}
	})
}

func testLexicon(t *testing.T, env registry.Environment, l registry.Lexicon) {
	require.False(t, l.Hesitates(registry.Response{}))
	require.False(t, l.Searches(registry.Response{}))
	classes := []string{"hesitation", "search", "other"}
	words := slices.Clone(nastyTexts)
	if v := env.View(); v != nil {
		for _, w := range v.Words() {
			words = append(words, w.Text)
		}
	}
	for _, w := range words {
		require.Contains(t, classes, l.WordClass(w))
		l.Hesitates(registry.Response{Thought: w, Action: w})
		l.Searches(registry.Response{Thought: w, Action: w})
	}
}

func testOutcomes(t *testing.T, env registry.Environment, o registry.Outcomes) {
	require.Equal(t, o.OutcomeKey(nil), o.OutcomeKey([]string{}))
	o.OutcomeKey(nastyTexts)
	eachTask(t, env, 1, func(t *testing.T, task registry.Task) {
		actions, _ := walk(reset(t, env, task), stream(40), walkSteps)
		require.Equal(t, o.OutcomeKey(actions), o.OutcomeKey(slices.Clone(actions)))
	})
}
