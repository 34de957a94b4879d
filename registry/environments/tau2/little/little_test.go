package little_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

func TestSlots(t *testing.T) {
	t.Parallel()
	var s little.Slots
	for i := range little.SlotCount {
		require.Equal(t, fmt.Sprintf("order_%d", i+1), s.Word("order", fmt.Sprint("#", i)))
	}
	require.Equal(t, "order_3", s.Word("order", "#2"), "a name keeps its slot")
	require.Equal(t, little.Other, s.Word("order", "#new"), "the slots have run out")
	name, ok := s.Name("order", "order_3")
	require.True(t, ok)
	require.Equal(t, "#2", name)
	for _, word := range []string{"order_0", "order_10", "zip_3", "order_03", ""} {
		_, ok = s.Name("order", word)
		require.False(t, ok, word)
	}
}

func TestLexicon(t *testing.T) {
	t.Parallel()
	l := little.NewLexicon([]registry.Word{{Text: "in"}, little.Numbered("item", "12")})
	require.Equal(t, "in", l.Word("in"))
	require.Equal(t, little.Other, l.Word("out"))
	n, ok := l.Cut("item_12", "item")
	require.True(t, ok)
	require.Equal(t, "12", n)
	for word, kind := range map[string]string{"item_13": "item", "in": "item", "item_12": "product"} {
		_, ok = l.Cut(word, kind)
		require.False(t, ok, word)
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	v, err := py.Parse(`{"a": [{"b": 3}], "c": "x"}`)
	require.NoError(t, err)
	require.Equal(t, "3", little.Text(v, "a", 0, "b"))
	for _, path := range [][]any{{"a", 1, "b"}, {"a", "b"}, {"c", 0}, {"d"}, {0}} {
		require.Empty(t, little.Text(v, path...), "%v", path)
	}
	require.Equal(t, v, little.Record("a", py.NewList(little.Record("b", py.Int(3))), "c", "x"))
}

func TestReply(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Error: no": "error", "Yes, please.": "user yes", "That was everything. ###STOP###": "user bye", "I do not know that.": "user unknown", "{}": ""} {
		words, ok := little.Reply(text)
		require.Equal(t, want != "", ok, text)
		if ok {
			require.Equal(t, want, fmt.Sprint(words)[1:len(fmt.Sprint(words))-1])
		}
	}
	require.Equal(t, "Hello.", little.Opening("one\ntwo\nHello."))
	require.Equal(t, "Hello.", little.Opening("Hello."))
}
