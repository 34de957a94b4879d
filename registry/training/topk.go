package training

import (
	"math"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// TopKSignal targets the scorer's k likeliest ids at every response token, and its mass of the others as one outcome more
// (P7 with a tail bucket). Weights are FullSignal's. What is recorded beside is the mean of that mass, the part
// that the target no longer tells apart.
func TopKSignal(k int) func([]*registry.Episode, []backends.Score) ([]backends.Datum, map[string]float64) {
	return func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
		data, numbers := FullSignal(episodes, scores)
		tail, n := 0.0, 0
		for i := range data {
			d := &data[i]
			if len(d.Positions) == 0 {
				continue
			}
			vocab := len(d.Target) / len(d.Positions)
			target := make([]float32, 0, len(d.Target))
			for j := range d.Positions {
				row, mass := topK(d.Target[j*vocab:(j+1)*vocab], k)
				target = append(target, row...)
				tail += mass
				n++
			}
			d.Target = target
		}
		numbers["tail_mass"] = tail / float64(max(n, 1))
		return data, numbers
	}
}

// topK returns a row of log-probabilities with all but the k largest in the tail, and the mass there. Of equal ones the
// first stay.
func topK(row []float32, k int) ([]float32, float64) {
	if k >= len(row) {
		return row, 0
	}
	sorted := slices.Clone(row)
	slices.Sort(sorted)
	least := sorted[len(row)-k]
	ties := k // how many of those equal to the least may stay
	for _, q := range row {
		if q > least {
			ties--
		}
	}
	mass := 0.0
	kept := slices.Clone(row)
	inTail := make([]int, 0, len(row)-k)
	for v, q := range row {
		switch {
		case q > least:
		case q == least && ties > 0:
			ties--
		default:
			mass += math.Exp(float64(q))
			inTail = append(inTail, v)
		}
	}
	mark := backends.TailTarget(float32(math.Log(mass)))
	for _, v := range inTail {
		kept[v] = mark
	}
	return kept, mass
}

// SpreadTail returns a target whose ForwardKL is, in value and in gradient at the distribution p, that over k+1 outcomes: the k
// likeliest ids of q, and all the others together (P7 with a tail bucket, forward). q, p and the target are log-probabilities over
// the vocabulary. Of
//
//	KL = sum_kept q log(q/p) + Q log(Q/P),   Q, P the masses of the others under q and p
//
// the derivative by the logits of p is p - q for a kept id and p - Q p/P for another, so that the others share Q as p has them.
// It holds for one update at p. The mass Q is returned too.
func SpreadTail(q, p []float32, k int) (target []float32, mass float64) {
	target, mass = topK(q, k)
	if k >= len(q) {
		return target, mass
	}
	rest := 0.0
	for v := range target {
		if target[v] > 0 {
			rest += math.Exp(float64(p[v]))
		}
	}
	const least = 1e-30 // of a mass, whose logarithm is wanted
	share := float32(math.Log(max(mass, least)) - math.Log(max(rest, least)))
	for v := range target {
		if target[v] > 0 {
			target[v] = p[v] + share
		}
	}
	return target, mass
}
