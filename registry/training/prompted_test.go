package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/training"
)

// lengths scores every position by the length of its context.
type lengths struct{ requests []backends.ScoreRequest }

func (l *lengths) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	l.requests = requests
	list := make([]backends.Score, len(requests))
	for i, r := range requests {
		for _, at := range r.Positions {
			list[i].LogProbs = append(list[i].LogProbs, float32(at))
		}
	}
	return list, nil
}

// Four turns of one response token and one of observation after a prompt of two: the tokens stand at 2, 4, 6 and 8. The first two turns
// share a prompt of four, the third is not scored, the last has the plain one.
func TestScorePrompted(t *testing.T) {
	e := &registry.Episode{Prompt: []backends.Token{0, 1}}
	for range 4 {
		e.Turns = append(e.Turns, registry.Turn{Tokens: []backends.Token{5}, ObservationTokens: []backends.Token{6}})
	}
	long := []backends.Token{0, 9, 9, 1}
	l := &lengths{}
	got, err := training.ScorePrompted(t.Context(), l, []*registry.Episode{e}, [][][]backends.Token{{long, long, nil, e.Prompt}})
	require.NoError(t, err)
	require.Equal(t, []training.Privileged{{LogProbs: []float32{4, 6, 0, 8}, Scored: []bool{true, true, false, true}}}, got)
	require.Len(t, l.requests, 2)
	require.Equal(t, []backends.Token{0, 9, 9, 1, 5, 6, 5, 6}, l.requests[0].Tokens)
	l.requests = nil
	_, err = training.ScorePrompted(t.Context(), l, []*registry.Episode{e}, [][][]backends.Token{make([][]backends.Token, 4)})
	require.NoError(t, err)
	require.Nil(t, l.requests, "nothing to score, nothing asked")
}

// A reference is the one that a demonstration would write: products that are not in sight yet have the words that they will have.
func TestReferencePrompt(t *testing.T) {
	env, err := webshop.New(webshop.Defaults())
	require.NoError(t, err)
	format := compact.New(env.View(), 10, true)
	w, err := env.Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	path, ok := env.Solve(w)
	require.True(t, ok)
	stream := format.Begin(w.Observation())
	walked, seen := w.Fork(), stream.Fork()
	var reference [][]backends.Token
	for _, c := range path {
		reference = append(reference, seen.Render(registry.Response{Action: c}))
		seen.Observe(walked.Step(c).Observation)
	}
	prompt := training.ReferencePrompt(stream, w, path)
	require.Equal(t, stream.PromptWith(reference), prompt)
	for _, token := range prompt {
		require.NotEqual(t, "other", format.Word(token))
	}
	require.Equal(t, stream.Prompt(), training.ReferencePrompt(stream, w, nil))
}
