package stats

import "math"

// Interval is a confidence interval. The zero value means none.
type Interval struct {
	Lo, Hi float64
	// Level is the intended coverage (0.95); How names the method; Resamples is the number of
	// bootstrap draws, 0 for a closed form.
	Level     float64
	How       string
	Resamples int
}

// Exists says that there is an interval.
func (i Interval) Exists() bool { return i.Level > 0 }

// Clamp returns the interval cut to [lo, hi].
func (i Interval) Clamp(lo, hi float64) Interval {
	i.Lo, i.Hi = max(i.Lo, lo), min(i.Hi, hi)
	return i
}

// Mover combines intervals of independent estimates into one for their mean, by the
// method of variance estimates recovery:
//
//	L = m - sqrt(sum_i (x_i - l_i)^2) / k
//	U = m + sqrt(sum_i (u_i - x_i)^2) / k
//
// with m the mean of the k values. It inherits the shape of its parts, so that a rate at 1 keeps its width.
// It panics when the lengths differ and returns no interval when a part has none or k = 0.
//
// Source: Zou and Donner 2008, Construction of confidence limits about effect measures.
func Mover(values []float64, parts []Interval) Interval {
	mustMatch("mover", len(values), len(parts))
	if len(values) == 0 {
		return Interval{}
	}
	mean, down, up := 0.0, 0.0, 0.0
	for i, p := range parts {
		if !p.Exists() {
			return Interval{}
		}
		mean += values[i]
		down += (values[i] - p.Lo) * (values[i] - p.Lo)
		up += (p.Hi - values[i]) * (p.Hi - values[i])
	}
	k := float64(len(values))
	mean /= k
	return Interval{
		Lo: mean - math.Sqrt(down)/k, Hi: mean + math.Sqrt(up)/k,
		Level: parts[0].Level, How: "intervals of the parts combined (MOVER)", Resamples: parts[0].Resamples,
	}
}
