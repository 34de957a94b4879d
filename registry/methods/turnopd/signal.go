package turnopd

import (
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// turnScores returns score_k = (n_k / n) mean_i x_{i,k} / (std_i x_{i,k} + 1e-6) of scored episodes, [horizon]; std is
// the population's.
func turnScores(episodes []*registry.Episode, horizon int) []float64 {
	gaps := make([][]float64, horizon)
	for _, e := range episodes {
		for k := range e.Turns {
			t := &e.Turns[k]
			n := len(t.Tokens) - t.Forced
			if n == 0 || len(t.TeacherLogProbs) == 0 {
				continue
			}
			gap := 0.0
			for j := range n {
				gap += float64(t.LogProbs[j]) - float64(t.TeacherLogProbs[j])
			}
			gaps[k] = append(gaps[k], gap/float64(n))
		}
	}
	scores := make([]float64, horizon)
	for k, x := range gaps {
		if len(x) < 2 {
			continue
		}
		mean, variance := 0.0, 0.0
		for _, v := range x {
			mean += v / float64(len(x))
		}
		for _, v := range x {
			variance += (v - mean) * (v - mean) / float64(len(x))
		}
		survival := float64(len(x)) / float64(len(episodes))
		scores[k] = survival * mean / (math.Sqrt(variance) + 1e-6)
	}
	return scores
}

// depth returns the number of turns up to the last whose score is at least threshold times the first's. A
// first turn without signal says nothing about the others: the depth is the whole horizon then.
func depth(scores []float64, threshold float64) int {
	if scores[0] <= 0 {
		return len(scores)
	}
	last := 1
	for k, score := range scores {
		if score >= threshold*scores[0] {
			last = k + 1
		}
	}
	return last
}

// weigh sets w_{k,t} = (1 - mu) / N_tok + mu / (n L_k) on the data of the episodes that have trained tokens.
func weigh(episodes []*registry.Episode, data []backends.Datum, mu float64) {
	var positions [][]training.Position
	tokens, turns := 0, 0
	for _, e := range episodes {
		p := training.Positions(e, nil, 0)
		if len(p) == 0 {
			continue
		}
		positions = append(positions, p)
		tokens += len(p)
		turns += len(lengths(p))
	}
	flat := 1 / float32(max(tokens, 1))
	for i, p := range positions {
		length := lengths(p)
		data[i].Weights = make([]float32, len(p))
		for j := range p {
			perTurn := 1 / float32(turns*length[p[j].Turn])
			data[i].Weights[j] = float32(1-mu)*flat + float32(mu)*perTurn
		}
	}
}

// lengths returns the number of trained tokens of each turn that has any.
func lengths(positions []training.Position) map[int]int {
	n := map[int]int{}
	for _, p := range positions {
		n[p.Turn]++
	}
	return n
}
