package judge_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// script gives prepared answers.
type script struct {
	answers []string
	asked   []string
}

func (s *script) Answer(_ context.Context, prompts []string) ([]string, error) {
	s.asked = append(s.asked, prompts...)
	if s.answers == nil {
		return nil, errors.New("no line")
	}
	return s.answers, nil
}

func walk(won bool) *registry.Episode {
	return &registry.Episode{Introduction: "a room", Won: won, Turns: []registry.Turn{
		{Response: registry.Response{Action: "left"}, Observation: "a wall"},
		{Response: registry.Response{Action: "right"}, Observation: "a door"},
	}}
}

func TestAskCritic(t *testing.T) {
	model := &script{answers: []string{
		`{"mistakes": [{"turn": 2, "action": "left"}, {"turn": 3, "action": "left"}, {"turn": 0, "action": "left"}, {"turn": 1, "action": ""}, {"turn": 1, "action": "right"}, {"turn": 1, "action": "up"}]}`,
		"I cannot tell.",
	}}
	got, err := judge.AskCritic(judge.Ask(model)).Mistakes(t.Context(), []*registry.Episode{walk(false), walk(true)}, 2)
	require.NoError(t, err)
	require.Equal(t, [][]judge.Mistake{{{Turn: 1, Action: "left"}, {Turn: 0, Action: "right"}}, nil}, got)
	require.Contains(t, model.asked[0], "failed")
	require.Contains(t, model.asked[1], "reached its goal")
	require.Contains(t, model.asked[0], "[turn 2]")
}

func TestAskAdviser(t *testing.T) {
	model := &script{answers: []string{`Then: {"action": "up"}`, "{"}}
	got, err := judge.AskAdviser(judge.Ask(model)).Next(t.Context(), []*registry.Episode{walk(false), walk(false)})
	require.NoError(t, err)
	require.Equal(t, []string{"up", ""}, got)
}

func TestAsk_ModelFails(t *testing.T) {
	_, err := judge.AskCritic(judge.Ask(&script{})).Mistakes(t.Context(), []*registry.Episode{walk(false)}, 1)
	require.EqualError(t, err, "ask for the mistakes of 1 episodes: no line")
	_, err = judge.AskCritic(judge.Ask(&script{answers: []string{}})).Mistakes(t.Context(), []*registry.Episode{walk(false)}, 1)
	require.EqualError(t, err, "ask for the mistakes of 1 episodes: 0 answers to 1 prompts")
	_, err = judge.AskAdviser(judge.Ask(&script{})).Next(t.Context(), []*registry.Episode{walk(false)})
	require.EqualError(t, err, "ask for the next action in 1 episodes: no line")
	_, err = judge.AskAdviser(judge.Ask(&script{answers: []string{}})).Next(t.Context(), []*registry.Episode{walk(false)})
	require.EqualError(t, err, "ask for the next action in 1 episodes: 0 answers to 1 prompts")
}

func FuzzAskCritic(f *testing.F) {
	f.Add(`{"mistakes": [{"turn": 2, "action": "left"}]}`, 2)
	f.Add(`{"mistakes": {}}`, 1)
	f.Add(`}{`, 0)
	f.Fuzz(func(t *testing.T, answer string, most int) {
		got, err := judge.AskCritic(judge.Ask(&script{answers: []string{answer}})).Mistakes(t.Context(), []*registry.Episode{walk(false)}, most)
		require.NoError(t, err)
		require.LessOrEqual(t, len(got[0]), max(most, 0))
		for _, m := range got[0] {
			require.True(t, m.Turn == 0 || m.Turn == 1)
			require.NotEmpty(t, m.Action)
		}
	})
}
