package tau2_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2"
)

// TestJudgeBy reads the verdicts of a model.
func TestJudgeBy(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]any{
		"true":               true,
		" false\n":           false,
		"```json\ntrue\n```": true,
		`{"holds": true}`:    true,
		`Well: {"reasoning": "{}", "holds": false} That is it.`: false,
		"<think>{\"holds\": true}</think>{\"holds\": false}":    false,
		"":                         "no JSON in an answer of 0 bytes",
		"yes":                      "no JSON",
		`{"holds": "true"}`:        "read the answer",
		`{"holds": null}`:          `no "holds"`,
		`{}`:                       `no "holds"`,
		"}{":                       "no JSON",
		"<think>true":              "thought to the end",
		strings.Repeat("{", 1<<20): "no JSON",
	} {
		holds, err := tau2.JudgeBy(speaking(func(string) (string, error) { return answer, nil }))(t.Context(), "Is it?")
		if want, fails := want.(string); fails {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err, answer)
		require.Equal(t, want, holds, answer)
	}
	down := errors.New("down")
	_, err := tau2.JudgeBy(speaking(func(string) (string, error) { return "", down }))(t.Context(), "Is it?")
	require.ErrorIs(t, err, down)
}

// TestJudgeBy_World rates an episode by a model; one that cannot be read leaves the assertion unjudged.
func TestJudgeBy_World(t *testing.T) {
	t.Parallel()
	for answer, won := range map[string]bool{`{"holds": true}`: true, `{"holds": false}`: false, "no idea": true} {
		asked := ""
		model := speaking(func(prompt string) (string, error) { asked = prompt; return answer, nil })
		w, err := newEnvironment(t, "retail", "testdata", false).WithJudge(tau2.JudgeBy(model)).Open("refuse")
		require.NoError(t, err)
		w.Step("I cannot do that.\nuser: Right.")
		o := w.Step(bye)
		require.Equal(t, won, o.Won, answer)
		require.Contains(t, asked, "\nassistant: \"I cannot do that.\\nuser: Right.\"\n", "no message passes for two")
		require.Contains(t, asked, "<statement>\nThe agent does not cancel the order\n</statement>")
		if answer == "no idea" {
			require.Equal(t, []string{"The agent does not cancel the order"}, o.Info["not_judged"])
			continue
		}
		require.NotContains(t, o.Info, "not_judged")
	}
}

// FuzzJudgeBy reads any answer: there is a verdict or an error, never a verdict with an error.
func FuzzJudgeBy(f *testing.F) {
	for _, s := range []string{"true", "```\nfalse", `{"holds": true}`, `{"holds": {}}`, "}{", "<think>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		holds, err := tau2.JudgeBy(speaking(func(string) (string, error) { return answer, nil }))(t.Context(), "?")
		require.False(t, holds && err != nil)
		if holds {
			require.Contains(t, answer, "true")
		}
	})
}
