package training

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
)

// Curriculum is a number of turns that grows with the training step (P14 of the methods'
// primitives): TCOD's k(n) = k_start + floor(n / eta).
type Curriculum struct {
	KStart int `hcl:"k_start,optional" json:"k_start"` // turns at the first step, at least 1
	Eta    int `hcl:"eta,optional" json:"eta"`         // steps until there is one turn more, at least 1
}

// Turns returns k(step). The caller caps it, by the horizon or by a trajectory's length.
func (c Curriculum) Turns(step int) int { return c.KStart + step/c.Eta }

// Validate names the setting that cannot work.
func (c Curriculum) Validate() error {
	return errors.Join(
		CheckRange("k_start", c.KStart, 1, 1_000_000),
		CheckRange("eta", c.Eta, 1, 1_000_000),
	)
}

// Limit returns an environment whose episodes time out after turns turns, or where the given one's
// do when that is sooner. It classifies responses when the given one does.
func Limit(env registry.Environment, turns int) registry.Environment {
	l := limited{env, min(turns, env.Horizon())}
	if lexicon, ok := env.(registry.Lexicon); ok {
		return limitedLexicon{l, lexicon}
	}
	return l
}

type limited struct {
	registry.Environment
	turns int
}

// Horizon implements registry.Environment.
func (l limited) Horizon() int { return l.turns }

type limitedLexicon struct {
	limited
	registry.Lexicon
}

// RolloutsFrom returns a Collect that lets a policy finish stored episodes: it draws some of them, executes their
// first turns again, and the policy plays the last turns(step) of them and on to the horizon. Replayed
// turns are context and masked. Streams are those of Rollouts: with one stored episode for each task, in order of
// the tasks, and nothing to replay, the two play the same.
func RolloutsFrom(b registry.Bench, policy backends.Sampler, s Budget, stored []*registry.Episode, turns func(step int) int) (func(context.Context, int) ([]*registry.Episode, error), error) {
	if len(stored) == 0 {
		return nil, fmt.Errorf("start from stored episodes: there are none")
	}
	env, format := b.Environment(), b.Format()
	player := rollout.Player{Model: policy, Format: format, Environment: env, Temperature: s.Temperature, Actor: "student"}
	return func(ctx context.Context, step int) ([]*registry.Episode, error) {
		starts := Starts(b, len(stored), s, 1, step)
		for i := range starts {
			e := stored[starts[i].Task.Index]
			live, err := rollout.Replay(env, format, e, max(0, len(e.Turns)-turns(step)))
			if err != nil {
				return nil, err
			}
			for k := range live.Episode.Turns {
				live.Episode.Turns[k].Masked = true
			}
			starts[i].Live = live
		}
		return player.Play(ctx, starts)
	}, nil
}
