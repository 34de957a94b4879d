package minillm

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// parts are the single-step loss and, unless it is off, the long-term one. Scores are the teacher's, over the vocabulary; the
// episodes hold the student's log-probabilities as they are now, so that the ratio of the policy gradient is 1.
func (s *Settings) parts(episodes []*registry.Episode, scores []backends.Score) ([]training.Part, map[string]float64) {
	single, numbers := training.FullSignal(episodes, scores)
	long := make([]backends.Datum, 0, len(single))
	at, weights, returns, n := 0, 0.0, 0.0, 0
	for i, e := range episodes {
		positions := training.Positions(e, nil, 0)
		if len(positions) == 0 {
			continue
		}
		own := make([]float32, len(positions))
		for j, p := range positions {
			own[j] = e.Turns[p.Turn].LogProbs[p.Token]
		}
		d := single[at]
		at++
		if s.Mixture > 0 {
			for j, w := range s.weights(own, scores[i].LogProbs) {
				d.Weights[j] *= float32(w)
				weights += w
			}
		}
		ahead := s.longTerm(own, scores[i].LogProbs)
		advantages := make([]float32, len(ahead))
		for j, r := range ahead {
			advantages[j] = float32(s.LongTerm * r)
			returns += r
		}
		n += len(ahead)
		long = append(long, backends.Datum{Tokens: d.Tokens, Positions: d.Positions, Weights: append([]float32(nil), d.Weights...), OldLogProbs: own, Advantages: advantages})
	}
	if s.Mixture > 0 && n > 0 {
		numbers["importance"] = weights / float64(n)
	}
	parts := []training.Part{{Data: single, Loss: backends.Loss{Kind: backends.ReverseKL}}}
	if s.LongTerm > 0 {
		numbers["return"] = returns / float64(max(n, 1))
		parts = append(parts, training.Part{Data: long, Loss: backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.Clip), ClipHigh: float32(s.Clip)}})
	}
	return parts, numbers
}

// weights are w_t = p_theta / (alpha p_T + (1 - alpha) p_theta) of tokens with these log-probabilities; at most 1/(1 - alpha).
func (s *Settings) weights(own, teacher []float32) []float64 {
	w := make([]float64, len(own))
	for j := range w {
		w[j] = 1 / (s.Mixture*math.Exp(float64(teacher[j])-float64(own[j])) + 1 - s.Mixture)
	}
	return w
}

// longTerm are R_{t+1}, the discounted mean of what follows; 0 for the last token. Single r are cut off at
// training.AdvantageLimit.
func (s *Settings) longTerm(own, teacher []float32) []float64 {
	ahead := make([]float64, len(own))
	sum, norm := 0.0, 0.0
	for j := len(own) - 1; j >= 0; j-- {
		if norm > 0 {
			ahead[j] = sum / norm
		}
		r := min(max(float64(teacher[j])-float64(own[j]), -training.AdvantageLimit), training.AdvantageLimit)
		sum, norm = r+s.Discount*sum, 1+s.Discount*norm
	}
	return ahead
}
