package r2s

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

// places answers every position with a distribution over two tokens that tells which place in the stream was asked for.
type places struct{ requests []backends.ScoreRequest }

func (p *places) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	p.requests = append(p.requests, requests...)
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		for _, at := range r.Positions {
			scores[i].LogProbs = append(scores[i].LogProbs, -float32(at))
			scores[i].Full = append(scores[i].Full, -float32(at), -1)
		}
	}
	return scores, nil
}

// A student's episode of three turns that diverged at its second (k* = 1). The prompt has 6 tokens, each turn 2 tokens and 1 of
// observation:
//
//	place                  0..5    6 7 | 8 | 9 10 | 11 | 12 13 | 14
//	                       prompt  turn 0    turn 1      turn 2
//
// The teacher's takeover from turn 1 is one response, right; in the teacher's context it stands as <ref> right ; </ref>, 4
// tokens longer. So q+ of the suffix is read at 13, 14, 16, 17, without any of the takeover in what the copy reads, and
// L_repair is a mean over Z = 4 tokens. Of the prefix it is read at 10 and 11, Z = 2.
func TestTargets(t *testing.T) {
	format := compact.New((&corridor.Environment{}).View(), 8, false)
	stream := format.Begin("cell 0 goal 1")
	said := func() registry.Turn {
		return registry.Turn{Tokens: []backends.Token{1, 2}, ObservationTokens: []backends.Token{3}}
	}
	student := &registry.Episode{Introduction: "cell 0 goal 1", Prompt: stream.Prompt(), Turns: []registry.Turn{said(), said(), said()}}
	require.Len(t, student.Prompt, 6)
	takeover := &registry.Episode{Turns: []registry.Turn{said(), {Tokens: stream.Render(registry.Response{Thought: "walk", Action: "right"})}}}
	kept := []chosen{{&branch{Student: student, Turn: 1}, takeover}}

	for span, want := range map[string]struct {
		plus, plain []int32
		weight      float32
	}{
		"suffix": {[]int32{13, 14, 16, 17}, []int32{9, 10, 12, 13}, 0.25},
		"turn":   {[]int32{13, 14}, []int32{9, 10}, 0.5},
		"prefix": {[]int32{10, 11}, []int32{6, 7}, 0.5},
	} {
		teacher := &places{}
		list, err := targets(t.Context(), teacher, format, kept, &Repair{Span: span, Reference: "own"})
		require.NoError(t, err)
		require.Equal(t, want.plus, teacher.requests[0].Positions, span)
		require.Equal(t, want.plain, teacher.requests[1].Positions, span)
		d := data(list)
		require.Len(t, d, 1)
		require.Equal(t, want.plain, d[0].Positions)
		require.Len(t, d[0].Tokens, 15, "the copy reads no takeover")
		for j, at := range want.plus {
			require.Equal(t, []float32{-float32(at), -1}, d[0].Target[2*j:2*j+2], "q+ is what the teacher says with it")
			require.Equal(t, want.weight, d[0].Weights[j])
		}
	}

	list, err := targets(t.Context(), &places{}, format, kept, &Repair{Span: "suffix", Reference: "none"})
	require.NoError(t, err)
	require.Equal(t, list[0].plain, list[0].plus, "without a takeover q+ is the teacher's own")
	require.True(t, unchanged(list))

	d := imitation(kept)
	require.Len(t, d, 1)
	require.Len(t, d[0].Positions, 4, "target = takeovers: the teacher's own turns from the divergence on")
}
