package sod

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// epsilon is the eps of w_k.
const epsilon = 1e-6

// signal makes A_t = outcome_coef A_GRPO + kl_coef w_k (l_T - l_S) from groups of Settings.Group consecutive
// episodes; the second term is clamped.
func (s *Settings) signal(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
	var data []backends.Datum
	weightSum, weighted := 0.0, 0
	for from := 0; from < len(episodes); from += s.Group {
		group := episodes[from:min(from+s.Group, len(episodes))]
		relative := outcomes(group)
		for i, e := range group {
			positions := training.Positions(e, nil, 0)
			if len(positions) == 0 {
				continue
			}
			teacher := scores[from+i].LogProbs
			w := s.weights(disagreement(e, positions, teacher))
			outcome := float32(s.OutcomeCoef * relative[i])
			d := backends.Datum{Tokens: training.Tokens(e), Positions: training.Places(positions)}
			for j, p := range positions {
				old := e.Turns[p.Turn].LogProbs[p.Token]
				gap := float32(s.KLCoef) * float32(w[p.Turn]) * (teacher[j] - old)
				gap = min(max(gap, -training.AdvantageLimit), training.AdvantageLimit)
				d.OldLogProbs = append(d.OldLogProbs, old)
				d.Advantages = append(d.Advantages, outcome+gap)
				weightSum += w[p.Turn]
				weighted++
			}
			data = append(data, d)
		}
	}
	training.Weigh(data, training.Count(data))
	return data, map[string]float64{"distillation_weight": weightSum / float64(max(weighted, 1))}
}

// disagreement returns d_k = mean_t |l_S - l_T| a turn, and -1 for turns without a position.
func disagreement(e *registry.Episode, positions []training.Position, teacher []float32) []float64 {
	d, n := make([]float64, len(e.Turns)), make([]int, len(e.Turns))
	for j, p := range positions {
		d[p.Turn] += math.Abs(float64(e.Turns[p.Turn].LogProbs[p.Token]) - float64(teacher[j]))
		n[p.Turn]++
	}
	for k := range d {
		if n[k] == 0 {
			d[k] = -1
		} else {
			d[k] /= float64(n[k])
		}
	}
	return d
}

// weights returns w_k = min((d_1 + eps) / (d_k + eps), 1 + delta), 1 for the first turn that has a d and for
// turns without one.
func (s *Settings) weights(d []float64) []float64 {
	w := make([]float64, len(d))
	first := -1.0
	for k := range d {
		w[k] = 1
		switch {
		case d[k] < 0 || s.Discount == "none":
		case first < 0:
			first = d[k]
		default:
			w[k] = min((first+epsilon)/(d[k]+epsilon), 1+s.Delta)
		}
	}
	return w
}

// outcomes returns (R - mean R) / (std R + 1e-6) of each episode of a group, R = 1 for success and std the population's;
// 0 when all returns are equal.
func outcomes(group []*registry.Episode) []float64 {
	n := float64(len(group))
	mean, variance := 0.0, 0.0
	for _, e := range group {
		mean += ret(e) / n
	}
	for _, e := range group {
		variance += (ret(e) - mean) * (ret(e) - mean) / n
	}
	a := make([]float64, len(group))
	deviation := math.Sqrt(variance)
	if deviation == 0 {
		return a
	}
	for i, e := range group {
		a[i] = (ret(e) - mean) / (deviation + 1e-6)
	}
	return a
}

func ret(e *registry.Episode) float64 {
	if e.Won {
		return 1
	}
	return 0
}
