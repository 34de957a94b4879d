package futurebridge

import (
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
)

// turn returns the turn of a scored episode at which a bridge is tried, and -1 when there is none: among the turns the
// student played, the final one apart, that have a parsable action, the one with the largest
// mean_t (l_S - l_T), or with select = "random" any.
func (s *Settings) turn(e *registry.Episode, rng *rand.Rand) int {
	best, most := -1, 0.0
	candidates := 0
	for k := range len(e.Turns) - 1 {
		t := &e.Turns[k]
		if t.Masked || !t.Parsed || len(t.Tokens) == t.Forced {
			continue
		}
		candidates++
		if s.Select == "random" {
			if rng.IntN(candidates) == 0 {
				best = k
			}
			continue
		}
		if gap := -meanGap(t); best < 0 || gap > most {
			best, most = k, gap
		}
	}
	return best
}

// meanGap returns mean_t (l_T - l_S) of a scored turn.
func meanGap(t *registry.Turn) float64 {
	n := len(t.Tokens) - t.Forced
	sum := 0.0
	for j := range n {
		sum += float64(t.TeacherLogProbs[j]) - float64(t.LogProbs[j])
	}
	return sum / float64(n)
}

// ratio returns the share of the tokens of a scored branch's turns from a turn on that the teacher finds likelier than
// the student does.
func ratio(e *registry.Episode, from int) float64 {
	better, n := 0, 0
	for k := from; k < len(e.Turns); k++ {
		t := &e.Turns[k]
		for j := range len(t.Tokens) - t.Forced {
			n++
			if t.TeacherLogProbs[j] > t.LogProbs[j] {
				better++
			}
		}
	}
	return float64(better) / float64(max(n, 1))
}

// full says that a branch played turns turns after turn k and that every action of those was understood.
func full(e *registry.Episode, k, turns int) bool {
	if len(e.Turns) != k+1+turns {
		return false
	}
	for _, t := range e.Turns[k+1:] {
		if !t.Parsed || !t.Valid {
			return false
		}
	}
	return true
}
