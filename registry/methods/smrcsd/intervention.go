package smrcsd

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// resamples is the number of bootstrap samples, and tail what lies on each side of the interval.
const (
	resamples = 2000
	tail      = 0.025
)

// shifts are sums over turns of one task: what the full path in the judge's context does to the log-probability of the action
// words of a correct response, in nats a token, at matched and at unmatched states.
type shifts struct {
	sum [2]float64 // matched, unmatched
	n   [2]int
}

// intervene records the fixed-state teacher intervention: state, prompt and response stay, and the full path comes into the
// judge's context. A response is correct when its action shortens the shortest way to the goal, so that environments without
// shortest solutions have no such number. The interval of the difference is a percentile bootstrap over tasks.
func intervene(ctx context.Context, b registry.Bench, judge backends.Scorer, episodes []*registry.Episode, places []place) error {
	oracle, ok := b.Environment().(registry.Oracle)
	if !ok {
		return b.Warn("no fixed-state intervention: the environment has no shortest solutions that tell correct actions")
	}
	correct := make([][]bool, len(episodes))
	for i, e := range episodes {
		if places[i].path == nil {
			correct[i] = make([]bool, len(e.Turns))
			continue
		}
		var err error
		if correct[i], err = shortening(b.Environment(), oracle, e); err != nil {
			return err
		}
	}
	full := Training{Context: "full"}
	withPath, without := make([][][]backends.Token, len(episodes)), make([][][]backends.Token, len(episodes))
	for i, e := range episodes {
		var err error
		if withPath[i], err = full.prompts(b, e, places[i], correct[i]); err != nil {
			return err
		}
		without[i] = make([][]backends.Token, len(e.Turns))
		for k := range e.Turns {
			if correct[i][k] {
				without[i][k] = e.Prompt
			}
		}
	}
	plain, err := training.ScorePrompted(ctx, judge, episodes, without)
	if err != nil {
		return err
	}
	plus, err := training.ScorePrompted(ctx, judge, episodes, withPath)
	if err != nil {
		return err
	}
	var tasks []shifts
	index := map[registry.Task]int{}
	for i, e := range episodes {
		at, known := index[e.Task]
		if !known {
			at = len(tasks)
			index[e.Task] = at
			tasks = append(tasks, shifts{})
		}
		tasks[at].add(e, b.Format(), places[i], plain[i], plus[i])
	}
	return recordShifts(b, tasks)
}

// shortening says which turns of an episode brought it nearer to the goal, [turns].
func shortening(env registry.Environment, oracle registry.Oracle, e *registry.Episode) ([]bool, error) {
	nearer := make([]bool, len(e.Turns))
	before, could := 0, false
	err := training.Retrace(env, e, func(k int, w registry.World) error {
		now, can := training.Distance(oracle, w)
		if k > 0 {
			nearer[k-1] = can && (!could || now < before)
		}
		before, could = now, can
		return nil
	})
	return nearer, err
}

// add takes in the scored turns of an episode.
func (s *shifts) add(e *registry.Episode, format registry.Format, p place, plain, plus training.Privileged) {
	sum, n := make([]float64, len(e.Turns)), make([]int, len(e.Turns))
	for j, at := range training.Positions(e, nil, 0) {
		if !plus.Scored[j] || format.Thought(e.Turns[at.Turn].Tokens)[at.Token] {
			continue
		}
		sum[at.Turn] += float64(plus.LogProbs[j]) - float64(plain.LogProbs[j])
		n[at.Turn]++
	}
	for k := range e.Turns {
		if n[k] == 0 {
			continue
		}
		class := 1
		if p.turns[k] != nil {
			class = 0
		}
		s.sum[class] += sum[k] / float64(n[k])
		s.n[class]++
	}
}

// difference is the mean shift at matched less that at unmatched turns of the tasks at the indices; false when either has none.
func difference(tasks []shifts, indices []int) (float64, bool) {
	var all shifts
	for _, i := range indices {
		for class := range 2 {
			all.sum[class] += tasks[i].sum[class]
			all.n[class] += tasks[i].n[class]
		}
	}
	if all.n[0] == 0 || all.n[1] == 0 {
		return 0, false
	}
	return all.sum[0]/float64(all.n[0]) - all.sum[1]/float64(all.n[1]), true
}

// recordShifts records both means, their difference and its interval.
func recordShifts(b registry.Bench, tasks []shifts) error {
	var all shifts
	every := make([]int, len(tasks))
	for i, t := range tasks {
		every[i] = i
		for class := range 2 {
			all.sum[class] += t.sum[class]
			all.n[class] += t.n[class]
		}
	}
	for class, name := range []string{"shift_matched", "shift_unmatched"} {
		if err := training.RecordMean(b, name, all.sum[class], all.n[class]); err != nil {
			return err
		}
	}
	found, ok := difference(tasks, every)
	n := all.n[0] + all.n[1]
	if !ok {
		n = 0
	}
	low, high := bootstrap(tasks, b.Rand("bootstrap"))
	for _, r := range []struct {
		name  string
		value float64
	}{{"shift_difference", found}, {"shift_difference_low", low}, {"shift_difference_high", high}} {
		if err := training.RecordMean(b, r.name, r.value*float64(n), n); err != nil {
			return err
		}
	}
	return nil
}

// bootstrap returns the percentile interval of the difference over tasks drawn with replacement. Draws without turns on both
// sides are left out; without any other it is 0, 0.
func bootstrap(tasks []shifts, rng *rand.Rand) (low, high float64) {
	drawn := make([]int, len(tasks))
	var values []float64
	for range resamples {
		for i := range drawn {
			drawn[i] = rng.IntN(len(tasks))
		}
		if v, ok := difference(tasks, drawn); ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return 0, 0
	}
	slices.Sort(values)
	at := func(share float64) float64 { return values[int(share*float64(len(values)-1)+0.5)] }
	return at(tail), at(1 - tail)
}
