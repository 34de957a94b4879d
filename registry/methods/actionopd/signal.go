package actionopd

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// state is one decision: what the student proposed there. Context is shared by the candidates.
type state struct {
	context    []backends.Token
	candidates []candidate
	// unanswered says that the teacher gave no valid action: the state teaches nothing.
	unanswered bool
}

// candidate is one proposal.
type candidate struct {
	turn    registry.Turn
	valid   bool
	matches int
}

// reward is r of a candidate; K is the configured number of the teacher's samples.
func (s *Settings) reward(c candidate) float64 {
	switch {
	case !c.valid:
		return -1
	case c.matches == 0:
		return 0
	case s.TeacherSamples == 1:
		return 1
	}
	return 1 + s.Lambda*float64(c.matches-1)/float64(s.TeacherSamples-1)
}

// trained is the reward that is optimised: r, or with the ablation's validity the same for every valid candidate.
func (s *Settings) trained(c candidate) float64 {
	if s.Reward == "validity" && c.valid {
		return 1
	}
	return s.reward(c)
}

// signal makes the data of a batch: every candidate of a state that has different rewards, its tokens with
// A = (r - mean of the state) / (deviation over the batch). Each token weighs 1/n.
func (s *Settings) signal(states []state) ([]backends.Datum, map[string]float64) {
	var data []backends.Datum
	var advantages []float64
	numbers := map[string]float64{}
	candidates, dropped, unanswered := 0.0, 0.0, 0.0
	for _, st := range states {
		mean, equal := 0.0, true
		for _, c := range st.candidates {
			r := s.trained(c)
			mean += r / float64(len(st.candidates))
			equal = equal && r == s.trained(st.candidates[0])
			candidates++
			if c.valid {
				numbers["valid_share"]++
			}
			if c.matches > 0 {
				numbers["match_share"]++
			}
		}
		if st.unanswered {
			unanswered++
		}
		if equal || st.unanswered {
			dropped++
			continue
		}
		for _, c := range st.candidates {
			n := len(c.turn.Tokens) - c.turn.Forced
			if n == 0 {
				continue
			}
			tokens := append(append([]backends.Token(nil), st.context...), c.turn.Tokens...)
			d := backends.Datum{Tokens: tokens, OldLogProbs: c.turn.LogProbs[:n]}
			for j := range n {
				d.Positions = append(d.Positions, int32(len(st.context)+j))
			}
			data = append(data, d)
			advantages = append(advantages, s.trained(c)-mean)
		}
	}
	scale := deviation(advantages)
	for i := range data {
		data[i].Advantages = make([]float32, len(data[i].Positions))
		for j := range data[i].Advantages {
			data[i].Advantages[j] = float32(advantages[i] / (scale + 1e-6))
		}
	}
	training.Weigh(data, training.Count(data))
	numbers["valid_share"] /= max(candidates, 1)
	numbers["match_share"] /= max(candidates, 1)
	numbers["dropped_states_share"] = dropped / max(float64(len(states)), 1)
	numbers["unanswered_states_share"] = unanswered / max(float64(len(states)), 1)
	return data, numbers
}

// deviation is the population standard deviation.
func deviation(values []float64) float64 {
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / float64(len(values))
	}
	return math.Sqrt(square)
}
