package rollout_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/rollout"
)

// chance is a sampler that answers by a draw from (seed, length of the context), as the contract of Sampler wants.
type chance struct {
	stream registry.Stream
	format registry.Format
	// mute makes one response in so many end without its end token; 0 means none.
	mute     int
	released map[uint64]bool
}

func (c *chance) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	samples := make([]backends.Sample, len(requests))
	for i, r := range requests {
		rng := rand.New(rand.NewPCG(r.Seed, uint64(len(r.Tokens))))
		action := []string{"right", "left", "look", "right", "jump"}[rng.IntN(5)]
		tokens := c.stream.Render(registry.Response{Thought: "walk", Action: action})
		samples[i] = backends.Sample{Tokens: tokens, LogProbs: make([]float32, len(tokens)), Stopped: true}
		if c.mute > 0 && rng.IntN(c.mute) == 0 {
			samples[i].Tokens, samples[i].LogProbs, samples[i].Stopped = tokens[:len(tokens)-1], samples[i].LogProbs[:len(tokens)-1], false
		}
	}
	return samples, nil
}

func (c *chance) Release(keys ...uint64) {
	for _, k := range keys {
		c.released[k] = true
	}
}

func player(env *corridor.Environment, mute int) (rollout.Player, *chance) {
	format := compact.New(env.View(), 8, true)
	c := &chance{stream: format.Begin("cell 0"), format: format, mute: mute, released: map[uint64]bool{}}
	return rollout.Player{Model: c, Format: format, Environment: env, Temperature: 1, Actor: "student"}, c
}

func starts(n int) []rollout.Start {
	list := make([]rollout.Start, n)
	for i := range list {
		list[i] = rollout.Start{Task: registry.Task{Split: "train", Index: i}, Seed: uint64(100 + i)}
	}
	return list
}

func TestPlay_DoesNotDependOnWidth(t *testing.T) {
	env := &corridor.Environment{Turns: 6}
	p, _ := player(env, 4)
	var want []*registry.Episode
	for _, width := range []int{1, 3, 64} {
		p.Width = width
		got, err := p.Play(t.Context(), starts(20))
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "width %d", width)
	}
}

func TestPlay_Ends(t *testing.T) {
	env := &corridor.Environment{Turns: 4}
	p, c := player(env, 0)
	episodes, err := p.Play(t.Context(), starts(40))
	require.NoError(t, err)
	won, timedOut := 0, 0
	for i, e := range episodes {
		require.Equal(t, i, e.Task.Index, "in the order of the starts")
		require.LessOrEqual(t, len(e.Turns), 4)
		require.NotEqual(t, e.Won, e.TimedOut, "the corridor ends by success or by the horizon")
		require.True(t, c.released[uint64(i)+1], "caches are given back")
		if e.Won {
			won++
		} else {
			timedOut++
			require.Len(t, e.Turns, 4)
		}
	}
	require.Positive(t, won)
	require.Positive(t, timedOut)
}

func TestPlay_ForcedEnd(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	p, _ := player(env, 2)
	episodes, err := p.Play(t.Context(), starts(20))
	require.NoError(t, err)
	forced := 0
	for _, e := range episodes {
		for _, turn := range e.Turns {
			require.Len(t, turn.LogProbs, len(turn.Tokens))
			require.Equal(t, p.Format.End(), turn.Tokens[len(turn.Tokens)-1], "every response ends")
			if turn.Forced == 1 {
				forced++
				require.False(t, turn.Parsed)
			}
		}
	}
	require.Positive(t, forced)
}

func TestReplay(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	p, _ := player(env, 0)
	episodes, err := p.Play(t.Context(), starts(8))
	require.NoError(t, err)
	for _, e := range episodes {
		k := len(e.Turns) - 1
		live, err := rollout.Replay(env, p.Format, e, k)
		require.NoError(t, err)
		require.Len(t, live.Episode.Turns, k)
		again, err := p.Play(t.Context(), []rollout.Start{{Live: live, Decode: e.Decode, Seed: uint64(100 + e.Task.Index)}})
		require.NoError(t, err)
		require.Equal(t, e.Turns[k], again[0].Turns[k], "going on from a replayed turn is going on")
	}
}

func TestReplay_RefusesWhatDiffers(t *testing.T) {
	resets := 0
	env := &corridor.Environment{Turns: 8, Drift: &resets}
	p, _ := player(env, 0)
	e := &registry.Episode{Task: registry.Task{Split: "train"}, Introduction: "cell 0 goal 1", Turns: []registry.Turn{{Response: registry.Response{Action: "look"}, Observation: "cell 0"}}}
	_, err := rollout.Replay(env, p.Format, e, 1)
	require.ErrorContains(t, err, `replay train task 0: turn 0: observed "cell 1", recorded "cell 0"`)
}

func TestLive_ForkIsIndependent(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	p, _ := player(env, 0)
	live, err := rollout.Begin(env, p.Format, registry.Task{Split: "train", Index: 3})
	require.NoError(t, err)
	fork := live.Fork()
	_, err = p.Play(t.Context(), []rollout.Start{{Live: fork, Seed: 1}})
	require.NoError(t, err)
	require.NotEmpty(t, fork.Episode.Turns)
	require.Empty(t, live.Episode.Turns)
	require.Equal(t, live.Episode.Prompt, live.Context)
	require.Equal(t, "0 4", live.World.Signature())
}

func TestPlay_ResetError(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	p, _ := player(env, 0)
	_, err := p.Play(t.Context(), []rollout.Start{{Task: registry.Task{Split: "nowhere"}}})
	require.ErrorContains(t, err, "reset nowhere task 0")
}

type broken struct{ chance }

func (broken) Sample(context.Context, []backends.SampleRequest) ([]backends.Sample, error) {
	return nil, errors.New("out of memory")
}

func TestPlay_SamplerError(t *testing.T) {
	p, c := player(&corridor.Environment{Turns: 8}, 0)
	p.Model = &broken{*c}
	_, err := p.Play(t.Context(), starts(2))
	require.EqualError(t, err, "sample 2 responses: out of memory")
}

func TestDemonstrate(t *testing.T) {
	env := &corridor.Environment{Turns: 8}
	p, _ := player(env, 0)
	noisy, references := 0, 0
	for i := range 60 {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		d := rollout.Demonstration{Noise: 0.2, Reference: i%2 == 0, Limit: 30}
		e, won, err := rollout.Demonstrate(env, p.Format, registry.Task{Split: "train", Index: i}, d, uint64(i), rng)
		require.NoError(t, err)
		if !won {
			continue
		}
		require.True(t, e.Won)
		plain := p.Format.Begin(e.Introduction).Prompt()
		if d.Reference {
			references++
			require.Greater(t, len(e.Prompt), len(plain), "the reference stands in the prompt")
		} else {
			require.Equal(t, plain, e.Prompt)
		}
		for _, turn := range e.Turns {
			if turn.Masked {
				noisy++
			}
		}
	}
	require.Positive(t, noisy)
	require.Positive(t, references)
}
