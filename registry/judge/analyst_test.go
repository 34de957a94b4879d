package judge_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// played is an episode of "action" turns; a leading "?" marks one that only looks, "!" one that was not understood.
func played(won bool, actions ...string) *registry.Episode {
	e := &registry.Episode{Introduction: "find the apple", Won: won}
	for _, a := range actions {
		t := registry.Turn{Parsed: true, Valid: a[0] != '!', Searches: a[0] == '?'}
		if a[0] == '!' || a[0] == '?' {
			a = a[1:]
		}
		t.Response = registry.Response{Thought: "hm", Action: a}
		t.Observation = "after " + a
		e.Turns = append(e.Turns, t)
	}
	return e
}

func TestRuleAnalyst(t *testing.T) {
	won := played(true, "?look", "take", "!fly", "?go", "wash", "put")
	lost := played(false, "!jump", "take", "!jump", "put", "!sing", "wash", "!sing")
	for _, c := range []struct {
		name string
		most int
		of   judge.Finished
		want judge.Lesson
	}{
		{
			"a won episode is its own lesson", 5, judge.Finished{Episode: won, Success: won},
			judge.Lesson{Episode: []string{"take", "wash", "put"}, Steps: []judge.StepSkill{{1, []string{"take"}}, {4, []string{"wash"}}, {5, []string{"put"}}}},
		},
		{
			"not more steps than are wanted", 2, judge.Finished{Episode: won, Success: won},
			judge.Lesson{Episode: []string{"take", "wash", "put"}, Steps: []judge.StepSkill{{1, []string{"take"}}, {4, []string{"wash"}}}},
		},
		{
			"a lost episode is told what was left to do", 5, judge.Finished{Episode: lost, Success: won},
			judge.Lesson{Episode: []string{"take", "wash", "put"}, Steps: []judge.StepSkill{{0, []string{"take", "wash", "put"}}, {2, []string{"wash", "put"}}, {4, []string{"wash"}}}},
		},
		{"nothing is known without a success", 5, judge.Finished{Episode: lost}, judge.Lesson{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lessons, err := judge.RuleAnalyst{MostSteps: c.most}.Analyse(t.Context(), []judge.Finished{c.of})
			require.NoError(t, err)
			require.Equal(t, []judge.Lesson{c.want}, lessons)
			for k := range c.of.Episode.Turns {
				var want []string
				for _, s := range c.want.Steps {
					if s.Turn == k {
						want = s.Commands
					}
				}
				require.Equal(t, want, lessons[0].Step(k))
			}
		})
	}
}

// answering answers every prompt by a function of it.
type answering func(prompt string) (string, error)

func (a answering) Answer(_ context.Context, prompts []string) ([]string, error) {
	answers := make([]string, len(prompts))
	for i, p := range prompts {
		var err error
		if answers[i], err = a(p); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func TestAskAnalyst(t *testing.T) {
	won, lost := played(true, "take", "put"), played(false, "!jump", "?look")
	for _, c := range []struct {
		name, answer string
		want         judge.Lesson
	}{
		{
			"in full", "```json\n{\"episode_summary\": \"s\", \"episode_skill\": [\"take\"], \"step_skills\": {\"2\": [\"put\"], \"1\": [\"take\"]}}\n```",
			judge.Lesson{Summary: "s", Episode: []string{"take"}, Steps: []judge.StepSkill{{0, []string{"take"}}, {1, []string{"put"}}}},
		},
		{
			"turns that are not there", `{"episode_skill": ["take"], "step_skills": {"0": ["a"], "3": ["b"], "x": ["c"], "2": []}}`,
			judge.Lesson{Episode: []string{"take"}},
		},
		{"nothing to learn", `{"episode_skill": []}`, judge.Lesson{}},
		{"no object", "nothing to learn", judge.Lesson{}},
		{
			"no more commands than fit a prompt", `{"episode_skill": ["` + strings.Repeat(`a", " `, 70) + `b "], "step_skills": {"1": ["", "` + strings.Repeat("x", 2001) + `"]}}`,
			judge.Lesson{Episode: slices.Repeat([]string{"a"}, 64)},
		},
		{"no episode skill", `{"step_skills": {"1": ["take"]}}`, judge.Lesson{}},
		{"a step of another form", `{"episode_skill": ["take"], "step_skills": {"1": "take"}}`, judge.Lesson{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []string
			model := answering(func(p string) (string, error) { asked = append(asked, p); return c.answer, nil })
			lessons, err := judge.AskAnalyst(judge.Ask(model), 2).Analyse(t.Context(), []judge.Finished{{won, won}, {lost, won}})
			require.NoError(t, err)
			require.Equal(t, []judge.Lesson{c.want, c.want}, lessons)
			require.Contains(t, asked[0], "reached its goal")
			require.Contains(t, asked[0], judge.Transcript(won))
			require.NotContains(t, asked[0], "Another attempt")
			require.Contains(t, asked[1], "failed")
			require.Contains(t, asked[1], judge.Transcript(lost))
			require.Contains(t, asked[1], "Another attempt at the same task reached its goal:\n\n"+judge.Transcript(won))
		})
	}
	t.Run("only the first steps", func(t *testing.T) {
		model := answering(func(string) (string, error) {
			return `{"episode_skill": ["take"], "step_skills": {"1": ["a"], "2": ["b"]}}`, nil
		})
		lessons, err := judge.AskAnalyst(judge.Ask(model), 1).Analyse(t.Context(), []judge.Finished{{won, won}})
		require.NoError(t, err)
		require.Equal(t, []judge.StepSkill{{0, []string{"a"}}}, lessons[0].Steps)
	})
	t.Run("the model fails", func(t *testing.T) {
		down := errors.New("down")
		_, err := judge.AskAnalyst(judge.Ask(answering(func(string) (string, error) { return "", down })), 1).Analyse(t.Context(), []judge.Finished{{won, won}})
		require.ErrorIs(t, err, down)
	})
}

// Whatever a model answers, a lesson has at most the steps that were wanted, at turns that are there, in order.
func FuzzAskAnalyst(f *testing.F) {
	for _, answer := range []string{"", "{}", `{"episode_skill": ["take"], "step_skills": {"1": ["a"], "2": ["b"], "9": ["c"]}}`, `{"episode_skill": 3}`, "}{", `{"episode_skill": [""], "step_skills": []}`} {
		f.Add(answer)
	}
	e := played(true, "take", "wash", "put")
	f.Fuzz(func(t *testing.T, answer string) {
		lessons, err := judge.AskAnalyst(judge.Ask(answering(func(string) (string, error) { return answer, nil })), 2).Analyse(t.Context(), []judge.Finished{{e, e}})
		require.NoError(t, err)
		require.Len(t, lessons, 1)
		require.LessOrEqual(t, len(lessons[0].Steps), 2)
		last := -1
		for _, s := range lessons[0].Steps {
			require.Greater(t, s.Turn, last, fmt.Sprint(s))
			require.Less(t, s.Turn, 3)
			require.NotEmpty(t, s.Commands)
			last = s.Turn
		}
	})
}
