package mathcode_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

func TestWorld_Step(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	w := start(t, e, "train", 0)
	for _, c := range []struct {
		action, observation string
		valid               bool
	}{
		{"run[cat = dan * 3]", "error: dan is not defined", true},
		{" run[dan = 4; 2 * dan] ", "dan = 4\n8", true},
		{"run[cat = dan * 3]", "cat = 12", true},
		{"run[cat = dan * 3]", "cat = 12", true},
		{"run[cat = 7; x = 1/0]", "cat = 7\nerror: division by zero", true},
		{"run[cat]", "cat = 12"[6:], true},
		{"run[cat = ]", "error: at 6: expected a value", false},
		{"run[]", "error: at 0: an empty program", false},
		{"run cat", "error: neither run[PROGRAM] nor answer[ANSWER]", false},
		{"answer[]", "error: an empty answer", false},
		{"answer[" + strings.Repeat("1", 2001) + "]", "error: an answer longer than 2000 bytes", false},
		{"run[" + strings.Repeat("1+", 5_000_000) + "1]", "error: at 4096: a program longer than 4096 bytes", false},
		{strings.Repeat("x", 10_000_000), "error: neither run[PROGRAM] nor answer[ANSWER]", false},
	} {
		before := w.Signature()
		o := w.Step(c.action)
		require.Equal(t, c.observation, o.Observation)
		require.Equal(t, c.valid, o.Valid)
		require.False(t, o.Done || o.Won)
		if !c.valid {
			require.Equal(t, before, w.Signature())
		}
	}
	f := w.Fork()
	solution, ok := e.Solve(w)
	require.True(t, ok)
	for _, c := range solution {
		require.False(t, w.Step("run[1]").Won)
		w.Step(c)
	}
	o := w.Step("answer[1]")
	require.True(t, o.Done && o.Won && !o.Valid, "the first answer counts")
	require.Equal(t, "The episode is over.", o.Observation)
	require.Empty(t, w.Admissible())

	o = f.Step("answer[no number]")
	require.True(t, o.Done && o.Valid)
	require.False(t, o.Won)
	require.Zero(t, o.Score)
	require.Empty(t, o.Info["rule"])
	_, ok = e.Solve(f)
	require.False(t, ok)
}

// A wrong value in the calculator is derived again, a right one is not.
func TestSolve_Resumes(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	for i := range 20 {
		w := start(t, e, "train", i)
		solution, _ := e.Solve(w)
		first := solution[0]
		w.Step(first)
		rest, _ := e.Solve(w)
		require.Equal(t, solution[1:], rest)
		name, _, _ := strings.Cut(strings.TrimPrefix(first, "run["), " = ")
		w.Step("run[" + name + " = 3001]")
		again, _ := e.Solve(w)
		require.Equal(t, solution, again)
	}
}

// Every number says by which rule its answer was accepted, and what the other rules say.
func TestWorld_Rules(t *testing.T) {
	answer := strings.TrimPrefix(goldOf(t, mathcode.Defaults()), "answer[")
	gold := strings.TrimSuffix(answer, "]")
	for _, c := range []struct {
		accept, answer, rule         string
		equivalent, hendrycks, minva bool
	}{
		{"equivalent", gold, "identical", true, true, true},
		{"equivalent", gold + ".0", "number", true, false, false},
		{"equivalent", `\boxed{` + gold + "}", "identical", true, true, true},
		{"equivalent", "$" + gold + "$", "identical", true, true, true},
		{"equivalent", gold + "1", "", false, false, false},
		{"hendrycks", gold + ".0", "", true, false, false},
		{"hendrycks", "x=" + gold, "hendrycks", true, true, true},
		{"minerva", "the count = " + gold + " units", "minerva", false, false, true},
	} {
		s := mathcode.Defaults()
		s.Accept = c.accept
		o := start(t, drawn(t, s), "train", 0).Step("answer[" + c.answer + "]")
		require.Equal(t, c.rule, o.Info["rule"], c.answer)
		require.Equal(t, c.rule != "", o.Won)
		require.Equal(t, c.accept, o.Info["accept"])
		require.Equal(t, []any{c.hendrycks, c.minva}, []any{o.Info["hendrycks"], o.Info["minerva"]}, c.answer)
	}
}

func goldOf(t *testing.T, s mathcode.Settings) string {
	e := drawn(t, s)
	solution, ok := e.Solve(start(t, e, "train", 0))
	require.True(t, ok)
	return solution[len(solution)-1]
}

// The costliest answers end within the operations that a check may take, and the outcome says so.
func TestWorld_HostileAnswers(t *testing.T) {
	w := start(t, drawn(t, mathcode.Defaults()), "train", 0)
	for _, part := range []string{"(", "{", `\frac`, "9^", "1,", `\pm 1`, "x+", "|", `\boxed{`, `\sqrt`, "9!", "[", "-", `\cup{1}`, `x^{y^`, `\text{ a}`, "1/", "a=", `\begin{matrix}`} {
		o := w.Fork().Step("answer[" + strings.Repeat(part, 1990/len(part)) + "]")
		require.True(t, o.Done && !o.Won, part)
		require.Equal(t, part == "9!", o.Info["exceeded"] != nil, part)
	}
}

func TestLexicon(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	for action, want := range map[string]bool{"run[1 + 2]": true, "run[a = 1]": false, "run[a": false, "run[)]": false, "answer[3]": false} {
		require.Equal(t, want, e.Searches(registry.Response{Action: action}), action)
	}
	require.True(t, e.Hesitates(registry.Response{Thought: "need Hmm, bob"}))
	require.Equal(t, "search", e.WordClass("need"))
	require.Equal(t, "12/5", e.OutcomeKey([]string{"run[1]", "answer[ ]", "answer[12 / 5]", "answer[3]"}))
	require.Empty(t, e.OutcomeKey([]string{"run[1]", "answer"}))
}

func FuzzStep(f *testing.F) {
	for _, s := range []string{"run[a = 1; a!]", `answer[\frac{1}{2}]`, `answer[\boxed{[0,1)}]`, "answer[]]", "run[", "answer[50\\%]", "answer[\xff]", "answer[x=3]"} {
		f.Add(s)
	}
	e := drawn(f, mathcode.Defaults())
	w := start(f, e, "train", 0)
	f.Fuzz(func(t *testing.T, action string) {
		for _, a := range []string{action, "answer[" + action + "]", "run[" + action + "]"} {
			c, d := w.Fork(), w.Fork()
			before := c.Signature()
			o := c.Step(a)
			require.Equal(t, o, d.Step(a))
			require.Equal(t, o.Done, o.Info["rule"] != nil)
			require.Equal(t, o.Won, o.Score == 1)
			if !o.Valid {
				require.Equal(t, before, c.Signature())
			}
			require.Less(t, len(o.Observation), 50_000)
			e.OutcomeKey([]string{a})
			e.Hesitates(registry.Response{Thought: a, Action: a})
			e.Searches(registry.Response{Action: a})
		}
	})
}
