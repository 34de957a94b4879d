package pivotopd

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// FailuresName is the kind of the stage that looks at how a policy fails and what it does where another went wrong. Its inputs are
// "policy" and "mistakes", what DiagnosisName made.
const FailuresName = "pivotopd.failures"

// Failures is the settings of that stage. Split, tasks and temperature are those of the diagnosis, so that both play the same.
type Failures struct {
	Split       string  `json:"split"`
	Tasks       int     `json:"tasks"`
	Temperature float64 `json:"temperature"`
	Samples     int     `json:"samples"` // responses at each mistake
}

// failures plays the tasks of the diagnosis with the policy and tells the failures with a pivotal turn from those without; and it lets
// the policy say several times what it would do in place of each of the mistakes.
func failures(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Failures)
	solver, ok := b.Environment().(registry.Oracle)
	if !ok {
		return b.Warn("no pivotal mistakes: the environment has no shortest solutions that tell them")
	}
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	played := &Diagnosis{Split: s.Split, Tasks: s.Tasks, Temperature: s.Temperature}
	episodes, err := played.play(ctx, b, policy)
	if err != nil {
		return err
	}
	if err := countFailures(b, episodes); err != nil {
		return err
	}
	mistakes, err := readMistakes(b, "mistakes")
	if err != nil {
		return err
	}
	return s.again(ctx, b, policy, solver, mistakes)
}

// countFailures records which share of episodes failed, failed with a pivotal turn, and failed without one.
func countFailures(b registry.Bench, episodes []*registry.Episode) error {
	var failed, after, without count
	for _, e := range episodes {
		pivotal := false
		if !e.Won {
			w, err := trace(b.Environment(), e)
			if err != nil {
				return err
			}
			pivotal = len(w.pivotal) > 0
		}
		failed.add(!e.Won)
		after.add(pivotal)
		without.add(!e.Won && !pivotal)
	}
	return recordCounts(b, named{"own_failure_rate", failed}, named{"own_failure_after_pivot", after}, named{"own_failure_without_pivot", without})
}

// again samples responses at the state before each mistake and records how many of them make it again, how many take the oracle's
// action, and at how many of the mistakes any does.
func (s *Failures) again(ctx context.Context, b registry.Bench, policy backends.Sampler, solver registry.Oracle, mistakes []*mistake) error {
	rng, format := b.Rand("mistakes"), b.Format()
	var requests []backends.SampleRequest
	lives := make([]*rollout.Live, len(mistakes))
	for i, m := range mistakes {
		var err error
		if lives[i], err = rollout.Replay(b.Environment(), format, m.Episode, m.Turn); err != nil {
			return fmt.Errorf("replay mistake %d: %w", i, err)
		}
		for range s.Samples {
			requests = append(requests, backends.SampleRequest{
				Tokens: lives[i].Context, MaxTokens: format.MaxResponse(), Stop: format.Stop(), Temperature: float32(s.Temperature), Seed: rng.Uint64(),
			})
		}
	}
	samples, err := policy.Sample(ctx, requests)
	if err != nil {
		return fmt.Errorf("sample %d responses at mistakes: %w", len(requests), err)
	}
	var repeated, righted, reached count
	for i, m := range mistakes {
		done, right := m.Episode.Turns[m.Turn].Action, first(solver, lives[i].World)
		found := false
		for _, sample := range samples[i*s.Samples : (i+1)*s.Samples] {
			said := rollout.Read(lives[i].Stream, format, sample)
			repeated.add(said.Parsed && sameAction(said.Action, done))
			isRight := said.Parsed && sameAction(said.Action, right)
			righted.add(isRight)
			found = found || isRight
		}
		reached.add(found)
	}
	return recordCounts(b, named{"mistake_repeated", repeated}, named{"mistake_righted", righted}, named{"mistake_reached", reached})
}

// named is a count and the name that its share is recorded under.
type named struct {
	name string
	count
}

func recordCounts(b registry.Bench, counts ...named) error {
	for _, c := range counts {
		if err := training.RecordMean(b, c.name, float64(c.yes), c.of); err != nil {
			return err
		}
	}
	return nil
}
