package rollout

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Player is a policy that plays.
type Player struct {
	Model       backends.Sampler
	Format      registry.Format
	Environment registry.Environment
	Temperature float64
	Actor       string
	// Width is the number of episodes played side by side; 0 means 64. It never changes a result.
	Width int
}

// Start is an episode to play. Exactly one of Live and Task counts: Live, when not nil, is
// gone on with, and turns it has already count towards the horizon.
type Start struct {
	Task   registry.Task
	Live   *Live
	Decode int
	Seed   uint64 // of the sampling stream
}

// Play plays every start to its end or the horizon and returns the episodes in the order of
// the starts. What an episode looks like depends on its start alone, not on its neighbours.
func (p Player) Play(ctx context.Context, starts []Start) ([]*registry.Episode, error) {
	width := p.Width
	if width == 0 {
		width = 64
	}
	if limited, ok := p.Environment.(registry.Limited); ok {
		width = min(width, limited.Width())
	}
	episodes := make([]*registry.Episode, len(starts))
	var seats []*seat
	defer func() {
		for _, s := range seats {
			p.Model.Release(s.key)
		}
	}()
	next := 0
	for {
		for len(seats) < width && next < len(starts) {
			s, err := p.seat(starts[next], next)
			if err != nil {
				return nil, err
			}
			next++
			if len(s.live.Episode.Turns) >= p.Environment.Horizon() {
				s.live.Episode.TimedOut = true
				episodes[s.index] = s.live.Episode
				continue
			}
			seats = append(seats, s)
		}
		if len(seats) == 0 {
			return episodes, nil
		}
		if err := p.turn(ctx, seats); err != nil {
			return nil, err
		}
		kept := seats[:0]
		for _, s := range seats {
			if s.over {
				episodes[s.index] = s.live.Episode
				p.Model.Release(s.key)
			} else {
				kept = append(kept, s)
			}
		}
		seats = kept
	}
}

// seat is one of the episodes played side by side.
type seat struct {
	live  *Live
	seed  uint64
	key   uint64
	index int // of its start
	over  bool
}

func (p Player) seat(start Start, index int) (*seat, error) {
	l := start.Live
	if l == nil {
		var err error
		if l, err = Begin(p.Environment, p.Format, start.Task); err != nil {
			return nil, err
		}
	}
	l.Episode.Decode, l.Episode.Actor = start.Decode, p.Actor
	return &seat{live: l, seed: start.Seed, key: uint64(index) + 1, index: index}, nil
}

// turn lets every seat take one turn.
func (p Player) turn(ctx context.Context, seats []*seat) error {
	requests := make([]backends.SampleRequest, len(seats))
	for i, s := range seats {
		requests[i] = backends.SampleRequest{
			Key: s.key, Tokens: s.live.Context, MaxTokens: p.Format.MaxResponse(), Stop: p.Format.Stop(),
			Temperature: float32(p.Temperature), Seed: s.seed,
		}
	}
	samples, err := p.Model.Sample(ctx, requests)
	if err != nil {
		return fmt.Errorf("sample %d responses: %w", len(requests), err)
	}
	lexicon, _ := p.Environment.(registry.Lexicon)
	for i, s := range seats {
		t := Read(s.live.Stream, p.Format, samples[i])
		done := s.live.Respond(t, lexicon)
		timedOut := !done && len(s.live.Episode.Turns) >= p.Environment.Horizon()
		s.live.Episode.TimedOut = timedOut
		s.over = done || timedOut
	}
	return nil
}

// Read makes a turn of a sampled response: parsed, and ended by force when it did not end
// itself.
func Read(stream registry.Stream, format registry.Format, sample backends.Sample) registry.Turn {
	t := registry.Turn{Tokens: sample.Tokens, LogProbs: sample.LogProbs}
	if !sample.Stopped {
		t.Tokens = append(append([]backends.Token(nil), sample.Tokens...), format.End())
		t.LogProbs = append(append([]float32(nil), sample.LogProbs...), 0)
		t.Forced = 1
	}
	t.Response, t.Parsed = stream.Parse(sample.Tokens)
	return t
}
