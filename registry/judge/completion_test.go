package judge_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// deeds is an episode of understood actions, each answered "ok".
func deeds(actions ...string) *registry.Episode {
	e := &registry.Episode{Introduction: "Put the apple away."}
	for _, a := range actions {
		e.Turns = append(e.Turns, registry.Turn{Response: registry.Response{Action: a}, Parsed: true, Valid: true, Observation: "ok", LogProbs: []float32{-0.1, -0.3}})
	}
	return e
}

func TestRuleCompletion(t *testing.T) {
	last := func(change func(*registry.Turn)) *registry.Episode {
		e := deeds("take apple", "put apple")
		change(&e.Turns[1])
		return e
	}
	for name, c := range map[string]struct {
		episode *registry.Episode
		want    bool
	}{
		"a deed":      {deeds("take apple", "put apple"), true},
		"nothing":     {&registry.Episode{}, false},
		"refused":     {last(func(t *registry.Turn) { t.Valid = false }), false},
		"no response": {last(func(t *registry.Turn) { t.Parsed = false }), false},
		"a look":      {last(func(t *registry.Turn) { t.Searches = true }), false},
		"a doubt":     {last(func(t *registry.Turn) { t.Hesitates = true }), false},
		"once more":   {deeds("put apple", "take apple", "Put  apple"), false},
		"the same with another answer": {func() *registry.Episode {
			e := deeds("put apple", "put apple")
			e.Turns[1].Observation = "done"
			return e
		}(), true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, won := range []bool{false, true} {
				c.episode.Won, c.episode.TimedOut = won, !won
				got, err := judge.RuleCompletion{}.Completed(t.Context(), []*registry.Episode{c.episode})
				require.NoError(t, err)
				require.Equal(t, []bool{c.want}, got, "the reward does not count")
			}
		})
	}
}

// The last two of three turns have log-probabilities -0.1, -0.3 and -1 (its forced end left out): mean -1.4/3.
func TestConfidentCompletion(t *testing.T) {
	e := deeds("look", "take apple", "put apple")
	e.Turns[2].LogProbs, e.Turns[2].Forced = []float32{-1, 0}, 1
	c := judge.ConfidentCompletion{Turns: 2, Threshold: -0.5}
	mean, ok := c.Confidence(e)
	require.True(t, ok)
	require.InDelta(t, -1.4/3, mean, 1e-6)
	loop := deeds("put apple", "put apple")
	unread := deeds("take apple")
	unread.Turns[0].LogProbs = nil
	got, err := c.Completed(t.Context(), []*registry.Episode{e, loop, unread})
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, false}, got)
	c.Threshold = -0.4
	got, err = c.Completed(t.Context(), []*registry.Episode{e})
	require.NoError(t, err)
	require.Equal(t, []bool{false}, got)
	c.Turns = 9
	got, err = c.Completed(t.Context(), []*registry.Episode{e})
	require.NoError(t, err)
	require.Equal(t, []bool{true}, got, "all turns: mean -1.8/5")
}

type silent struct{}

func (silent) Answer(context.Context, []string) ([]string, error) { return nil, errors.New("no line") }

func TestAskCompletion(t *testing.T) {
	var asked []string
	q := judge.Ask(says{"Yes.\n{\"completed\": true}", &asked})
	got, err := judge.AskCompletion(q).Completed(t.Context(), []*registry.Episode{deeds("put apple")})
	require.NoError(t, err)
	require.Equal(t, []bool{true}, got)
	require.Contains(t, asked[0], "Put the apple away.")
	require.Contains(t, asked[0], "action: put apple")
	requireCounts(t, q, 1, 0)
	for _, answer := range []string{"{}", "yes", `{"completed": "yes"}`} {
		q := judge.Ask(says{answer, nil})
		got, err = judge.AskCompletion(q).Completed(t.Context(), []*registry.Episode{deeds("a"), deeds("b")})
		require.NoError(t, err)
		require.Equal(t, []bool{false, false}, got)
		requireCounts(t, q, 2, 2)
	}
	_, err = judge.AskCompletion(judge.Ask(silent{})).Completed(t.Context(), []*registry.Episode{deeds("a")})
	require.EqualError(t, err, "judge the completion of 1 episodes: no line")
}
