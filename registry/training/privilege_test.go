package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// place scores a token by where it stands and how long its context is.
type place struct{ requests []backends.ScoreRequest }

func (p *place) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	p.requests = append(p.requests, requests...)
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		for _, at := range r.Positions {
			scores[i].LogProbs = append(scores[i].LogProbs, float32(at))
		}
	}
	return scores, nil
}

func TestScorePrivileged(t *testing.T) {
	env := &corridor.Environment{Turns: 6}
	format := compact.New(env.View(), 8, false)
	w, err := env.Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	e := &registry.Episode{Task: registry.Task{Split: "train"}, Introduction: w.Observation(), Prompt: format.Begin(w.Observation()).Prompt()}
	for range 4 {
		e.Turns = append(e.Turns, registry.Turn{Tokens: []backends.Token{1, 2}, LogProbs: []float32{-1, -1}, ObservationTokens: []backends.Token{3}})
	}
	scorer := &place{}
	// Turns 0 and 1 share a privilege, 2 has none at all, 3 is scored without privilege.
	told := [][]string{{"right"}, {"right"}, nil, {}}
	scored, err := training.ScorePrivileged(t.Context(), scorer, env, format, []*registry.Episode{e}, func(_, turn int) []string { return told[turn] })
	require.NoError(t, err)
	require.Len(t, scorer.requests, 2, "equal privileges of neighbours cost one pass")
	require.Equal(t, []bool{true, true, true, true, false, false, true, true}, scored[0].Scored)

	n := int32(len(e.Prompt))
	prompt, err := training.PromptWith(env, format, e, []string{"right"})
	require.NoError(t, err)
	more := int32(len(prompt)) - n
	require.Equal(t, int32(4), more, "<ref> right ; </ref>")
	at := func(i int32) float32 { return float32(i) }
	require.Equal(t, []float32{at(n + more), at(n + more + 1), at(n + more + 3), at(n + more + 4), 0, 0, at(n + 9), at(n + 10)}, scored[0].LogProbs)
	require.Len(t, scorer.requests[0].Tokens, int(n+more)+6, "no context after the last turn that is scored")
	require.Nil(t, e.Turns[0].TeacherLogProbs)
}
