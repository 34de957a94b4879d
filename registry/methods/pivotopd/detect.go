package pivotopd

import (
	"context"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// pivot is a pivotal turn: a mistake whose right action differs from what was done.
type pivot struct {
	episode int // index in the batch
	judge.Mistake
}

// pivots asks the critic about the rollouts that are analysed and keeps the mistakes that pass the mismatch test, in the order
// of the episodes, each turn once.
func (s *Training) pivots(ctx context.Context, critic judge.Critic, episodes []*registry.Episode) ([]pivot, error) {
	var read []*registry.Episode
	var at []int
	for i, e := range episodes {
		if s.Rollouts == "all" || !e.Won {
			read = append(read, e)
			at = append(at, i)
		}
	}
	named, err := critic.Mistakes(ctx, read, s.Pivots)
	if err != nil {
		return nil, err
	}
	var list []pivot
	for i, e := range read {
		known := map[int]bool{}
		for _, m := range named[i] {
			if known[m.Turn] || sameAction(m.Action, e.Turns[m.Turn].Action) {
				continue
			}
			known[m.Turn] = true
			list = append(list, pivot{at[i], m})
		}
	}
	return list, nil
}

// sameAction compares commands without differences of case and blanks.
func sameAction(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// oracle names mistakes and right actions from the hidden state. It implements judge.Critic and judge.Adviser.
type oracle struct{ env registry.Environment }

// Mistakes implements judge.Critic: the first pivotal turns of each episode.
func (o oracle) Mistakes(_ context.Context, episodes []*registry.Episode, most int) ([][]judge.Mistake, error) {
	list := make([][]judge.Mistake, len(episodes))
	for i, e := range episodes {
		way, err := trace(o.env, e)
		if err != nil {
			return nil, err
		}
		list[i] = way.pivotal[:min(most, len(way.pivotal))]
	}
	return list, nil
}

// Next implements judge.Adviser.
func (o oracle) Next(_ context.Context, episodes []*registry.Episode) ([]string, error) {
	solver, err := training.OracleOf(o.env)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(episodes))
	for i, e := range episodes {
		err := training.Retrace(o.env, e, func(k int, w registry.World) error {
			if k == len(e.Turns) {
				list[i] = first(solver, w)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// reader is a policy that reads the episodes of another, in the same format, and says what it would have done: the stand-in for
// a teacher that is told the outcome in words. It implements judge.Critic and judge.Adviser.
type reader struct {
	policy backends.Model
	format registry.Format
	// lexicon tells searching from acting; nil: every action acts.
	lexicon registry.Lexicon
}

// readerIn is a reader of the bench's environment.
func readerIn(b registry.Bench, policy backends.Model) reader {
	lexicon, _ := b.Environment().(registry.Lexicon)
	return reader{policy, b.Format(), lexicon}
}

// Mistakes implements judge.Critic: the earliest turns in which the reader's most probable response acts and is not what was
// done. Where it would have searched in another place nothing was wrong yet.
func (r reader) Mistakes(ctx context.Context, episodes []*registry.Episode, most int) ([][]judge.Mistake, error) {
	list := make([][]judge.Mistake, len(episodes))
	streams := make([]registry.Stream, len(episodes))
	keys := make([]uint64, len(episodes))
	for i, e := range episodes {
		streams[i], keys[i] = r.format.Begin(e.Introduction), uint64(i)+1
	}
	defer r.policy.Release(keys...)
	for k := 0; ; k++ {
		var open []int
		var requests []backends.SampleRequest
		for i, e := range episodes {
			if k < len(e.Turns) && len(list[i]) < most {
				open = append(open, i)
				requests = append(requests, r.request(before(e, k), keys[i]))
			}
		}
		if len(open) == 0 {
			return list, nil
		}
		samples, err := r.policy.Sample(ctx, requests)
		if err != nil {
			return nil, fmt.Errorf("ask a policy about turn %d of %d episodes: %w", k, len(open), err)
		}
		for j, i := range open {
			done := &episodes[i].Turns[k]
			own := rollout.Read(streams[i], r.format, samples[j])
			if own.Parsed && !done.Masked && (r.lexicon == nil || !r.lexicon.Searches(own.Response)) && !sameAction(own.Action, done.Action) {
				list[i] = append(list[i], judge.Mistake{Turn: k, Action: own.Action})
			}
			streams[i].Observe(done.Observation)
		}
	}
}

// request asks for the most probable response after an episode's turns.
func (r reader) request(e *registry.Episode, key uint64) backends.SampleRequest {
	return backends.SampleRequest{Key: key, Tokens: training.Tokens(e), MaxTokens: r.format.MaxResponse(), Stop: r.format.Stop()}
}

// before is an episode as it was before a turn.
func before(e *registry.Episode, turn int) *registry.Episode {
	c := *e
	c.Turns = e.Turns[:turn:turn]
	return &c
}

// Next implements judge.Adviser: the action of the reader's most probable response.
func (r reader) Next(ctx context.Context, episodes []*registry.Episode) ([]string, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	requests := make([]backends.SampleRequest, len(episodes))
	for i, e := range episodes {
		requests[i] = r.request(e, 0)
	}
	samples, err := r.policy.Sample(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("ask a policy for %d actions: %w", len(episodes), err)
	}
	list := make([]string, len(episodes))
	for i, e := range episodes {
		if t := rollout.Read(streamAfter(r.format, e), r.format, samples[i]); t.Parsed {
			list[i] = t.Action
		}
	}
	return list, nil
}

// streamAfter is the stream of an episode after its turns.
func streamAfter(format registry.Format, e *registry.Episode) registry.Stream {
	s := format.Begin(e.Introduction)
	for _, t := range e.Turns {
		s.Observe(t.Observation)
	}
	return s
}
