package training

import (
	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Objective is what turns scored episodes into an update: the three fields of OnPolicy that methods with
// one idea of a loss share.
type Objective struct {
	Full   bool
	Signal func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64)
	Loss   backends.Loss
}

// Objective returns that of plain distillation in the form the settings choose:
//
//	full     L = mean over response tokens of KL(p_theta || p_T), over the whole vocabulary
//	topk     L = the same over k+1 outcomes: the scorer's k likeliest ids, and all the others together (P7)
//	sampled  A_t = kl_coef * (l_T(t) - l_old(t)), then the clipped policy gradient with dual clip
func (s *Distillation) Objective() Objective {
	switch s.Form {
	case "full":
		return Objective{Full: true, Signal: FullSignal, Loss: backends.Loss{Kind: backends.ReverseKL}}
	case "topk":
		return Objective{Full: true, Signal: TopKSignal(s.K), Loss: backends.Loss{Kind: backends.TopKReverseKL}}
	}
	return Objective{
		Signal: SampledSignal(float32(s.KLCoef)),
		Loss:   backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.Clip), ClipHigh: float32(s.Clip), DualClip: float32(s.DualClip)},
	}
}

// FullSignal targets the scorer's whole distribution at every response token, each token weighted
// 1/n over the batch.
func FullSignal(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
	data := make([]backends.Datum, 0, len(episodes))
	for i, e := range episodes {
		places := Places(Positions(e, nil, 0))
		if len(places) > 0 {
			data = append(data, backends.Datum{Tokens: Tokens(e), Positions: places, Target: scores[i].Full})
		}
	}
	Weigh(data, Count(data))
	return data, map[string]float64{}
}

// AdvantageLimit bounds the advantages of single tokens, in nats: without it single tokens dominate
// tiny models' gradients.
const AdvantageLimit = 10

// SampledSignal makes the gap of each sampled token its advantage (P5):
//
//	A_t = clamp(kl_coef * (l_T(t) - l_old(t)), -10, 10)
func SampledSignal(coef float32) func([]*registry.Episode, []backends.Score) ([]backends.Datum, map[string]float64) {
	return func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
		data := make([]backends.Datum, 0, len(episodes))
		for i, e := range episodes {
			positions := Positions(e, nil, 0)
			if len(positions) == 0 {
				continue
			}
			d := backends.Datum{Tokens: Tokens(e), Positions: Places(positions)}
			for j, p := range positions {
				old := e.Turns[p.Turn].LogProbs[p.Token]
				a := coef * (scores[i].LogProbs[j] - old)
				d.OldLogProbs = append(d.OldLogProbs, old)
				d.Advantages = append(d.Advantages, min(max(a, -AdvantageLimit), AdvantageLimit))
			}
			data = append(data, d)
		}
		Weigh(data, Count(data))
		return data, map[string]float64{}
	}
}
