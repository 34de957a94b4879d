package pivotopd

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Of three episodes one is won, one fails without a pivot and one with: two of three failed, one of three after a pivot, one without.
func TestCountFailures(t *testing.T) {
	env, format := scene()
	r := &recorder{Bench: inside{env: env}, values: map[string]float64{}}
	require.NoError(t, countFailures(r, []*registry.Episode{
		walk(env, format, "right", "right", "right"),
		walk(env, format, "look", "look"),
		walk(env, format, "right", "left", "look"),
	}))
	require.Equal(t, map[string]float64{
		"own_failure_rate": 2.0 / 3, "own_failure_rate_n": 3, "own_failure_after_pivot": 1.0 / 3, "own_failure_after_pivot_n": 3,
		"own_failure_without_pivot": 1.0 / 3, "own_failure_without_pivot_n": 3,
	}, r.values)
}

// script answers requests in their order.
type script struct {
	backends.Sampler
	answers  [][]backends.Token
	contexts []int
}

func (s *script) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	samples := make([]backends.Sample, len(requests))
	for i, r := range requests {
		s.contexts = append(s.contexts, len(r.Tokens))
		samples[i] = backends.Sample{Tokens: s.answers[i], LogProbs: make([]float32, len(s.answers[i])), Stopped: true}
	}
	return samples, nil
}

// bench has a format and draws besides an environment.
type bench struct {
	registry.Bench
	format registry.Format
}

func (b bench) Format() registry.Format      { return b.format }
func (bench) Rand(purpose string) *rand.Rand { return rand.New(rand.NewPCG(1, uint64(len(purpose)))) }

// Two mistakes, left in turn 2 and in turn 1, where right was right, and two responses at each:
//
//	mistake  responses     made again  righted
//	1        left, right   1           1
//	2        look, left    1           0
//
// 2 of 4 make it again, 1 of 4 is the oracle's, and at 1 of 2 mistakes one is.
func TestAgain(t *testing.T) {
	env, format := scene()
	first, second := walk(env, format, "right", "left", "look"), walk(env, format, "left", "look")
	say := func(action string) []backends.Token {
		return format.Begin(first.Introduction).Render(registry.Response{Thought: "walk", Action: action})
	}
	policy := &script{answers: [][]backends.Token{say("left"), say("right"), say("look"), say("left")}}
	r := &recorder{Bench: bench{inside{env: env}, format}, values: map[string]float64{}}
	s := &Failures{Temperature: 1, Samples: 2}
	require.NoError(t, s.again(t.Context(), r, policy, env, []*mistake{{Episode: first, Turn: 1}, {Episode: second, Turn: 0}}))
	require.Equal(t, map[string]float64{
		"mistake_repeated": 0.5, "mistake_repeated_n": 4, "mistake_righted": 0.25, "mistake_righted_n": 4, "mistake_reached": 0.5, "mistake_reached_n": 2,
	}, r.values)
	before := len(first.Prompt) + len(first.Turns[0].Tokens) + len(first.Turns[0].ObservationTokens)
	require.Equal(t, []int{before, before, len(second.Prompt), len(second.Prompt)}, policy.contexts, "they read what stood before the mistake")
}
