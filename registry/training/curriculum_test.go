package training_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

func TestLimit(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	require.Equal(t, 3, training.Limit(env, 3).Horizon())
	require.Equal(t, 8, training.Limit(env, 30).Horizon())
	lexicon, ok := training.Limit(env, 3).(registry.Lexicon)
	require.True(t, ok)
	require.True(t, lexicon.Hesitates(registry.Response{Thought: "wait"}))
	_, ok = training.Limit(struct{ registry.Environment }{env}, 3).(registry.Lexicon)
	require.False(t, ok, "no lexicon where there was none")
}

// table is a bench without a store: an environment, a format, and streams.
type table struct {
	registry.Bench
	env    registry.Environment
	format registry.Format
}

func (b table) Environment() registry.Environment { return b.env }
func (b table) Format() registry.Format           { return b.format }
func (b table) Rand(purpose string) *rand.Rand    { return rand.New(rand.NewPCG(uint64(len(purpose)), 1)) }

// walker answers with an action.
type walker struct {
	stream registry.Stream
	action string
}

func (w walker) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	samples := make([]backends.Sample, len(requests))
	for i := range requests {
		tokens := w.stream.Render(registry.Response{Thought: "walk", Action: w.action})
		samples[i] = backends.Sample{Tokens: tokens, LogProbs: make([]float32, len(tokens)), Stopped: true}
	}
	return samples, nil
}
func (walker) Release(...uint64) {}

// The stored episode of task 3 walks its four cells to the goal. With two turns left to play the student starts in cell 2;
// looking around, it goes on to the horizon of six.
func TestRolloutsFrom(t *testing.T) {
	env := &corridor.Environment{Turns: 6}
	format := compact.New(env.View(), 8, true)
	b := table{env: env, format: format}
	stream := format.Begin("cell 0")
	player := rollout.Player{Model: walker{stream, "right"}, Format: format, Environment: env, Actor: "teacher"}
	stored, err := player.Play(t.Context(), []rollout.Start{{Task: registry.Task{Split: "train", Index: 3}}})
	require.NoError(t, err)
	require.Len(t, stored[0].Turns, 4)

	left := 2
	collect, err := training.RolloutsFrom(b, walker{stream, "look"}, training.Budget{TasksAStep: 1}, stored, func(int) int { return left })
	require.NoError(t, err)
	episodes, err := collect(t.Context(), 0)
	require.NoError(t, err)
	e := episodes[0]
	require.Len(t, e.Turns, 6)
	require.Equal(t, 3, e.Task.Index, "a stored episode keeps its task")
	require.True(t, e.TimedOut)
	for k, turn := range e.Turns {
		require.Equal(t, k < 2, turn.Masked, "turn %d", k)
	}
	require.Equal(t, "cell 2", e.Turns[5].Observation)
	require.Equal(t, "student", e.Actor)
	for _, p := range training.Positions(e, nil, 0) {
		require.GreaterOrEqual(t, p.Turn, 2, "the replayed turns are context")
	}
	require.False(t, stored[0].Turns[0].Masked, "what is stored is left alone")

	left = 30
	episodes, err = collect(t.Context(), 0)
	require.NoError(t, err)
	require.False(t, episodes[0].Turns[0].Masked, "nothing is replayed of a shorter episode")

	_, err = training.RolloutsFrom(b, walker{}, training.Budget{TasksAStep: 1}, nil, nil)
	require.ErrorContains(t, err, "there are none")
}

func TestRolloutsWithin(t *testing.T) {
	env := &corridor.Environment{Turns: 6}
	format := compact.New(env.View(), 8, true)
	collect, err := training.RolloutsWithin(table{env: env, format: format}, walker{format.Begin("cell 0"), "look"},
		training.Budget{TasksAStep: 3}, 2, func(step int) int { return 1 + step })
	require.NoError(t, err)
	for step, want := range []int{1, 2, 3, 4, 5, 6, 6} {
		episodes, err := collect(t.Context(), step)
		require.NoError(t, err)
		require.Len(t, episodes, 6)
		require.Equal(t, episodes[0].Task, episodes[1].Task, "a group stands side by side")
		for _, e := range episodes {
			require.Len(t, e.Turns, want)
			require.True(t, e.TimedOut)
		}
	}
}

func TestPasses(t *testing.T) {
	episodes := make([]*registry.Episode, 4)
	for i := range episodes {
		episodes[i] = &registry.Episode{Decode: i}
	}
	counts := map[int]int{}
	for step := range 4 {
		for _, e := range training.Passes(table{}, episodes, step, 3) {
			counts[e.Decode]++
		}
	}
	require.Equal(t, map[int]int{0: 3, 1: 3, 2: 3, 3: 3}, counts, "three passes over four")
}
