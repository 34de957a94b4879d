package grpo

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// signal normalises returns within each group of Settings.Group consecutive episodes. With a reference policy,
// scores are its judgement, for the KL term; they are nil without.
func (s *Settings) signal(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
	var data []backends.Datum
	equal, groups := 0, 0
	for from := 0; from < len(episodes); from += s.Group {
		group := episodes[from:min(from+s.Group, len(episodes))]
		mean, deviation := moments(group)
		groups++
		if deviation == 0 {
			equal++
		}
		for i, e := range group {
			positions := training.Positions(e, nil, 0)
			if len(positions) == 0 {
				continue
			}
			d := backends.Datum{Tokens: training.Tokens(e), Positions: training.Places(positions)}
			for _, p := range positions {
				t := &e.Turns[p.Turn]
				d.Advantages = append(d.Advantages, float32(s.advantage(e, t, mean, deviation)))
				d.OldLogProbs = append(d.OldLogProbs, t.LogProbs[p.Token])
			}
			if scores != nil {
				d.RefLogProbs = scores[from+i].LogProbs
			}
			data = append(data, d)
		}
	}
	training.Weigh(data, training.Count(data))
	return data, map[string]float64{"equal_groups_share": float64(equal) / float64(max(groups, 1))}
}

// advantage is that of a turn's tokens. A group of equal returns says nothing; its tokens stay in the batch for
// the KL term and the token count.
func (s *Settings) advantage(e *registry.Episode, t *registry.Turn, mean, deviation float64) float64 {
	if deviation == 0 {
		return 0
	}
	r := ret(e)
	if !t.Parsed || !t.Valid {
		r -= s.InvalidPenalty
	}
	return (r - mean) / (deviation + 1e-6)
}

// ret is the episode's return: 1 for success.
func ret(e *registry.Episode) float64 {
	if e.Won {
		return 1
	}
	return 0
}

// moments returns mean and population standard deviation of the returns of a group.
func moments(group []*registry.Episode) (mean, deviation float64) {
	n := float64(len(group))
	for _, e := range group {
		mean += ret(e) / n
	}
	for _, e := range group {
		deviation += (ret(e) - mean) * (ret(e) - mean) / n
	}
	return mean, math.Sqrt(deviation)
}
