package atod

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry/training"
)

// coefficients returns kappa(s) and rho(s).
func (s *Settings) coefficients(step int) (kappa, rho float64) {
	along := min(float64(step)/float64(s.AnnealSteps), 1)
	if s.Schedule == "cosine" {
		along = (1 - math.Cos(math.Pi*along)) / 2
	}
	return s.KappaStart + (s.KappaEnd-s.KappaStart)*along, s.RhoStart + (s.RhoEnd-s.RhoStart)*along
}

// mix makes the advantages of a batch A_t = kappa w_k (l_T - l_old) + rho A_GRPO; the first term is clamped.
func (s *Settings) mix(step int, batch *training.Batch, scores []backends.Score, entropies [][]float64) {
	kappa, rho := s.coefficients(step)
	batch.Numbers["kappa"], batch.Numbers["rho"] = kappa, rho
	turns := collect(batch, scores, entropies)
	w := s.weights(turns)
	for u, t := range turns {
		e := batch.Episodes[t.episode]
		for j := t.from; j < t.to; j++ {
			p := batch.Positions[t.episode][j]
			gap := float32(kappa*w[u]) * (scores[t.episode].LogProbs[j] - e.Turns[p.Turn].LogProbs[p.Token])
			gap = min(max(gap, -training.AdvantageLimit), training.AdvantageLimit)
			a := &batch.Advantages[t.episode][j]
			*a = rho**a + float64(gap)
		}
	}
}

// span is the trained tokens of a turn, positions from to to of an episode, with its disagreement and its uncertainty.
type span struct {
	episode, from, to int
	d, u              float64
}

// collect lists the turns of a batch that have trained tokens. Entropies may be nil.
func collect(batch *training.Batch, scores []backends.Score, entropies [][]float64) []span {
	var turns []span
	for i, e := range batch.Episodes {
		positions := batch.Positions[i]
		for from := 0; from < len(positions); {
			t := span{episode: i, from: from, to: from}
			for ; t.to < len(positions) && positions[t.to].Turn == positions[from].Turn; t.to++ {
				p := positions[t.to]
				t.d += math.Abs(float64(scores[i].LogProbs[t.to]) - float64(e.Turns[p.Turn].LogProbs[p.Token]))
				if entropies != nil {
					t.u += entropies[i][t.to]
				}
			}
			n := float64(t.to - t.from)
			t.d, t.u = t.d/n, t.u/n
			turns = append(turns, t)
			from = t.to
		}
	}
	return turns
}

// weights returns w_k of each turn, with mean 1.
func (s *Settings) weights(turns []span) []float64 {
	w := make([]float64, len(turns))
	if s.Weighting == "none" {
		for k := range w {
			w[k] = 1
		}
		return w
	}
	d, u := make([]float64, len(turns)), make([]float64, len(turns))
	for k, t := range turns {
		d[k], u[k] = t.d, t.u
	}
	standardize(d)
	standardize(u)
	sum := 0.0
	for k := range w {
		w[k] = 1 - (1-sigma(d[k]))*(1-sigma(u[k]))
		sum += w[k]
	}
	for k := range w {
		w[k] *= float64(len(w)) / sum
	}
	return w
}

func sigma(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// standardize makes values z-scores, with the population's deviation; without spread they are 0.
func standardize(values []float64) {
	n := float64(len(values))
	mean, variance := 0.0, 0.0
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean) / n
	}
	for k := range values {
		values[k] = (values[k] - mean) / (math.Sqrt(variance) + 1e-6)
	}
}
