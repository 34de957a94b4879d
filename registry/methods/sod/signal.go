package sod

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// epsilon is the eps of w_k.
const epsilon = 1e-6

// shape makes the group relative advantages of a batch A_t = outcome_coef A_GRPO + distillation_coef w_k (l_T - l_S); the
// second term is clamped.
func (s *Settings) shape(batch *training.Batch, scores []backends.Score) {
	weightSum := 0.0
	for i, e := range batch.Episodes {
		positions, teacher := batch.Positions[i], scores[i].LogProbs
		w := s.weights(disagreement(e, positions, teacher))
		for j, p := range positions {
			old := e.Turns[p.Turn].LogProbs[p.Token]
			gap := float32(s.DistillationCoef) * float32(w[p.Turn]) * (teacher[j] - old)
			gap = min(max(gap, -training.AdvantageLimit), training.AdvantageLimit)
			batch.Advantages[i][j] = s.OutcomeCoef*batch.Advantages[i][j] + float64(gap)
			weightSum += w[p.Turn]
		}
	}
	batch.Numbers["distillation_weight"] = weightSum / float64(max(batch.Tokens, 1))
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
