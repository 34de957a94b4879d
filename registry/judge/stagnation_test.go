package judge_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// says answers every prompt alike.
type says struct {
	answer string
	asked  *[]string
}

func (s says) Answer(_ context.Context, prompts []string) ([]string, error) {
	answers := make([]string, len(prompts))
	for i := range prompts {
		answers[i] = s.answer
	}
	if s.asked != nil {
		*s.asked = append(*s.asked, prompts...)
	}
	return answers, nil
}

func looping() *registry.Episode {
	e := &registry.Episode{Introduction: "Find the boss."}
	for _, t := range [][2]string{{"search boss", "none"}, {"search chief", "none"}, {"Search  boss", "none"}, {"search boss", "per_3"}} {
		e.Turns = append(e.Turns, registry.Turn{Response: registry.Response{Thought: "hm", Action: t[0]}, Observation: t[1]})
	}
	return e
}

func TestRuleStagnation(t *testing.T) {
	got, err := judge.RuleStagnation{}.Rate(t.Context(), []*registry.Episode{looping(), {}})
	require.NoError(t, err)
	require.Equal(t, [][]float64{{0, 0, 1, 0.5}, {}}, got)
}

func TestAskStagnation(t *testing.T) {
	var asked []string
	ask := judge.AskStagnation(judge.Ask(says{`{"ratings": [0.3, 0, 0.9, 0.4]}`, &asked}))
	got, err := ask.Rate(t.Context(), []*registry.Episode{looping()})
	require.NoError(t, err)
	require.Equal(t, [][]float64{{0, 0, 0.9, 0.4}}, got)
	require.Contains(t, asked[0], "each of the 4 turns")
	require.Contains(t, asked[0], "[turn 4]\nthought: hm\naction: search boss\nobservation: per_3")
	for _, answer := range []string{`{"ratings": [0, 1]}`, `{"ratings": [0, 0, 2, 0]}`, `{"ratings": [0, -1, 0, 0]}`, `no`} {
		q := judge.Ask(says{answer, nil})
		got, err := judge.AskStagnation(q).Rate(t.Context(), []*registry.Episode{looping()})
		require.NoError(t, err)
		require.Equal(t, [][]float64{{0, 0, 1, 0.5}}, got, "the rule's ratings: %s", answer)
		requireCounts(t, q, 1, 1)
	}
	_, err = judge.AskStagnation(judge.Ask(silent{})).Rate(t.Context(), []*registry.Episode{looping()})
	require.EqualError(t, err, "rate the stagnation of 1 episodes: no line")
}
