package agentopsd

import (
	"context"
	"math"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// floor is the e0 of B_0, and spread the deviation of q below which an episode has none: rounding alone is no credit.
const (
	floor  = 1e-3
	spread = 1e-9
)

// shape multiplies the advantages of a batch with their turns' weights.
func (s *Settings) shape(ctx context.Context, _ int, batch *training.Batch, own skills.Own) error {
	gaps, err := own.Gaps(ctx, batch)
	if err != nil {
		return err
	}
	s.credit(batch, gaps)
	return nil
}

// credit is shape after scoring. It records "belief", the mean of the last belief of episodes with a skill.
func (s *Settings) credit(batch *training.Batch, gaps []skills.Gaps) {
	belief, n := 0.0, 0
	for i := range batch.Episodes {
		if len(batch.Positions[i]) == 0 || !gaps[i].Scored[0] {
			continue
		}
		from := i - i%s.Size
		prior := s.prior(batch.Episodes[from:min(from+s.Size, len(batch.Episodes))])
		units := s.units(batch.Positions[i])
		e, sign := evidence(units, gaps[i].Of, batch.Advantages[i])
		q, last := s.revisions(prior, e)
		if s.Signed {
			for u := range q {
				q[u] *= sign[u]
			}
		}
		w := s.weights(q)
		for j, u := range units {
			batch.Advantages[i][j] *= (1 - s.Lambda) + s.Lambda*w[u]
		}
		belief += last
		n++
	}
	if n > 0 {
		batch.Numbers["belief"] = belief / float64(n)
	}
}

// prior returns B_0 of a group.
func (s *Settings) prior(group []*registry.Episode) float64 {
	if s.Prior == "half" {
		return 0.5
	}
	rate := 0.0
	for _, e := range group {
		rate += training.Return(e) / float64(len(group))
	}
	return min(max(rate, floor), 1-floor)
}

// units numbers what the belief is revised after, for each position: its turn among those that have positions, or itself.
func (s *Settings) units(positions []training.Position) []int {
	units := make([]int, len(positions))
	for j := 1; j < len(positions); j++ {
		units[j] = units[j-1]
		if s.Credit == "token" || positions[j].Turn != positions[j-1].Turn {
			units[j]++
		}
	}
	return units
}

// evidence returns the sum of gaps and the sign of the advantage of each unit.
func evidence(units []int, gaps, advantages []float64) (e, sign []float64) {
	n := units[len(units)-1] + 1
	e, sign = make([]float64, n), make([]float64, n)
	for j, u := range units {
		e[u] += gaps[j]
		switch {
		case advantages[j] > 0:
			sign[u] = 1
		case advantages[j] < 0:
			sign[u] = -1
		}
	}
	return e, sign
}

// revisions returns DeltaB of each unit, or the evidence itself where the raw gap is the credit, and the last belief.
func (s *Settings) revisions(prior float64, e []float64) (revised []float64, last float64) {
	revised = make([]float64, len(e))
	odds, c, before := math.Log(prior/(1-prior)), 0.0, prior
	for u := range e {
		c = s.Gamma*c + e[u]
		b := 1 / (1 + math.Exp(-(odds + c)))
		revised[u] = b - before
		before = b
	}
	if s.Credit == "gap" {
		copy(revised, e)
	}
	return revised, before
}

// weights returns w of each unit from its q; without spread every w is 1.
func (s *Settings) weights(q []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, x := range q {
		mean += x / float64(len(q))
	}
	for _, x := range q {
		variance += (x - mean) * (x - mean) / float64(len(q))
	}
	deviation := math.Sqrt(variance)
	w := make([]float64, len(q))
	for u, x := range q {
		w[u] = 1
		if deviation > spread {
			w[u] = min(max(1+s.Bound*(x-mean)/deviation, 1-s.Bound), 1+s.Bound)
		}
	}
	return w
}
