package searchqa_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

func TestWorld_AnyText(t *testing.T) {
	w, err := newEnvironment(t, searchqa.Defaults()).Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	for _, text := range []string{
		"", "<search>", "</search>", "<search></search>", "<answer></answer>", strings.Repeat("<search>", 1<<17), strings.Repeat("a ", 5<<20),
	} {
		before := w.Signature()
		o := w.Step(text)
		require.Equal(t, turn.Misunderstood, o.Observation)
		require.False(t, o.Valid)
		require.Equal(t, before, w.Signature())
	}
	for _, query := range []string{strings.Repeat("Alma Reyes ", 1<<20), strings.Repeat("x", 10<<20), "\x00\xff", "' OR 1=1", "the"} {
		o := w.Step("<search>" + query + "</search>")
		require.True(t, o.Valid)
		require.NotEmpty(t, o.Observation)
	}
	o := w.Step("<answer>" + strings.Repeat("the \xff", 1<<20) + "</answer>")
	require.True(t, o.Done)
	require.False(t, o.Won)
}

func TestLexicon(t *testing.T) {
	e := newEnvironment(t, searchqa.Defaults()).(*searchqa.Drawn)
	require.True(t, e.Hesitates(registry.Response{Thought: "Hmm, I wonder"}))
	require.False(t, e.Hesitates(registry.Response{Thought: "plan alma_reyes"}))
	require.True(t, e.Searches(registry.Response{Action: "<search>x</search>"}))
	require.False(t, e.Searches(registry.Response{Action: "<answer>x</answer>"}))
	require.Equal(t, "search", e.WordClass("retry"))
	require.Equal(t, "other", e.WordClass("final"))
	require.Equal(t, "answer paris", e.OutcomeKey([]string{"<search>x</search>", "nonsense", "<answer>The Paris</answer>", "<answer>x</answer>"}))
	require.Empty(t, e.OutcomeKey([]string{"<search>x</search>"}))
}
