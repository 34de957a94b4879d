package training

import (
	"errors"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Group is what methods of group relative reinforcement set alike. Settings of methods embed it.
type Group struct {
	Size           int     `hcl:"group,optional" json:"group"` // G, episodes a task
	Clip           float64 `hcl:"clip,optional" json:"clip"`
	ClipHigh       float64 `hcl:"clip_high,optional" json:"clip_high"`
	DualClip       float64 `hcl:"dual_clip,optional" json:"dual_clip"` // 0: off
	KLCoef         float64 `hcl:"kl_coef,optional" json:"kl_coef"`     // of k3 to the starting student
	InvalidPenalty float64 `hcl:"invalid_penalty,optional" json:"invalid_penalty"`
}

// GroupDefaults are the laptop sizes.
func GroupDefaults() Group {
	return Group{Size: 8, Clip: 0.2, ClipHigh: 0.2, DualClip: 3, KLCoef: 0.01, InvalidPenalty: 0.1}
}

// ReinforceDefaults is the budget of group relative reinforcement at laptop size. Rates of distillation are too high for it:
// at 1e-3 tiny students learn to hurry, not to act.
func ReinforceDefaults() Budget {
	s := BudgetDefaults()
	s.TasksAStep, s.LearningRate = 4, 3e-4
	return s
}

// Validate names the setting that cannot work.
func (s Group) Validate() error { return s.validate(1) }

// ValidateCompared is Validate for methods that learn from nothing but the differences within a group, which take two episodes.
func (s Group) ValidateCompared() error { return s.validate(2) }

func (s Group) validate(least int) error {
	return errors.Join(
		CheckRange("group", s.Size, least, 1024),
		CheckRange("clip", s.Clip, 0, 1),
		CheckRange("clip_high", s.ClipHigh, 0, 1000),
		CheckRange("dual_clip", s.DualClip, 0, 1000),
		CheckRange("kl_coef", s.KLCoef, 0, 1000),
		CheckRange("invalid_penalty", s.InvalidPenalty, 0, 1000),
	)
}

// Loss is the clipped policy gradient with the group's constants.
func (s Group) Loss() backends.Loss {
	return backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.Clip), ClipHigh: float32(s.ClipHigh), DualClip: float32(s.DualClip), KLCoef: float32(s.KLCoef)}
}

// ReturnDeparture says of methods that read Return where they depart from the family of code they come from.
const ReturnDeparture = "an episode returns 1 for success and 0 otherwise in every world (published: 10 for success in ALFWorld, the graded score in WebShop)"

// Return is the episode's return: 1 for success.
func Return(e *registry.Episode) float64 {
	if e.Won {
		return 1
	}
	return 0
}

// Advantages normalises returns within each group of Size consecutive episodes (P9 of the methods' primitives) and
// returns one advantage a turn, [episodes][turns]:
//
//	A_{i,k} = (R_i - mean R - c [turn k of i invalid]) / (std R + 1e-6)
//
// with the population's deviation; a group of equal returns gives 0. The share of such groups is returned too.
func (s Group) Advantages(episodes []*registry.Episode) (advantages [][]float64, equal float64) {
	advantages = make([][]float64, len(episodes))
	groups := 0
	for from := 0; from < len(episodes); from += s.Size {
		to := min(from+s.Size, len(episodes))
		mean, deviation := moments(episodes[from:to])
		groups++
		if deviation == 0 {
			equal++
		}
		for i := from; i < to; i++ {
			e := episodes[i]
			advantages[i] = make([]float64, len(e.Turns))
			if deviation == 0 {
				continue
			}
			for k := range e.Turns {
				r := Return(e)
				if t := &e.Turns[k]; !t.Parsed || !t.Valid {
					r -= s.InvalidPenalty
				}
				advantages[i][k] = (r - mean) / (deviation + 1e-6)
			}
		}
	}
	return advantages, equal / float64(max(groups, 1))
}

// moments returns mean and population standard deviation of the returns of a group.
func moments(group []*registry.Episode) (mean, deviation float64) {
	n := float64(len(group))
	for _, e := range group {
		mean += Return(e) / n
	}
	for _, e := range group {
		deviation += (Return(e) - mean) * (Return(e) - mean) / n
	}
	return mean, math.Sqrt(deviation)
}
