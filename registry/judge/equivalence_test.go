package judge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/text/actions"
)

func TestAskEquivalence(t *testing.T) {
	call := func(text string) actions.Action {
		return actions.Action{Kind: actions.Call, Name: "search", Arguments: text, Text: "search[" + text + "]"}
	}
	message := func(text string) actions.Action { return actions.Action{Kind: actions.Message, Text: text} }
	list := []judge.Comparison{
		{State: walk(false), A: call("red shoes"), B: call("shoes in red")},
		{State: walk(false), A: message("Which size?"), B: message("What size do you need?")},
		{State: walk(false), A: call("red shoes"), B: call("blue shoes")},
		{State: walk(false), A: message("Hello."), B: message("Goodbye.")},
	}
	model := &script{answers: []string{`{"same": true}`, "{\"same\": true} I think", `{"same": false}`, "{}"}}
	q := judge.Ask(model)
	same, err := judge.AskEquivalence(q).Same(t.Context(), list)
	require.NoError(t, err)
	require.Equal(t, []bool{true, true, false, false}, same)
	requireCounts(t, q, 4, 1)
	for _, part := range []string{"call the tool", "first action: search[red shoes]\nsecond action: search[shoes in red]", "a room", "[turn 2]"} {
		require.Contains(t, model.asked[0], part)
	}
	require.Contains(t, model.asked[1], "tell or ask the same")
	_, err = judge.AskEquivalence(judge.Ask(silent{})).Same(t.Context(), list)
	require.EqualError(t, err, "compare 4 pairs of actions: no line")
}

// Whatever a model answers, there is a verdict.
func FuzzAskEquivalence(f *testing.F) {
	for _, answer := range []string{`{"same": true}`, `{"same": 1}`, "{}", "}{", `{{"same": true}}`, "null", `{"same": null}`} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		same, err := judge.AskEquivalence(judge.Ask(says{answer, nil})).Same(t.Context(), []judge.Comparison{{State: walk(false)}})
		require.NoError(t, err)
		require.Len(t, same, 1)
	})
}
