package stats

import "slices"

// Holm returns p values corrected for a family of tests so that the chance of any false rejection stays
// below the level. The order of the input is kept.
//
// Source: Holm 1979, step-down.
func Holm(p []float64) []float64 {
	order := ascending(p)
	out := make([]float64, len(p))
	last := 0.0
	for rank, i := range order {
		last = max(last, min(1, float64(len(p)-rank)*p[i]))
		out[i] = last
	}
	return out
}

// BenjaminiHochberg returns p values corrected so that the expected share of false rejections stays below
// the level, for exploratory sweeps. The order of the input is kept.
//
// Source: Benjamini and Hochberg 1995, step-up.
func BenjaminiHochberg(p []float64) []float64 {
	order := ascending(p)
	out := make([]float64, len(p))
	last := 1.0
	for rank := len(order) - 1; rank >= 0; rank-- {
		i := order[rank]
		last = min(last, float64(len(p))/float64(rank+1)*p[i])
		out[i] = last
	}
	return out
}

func ascending(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	return order
}
