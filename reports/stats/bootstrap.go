package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Bootstrap is the interval of the mean of values, one a task: tasks are drawn with
// replacement, and what belongs to a task moves with it. From 20 values on it is the bias-corrected
// and accelerated interval (BCa), below that the percentile interval, which covers less than it says. Fewer than two
// values give none; equal values give one of zero width.
//
// Source: Efron 1987 for BCa.
func Bootstrap(values []float64, level float64, resamples int, rng *rand.Rand) Interval {
	n := len(values)
	if n < 2 {
		return Interval{}
	}
	means := make([]float64, resamples)
	for r := range means {
		sum := 0.0
		for range n {
			sum += values[rng.IntN(n)]
		}
		means[r] = sum / float64(n)
	}
	slices.Sort(means)
	lo, hi := (1-level)/2, (1+level)/2
	i := Interval{Level: level, How: "bootstrap over tasks, percentile", Resamples: resamples}
	if n >= 20 {
		i.How = "bootstrap over tasks, BCa"
		lo, hi = accelerate(values, means, lo), accelerate(values, means, hi)
	}
	i.Lo, i.Hi = quantile(means, lo), quantile(means, hi)
	return i
}

// accelerate returns the probability at which BCa reads the sorted bootstrap distribution.
//
//	Phi(z0 + (z0 + z) / (1 - a (z0 + z))),  a = sum d³ / (6 (sum d²)^1.5)
//
// with d the deviations from the mean, which is the jackknife's acceleration for a mean.
func accelerate(values, sortedMeans []float64, p float64) float64 {
	mean := meanOf(values)
	second, third := 0.0, 0.0
	for _, v := range values {
		d := v - mean
		second += d * d
		third += d * d * d
	}
	if second == 0 {
		return p
	}
	a := third / (6 * math.Pow(second, 1.5))
	below, _ := slices.BinarySearch(sortedMeans, mean)
	above, _ := slices.BinarySearchFunc(sortedMeans, mean, func(v, m float64) int {
		if v <= m {
			return -1
		}
		return 1
	})
	// Ties count half; the ends are kept finite.
	share := (float64(below) + float64(above)) / 2 / float64(len(sortedMeans))
	share = min(max(share, 1/float64(len(sortedMeans)+1)), 1-1/float64(len(sortedMeans)+1))
	z0 := mathext.NormalQuantile(share)
	z := mathext.NormalQuantile(p)
	return 0.5 * math.Erfc(-(z0+(z0+z)/(1-a*(z0+z)))/math.Sqrt2)
}

// TwoLevel is the interval of the mean over runs of their means over tasks: runs are drawn with replacement, then
// tasks, the same tasks for all drawn runs, because the runs were measured on the same tasks.
// values[r][t] is run r on task t, NaN where there is none. It returns no interval when there
// are fewer than two runs or tasks. With few runs it covers less than it says.
func TwoLevel(values [][]float64, level float64, resamples int, rng *rand.Rand) Interval {
	runs := len(values)
	if runs < 2 || len(values[0]) < 2 {
		return Interval{}
	}
	tasks := len(values[0])
	draws := make([]float64, 0, resamples)
	weights := make([]float64, tasks)
	for range resamples {
		clear(weights)
		for range tasks {
			weights[rng.IntN(tasks)]++
		}
		sum, n := 0.0, 0
		for range runs {
			if m, ok := weightedMean(values[rng.IntN(runs)], weights); ok {
				sum += m
				n++
			}
		}
		// A draw in which no run has a value says nothing; it is left out.
		if n > 0 {
			draws = append(draws, sum/float64(n))
		}
	}
	if len(draws) < 2 {
		return Interval{}
	}
	slices.Sort(draws)
	return Interval{
		Lo: quantile(draws, (1-level)/2), Hi: quantile(draws, (1+level)/2),
		Level: level, How: "two-level bootstrap, seeds then tasks", Resamples: resamples,
	}
}

func weightedMean(values, weights []float64) (float64, bool) {
	sum, n := 0.0, 0.0
	for t, v := range values {
		if weights[t] > 0 && !math.IsNaN(v) {
			sum += weights[t] * v
			n += weights[t]
		}
	}
	return sum / n, n > 0
}

// quantile interpolates linearly between the order statistics of a sorted sample.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := min(max(int(math.Floor(at)), 0), len(sorted)-1)
	if i == len(sorted)-1 {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func sortedCopy(values []float64) []float64 {
	s := slices.Clone(values)
	slices.Sort(s)
	return s
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
