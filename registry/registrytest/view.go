package registrytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

func testView(t *testing.T, env registry.Environment, v registry.View) {
	words := v.Words()
	require.NotEmpty(t, words)
	require.Equal(t, words, v.Words(), "the vocabulary has a fixed order")
	known := map[string]bool{}
	for _, w := range words {
		require.NotEmpty(t, w.Text)
		require.NotContains(t, w.Text, " ")
		require.False(t, known[w.Text], "word %q twice", w.Text)
		known[w.Text] = true
	}
	inside := func(t *testing.T, list []string, of string) {
		t.Helper()
		for _, w := range list {
			require.True(t, known[w], "word %q of %q is in the vocabulary", w, of)
		}
	}

	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w, rng := reset(t, env, task), stream(20)
		a, aWords := v.Begin(w.Observation())
		b, bWords := v.Begin(w.Observation())
		require.NotEmpty(t, aWords)
		require.Equal(t, aWords, bWords, "the view is a function of the texts")
		inside(t, aWords, w.Observation())
		texts := []string{w.Observation()}
		for range walkSteps {
			for _, action := range w.Admissible() {
				said := a.Action(action)
				inside(t, said, action)
				require.Equal(t, said, b.Action(action))
				require.Equal(t, action, a.Command(said), "%v says %q", said, action)
			}
			// What a fork reads is not the reader's business.
			stray := a.Fork()
			stray.Observe(nastyTexts[rng.IntN(len(nastyTexts))])

			o := w.Step(pick(rng, w))
			texts = append(texts, o.Observation)
			said := a.Observe(o.Observation)
			require.NotEmpty(t, said, "%q", o.Observation)
			inside(t, said, o.Observation)
			require.Equal(t, said, b.Observe(o.Observation))
		}
		// The same texts once more, in a fork made halfway.
		c, _ := v.Begin(texts[0])
		for _, text := range texts[1 : len(texts)/2] {
			c.Observe(text)
		}
		d := c.Fork()
		for _, text := range texts[len(texts)/2:] {
			require.Equal(t, c.Observe(text), d.Observe(text))
		}
		for _, action := range w.Admissible() {
			require.Equal(t, a.Action(action), d.Action(action))
		}
	})

	t.Run("any text", func(t *testing.T) {
		r, said := v.Begin("")
		inside(t, said, "")
		for _, text := range nastyTexts {
			inside(t, r.Observe(text), text)
			inside(t, r.Action(text), text)
			r.Command([]string{text})
			_, said := v.Begin(text)
			inside(t, said, text)
		}
		r.Command(nil)
		rng := stream(21)
		for range 2000 {
			list := make([]string, rng.IntN(6))
			for i := range list {
				list[i] = words[rng.IntN(len(words))].Text
			}
			r.Command(list)
		}
	})
}
