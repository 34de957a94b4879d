package pivotrl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// anchor is a turn of a stored trajectory: the history before it, and the expert's action.
type anchor struct {
	history *registry.Episode // its turns are masked
	action  string
}

// anchors lists the turns of trajectories that have an understood action, in order.
func anchors(trajectories []*registry.Episode) []anchor {
	var list []anchor
	for _, e := range trajectories {
		masked := training.Mask(e, func(int) bool { return true })
		for k, t := range e.Turns {
			if !t.Parsed || !t.Valid {
				continue
			}
			history := *masked
			history.Turns = masked.Turns[:k:k]
			history.Won, history.TimedOut, history.Score = false, false, 0
			list = append(list, anchor{history: &history, action: t.Action})
		}
	}
	return list
}

// width is the number of turns sampled side by side. It never changes a result.
const width = 256

// sample lets a policy say n times what it would do at each anchor, and returns episodes of the history and the sampled turn, those
// of an anchor side by side. Won says that the verifier found the expert's action.
func sample(ctx context.Context, format registry.Format, policy backends.Sampler, list []anchor, n int, temperature float64, rng *rand.Rand) ([]*registry.Episode, error) {
	requests := make([]backends.SampleRequest, 0, len(list)*n)
	for _, a := range list {
		tokens := training.Tokens(a.history)
		for range n {
			requests = append(requests, backends.SampleRequest{
				Tokens: tokens, MaxTokens: format.MaxResponse(), Stop: format.Stop(), Temperature: float32(temperature), Seed: rng.Uint64(),
			})
		}
	}
	samples := make([]backends.Sample, 0, len(requests))
	for part := range slices.Chunk(requests, width) {
		said, err := policy.Sample(ctx, part)
		if err != nil {
			return nil, fmt.Errorf("sample %d turns: %w", len(requests), err)
		}
		samples = append(samples, said...)
	}
	episodes := make([]*registry.Episode, len(samples))
	for i, s := range samples {
		a := list[i/n]
		stream := format.Begin(a.history.Introduction)
		for _, t := range a.history.Turns {
			stream.Observe(t.Observation)
		}
		turn := rollout.Read(stream, format, s)
		turn.Valid = turn.Parsed // nothing is executed that could refuse it
		e := *a.history
		e.Decode, e.Actor = i%n, "student"
		e.Turns = append(e.Turns[:len(e.Turns):len(e.Turns)], turn)
		e.Won = turn.Parsed && matches(turn.Action, a.action)
		episodes[i] = &e
	}
	return episodes, nil
}

// matches is the verifier: the same command, blanks and case apart.
func matches(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}
