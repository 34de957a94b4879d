package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Student is the t interval of the mean of independent values, one a training seed or a task.
//
//	mean ± t(n-1) sd / sqrt(n)
//
// Fewer than two values give no interval. Equal values give one of zero width: for rates use
// Arm.Estimate, which does not.
func Student(values []float64, level float64) Interval {
	if len(values) < 2 {
		return Interval{}
	}
	mean, sd := stat.MeanStdDev(values, nil)
	half := tQuantile(0.5+level/2, float64(len(values)-1)) * sd / math.Sqrt(float64(len(values)))
	return Interval{Lo: mean - half, Hi: mean + half, Level: level, How: "Student t"}
}

func tQuantile(p, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p)
}

// tTwoSided is the two-sided p value of a t statistic.
func tTwoSided(t, df float64) float64 {
	return min(1, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-math.Abs(t)))
}

// IQM is the interquartile mean: the mean of the middle half of the values. With n not a multiple of
// four the two border values count with the fraction of them that lies inside. NaN when empty. The
// input is not changed.
//
// Source: Agarwal et al. 2021.
func IQM(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	sorted := sortedCopy(values)
	lo, hi := float64(n)/4, 3*float64(n)/4
	sum := 0.0
	for i, v := range sorted {
		// Value i stands for the stretch [i, i+1] of the sorted sample.
		inside := min(hi, float64(i+1)) - max(lo, float64(i))
		if inside > 0 {
			sum += inside * v
		}
	}
	return sum / (hi - lo)
}
