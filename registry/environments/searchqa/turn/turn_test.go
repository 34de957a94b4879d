package turn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

func TestParse(t *testing.T) {
	search := func(s string) turn.Action { return turn.Action{Kind: turn.Search, Text: s} }
	answer := func(s string) turn.Action { return turn.Action{Kind: turn.Answer, Text: s} }
	for _, c := range []struct {
		response string
		want     turn.Action
	}{
		{"<search>who</search>", search("who")},
		{"<think>let me see</think>\n<search> who was \n first </search> and more", search("who was \n first")},
		{"<answer>Paris</answer>", answer("Paris")},
		{"<answer>Paris</answer><answer>Rome</answer>", answer("Paris")},
		{"<search>a</search><answer>b</answer>", search("a")},
		// The first closing search tag cuts, the first complete pair counts.
		{"<answer>b</answer><search>a</search>", answer("b")},
		{"<answer>b<search>a</search></answer>", search("a")},
		{"<answer>b <search>c</answer>", answer("b <search>c")},
		{"<search>a<search>b</search>", search("a<search>b")},
		{"</search><answer>b</answer>", turn.Action{}},
		{"</answer><answer>b</answer>", turn.Action{}},
		{"<search></search>", turn.Action{}},
		{"<answer> \n</answer>", turn.Action{}},
		{"<search>never closed", turn.Action{}},
		{"<SEARCH>a</SEARCH>", turn.Action{}},
		{"", turn.Action{}},
		{"just text", turn.Action{}},
	} {
		require.Equal(t, c.want, turn.Parse(c.response), "%q", c.response)
	}
}

func TestParse_Large(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("<search>", 1<<20), strings.Repeat("</search>", 1<<20), strings.Repeat("<answer>x", 1<<20), strings.Repeat("a", 10<<20),
	} {
		require.Equal(t, turn.Action{}, turn.Parse(text))
	}
}

func TestInformation(t *testing.T) {
	hits := []corpus.Hit{
		{Document: corpus.Document{ID: "1", Contents: "\"Iron (film)\"\nA film by X.\nIt is long."}},
		{Document: corpus.Document{ID: "2", Contents: "No quotes\nShort."}},
	}
	text := turn.Information(hits, 0)
	require.Equal(t, "<information>Doc 1(Title: \"Iron (film)\") A film by X.\nIt is long.\nDoc 2(Title: No quotes) Short.</information>", text)
	list, ok := turn.Passages(text)
	require.True(t, ok)
	require.Equal(t, []turn.Passage{{"Iron (film)", "A film by X.\nIt is long."}, {"No quotes", "Short."}}, list)

	require.Equal(t, "<information>Doc 1(Title: \"Iron (film)\") A film</information>", turn.Information(hits, 6))
	list, ok = turn.Passages(turn.Information(nil, 0))
	require.True(t, ok)
	require.Empty(t, list)
	for _, text := range []string{"", "<information", turn.Misunderstood, turn.Taken} {
		_, ok = turn.Passages(text)
		require.False(t, ok, text)
	}
}

func TestIntroduction(t *testing.T) {
	require.Equal(t, "who was first?", turn.Question(turn.Introduction(" who was first ")))
	require.Equal(t, "who?", turn.Question(turn.Introduction("who?")))
	require.Equal(t, "just text", turn.Question("just text"))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"<think>x</think><search>a</search>", "<answer>b</answer>", "<search><answer></search></answer>", "\xff<search>\x00</search>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, response string) {
		a := turn.Parse(response)
		if a.Kind == turn.None {
			require.Equal(t, turn.Action{}, a)
			return
		}
		require.NotEmpty(t, a.Text)
		require.Equal(t, strings.TrimSpace(a.Text), a.Text)
		require.Contains(t, response, a.Text)
	})
}

func FuzzPassages(f *testing.F) {
	f.Add("<information>Doc 1(Title: \"A\") b\nDoc 2(Title: C) d\ne</information>")
	f.Add("<information>(Title: \nDoc (Title: )</information></information>")
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := turn.Passages(text)
		require.True(t, ok || list == nil)
	})
}
