package opd

import (
	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// fullSignal targets the scorer's whole distribution at every response token, each token weighted
// 1/n over the batch.
func fullSignal(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
	data := make([]backends.Datum, 0, len(episodes))
	for i, e := range episodes {
		places := training.Places(training.Positions(e, nil, 0))
		if len(places) > 0 {
			data = append(data, backends.Datum{Tokens: training.Tokens(e), Positions: places, Target: scores[i].Full})
		}
	}
	training.Weigh(data, training.Count(data))
	return data, map[string]float64{}
}

// advantageLimit bounds the sampled form's advantages, in nats.
const advantageLimit = 10

// sampledSignal makes the gap of each sampled token its advantage:
//
//	A_t = clamp(kl_coef * (l_T(t) - l_old(t)), -10, 10)
func sampledSignal(coef float32) func([]*registry.Episode, []backends.Score) ([]backends.Datum, map[string]float64) {
	return func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
		data := make([]backends.Datum, 0, len(episodes))
		for i, e := range episodes {
			positions := training.Positions(e, nil, 0)
			if len(positions) == 0 {
				continue
			}
			d := backends.Datum{Tokens: training.Tokens(e), Positions: training.Places(positions)}
			for j, p := range positions {
				old := e.Turns[p.Turn].LogProbs[p.Token]
				a := coef * (scores[i].LogProbs[j] - old)
				d.OldLogProbs = append(d.OldLogProbs, old)
				d.Advantages = append(d.Advantages, min(max(a, -advantageLimit), advantageLimit))
			}
			data = append(data, d)
		}
		training.Weigh(data, training.Count(data))
		return data, map[string]float64{}
	}
}
