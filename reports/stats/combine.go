package stats

import (
	"fmt"
	"math"
	"slices"
)

// Combine averages the differences of independent comparisons (other environments, other models) with equal weight:
//
//	d = mean d_i,  se² = sum se_i² / k²,  df = (sum se_i²)² / sum(se_i⁴ / df_i)
//
// and tests d / se against Student's t. A single difference is returned as it is. Where no part shows any
// spread, there is no interval and p is 1. It panics when there are no parts.
//
// Source: Satterthwaite 1946 for the degrees of freedom.
func Combine(parts []Difference, level float64) Difference {
	switch len(parts) {
	case 0:
		panic("combine: no differences")
	case 1:
		return parts[0]
	}
	k := float64(len(parts))
	d := Difference{P: 1, Test: fmt.Sprintf("t over %d parts", len(parts)), Detectable: math.NaN()}
	variance, fourth := 0.0, 0.0
	for _, p := range parts {
		d.Value += p.Value / k
		d.Tasks += p.Tasks
		d.Runs = max(d.Runs, p.Runs)
		if p.SE > 0 {
			variance += p.SE * p.SE / (k * k)
			fourth += sq(p.SE*p.SE/(k*k)) / p.DF
		}
		for _, w := range p.Warnings {
			if !slices.Contains(d.Warnings, w) {
				d.Warnings = append(d.Warnings, w)
			}
		}
	}
	if variance == 0 {
		return d
	}
	d.SE, d.DF = math.Sqrt(variance), variance*variance/fourth
	t := tQuantile(0.5+level/2, d.DF)
	d.P = tTwoSided(d.Value/d.SE, d.DF)
	d.Interval = Interval{Lo: d.Value - t*d.SE, Hi: d.Value + t*d.SE, Level: level, How: d.Test}
	d.Detectable = detectable(d.SE, level)
	return d
}
