package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson is the score interval of successes in n independent trials.
//
//	(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
//
// It lies in [0, 1] and never has zero width. It panics unless 0 <= successes <= n and n > 0.
//
// Source: Wilson 1927.
func Wilson(successes, n int, level float64) Interval {
	mustCount(successes, n)
	z := mathext.NormalQuantile(0.5 + level/2)
	i := score(float64(successes)/float64(n), float64(n), z)
	i.Level, i.How = level, "Wilson"
	return i
}

// score is Wilson's formula for a proportion p of n trials, n not necessarily whole, at quantile z. The ends are
// exact at p = 0 and p = 1, where rounding could leave 1e-17.
func score(p, n, z float64) Interval {
	z2 := z * z
	centre := p + z2/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	scale := 1 + z2/n
	i := Interval{Lo: (centre - half) / scale, Hi: (centre + half) / scale}
	if p == 0 {
		i.Lo = 0
	}
	if p == 1 {
		i.Hi = 1
	}
	return i.Clamp(0, 1)
}

// ClopperPearson is the interval of successes in n independent trials that covers at least at the stated level
// whatever the true rate; it is wider than Wilson's. It panics unless 0 <= successes <= n and n > 0.
//
// Source: Clopper and Pearson 1934, as beta quantiles.
func ClopperPearson(successes, n int, level float64) Interval {
	mustCount(successes, n)
	tail := (1 - level) / 2
	k, m := float64(successes), float64(n)
	i := Interval{Lo: 0, Hi: 1, Level: level, How: "Clopper-Pearson"}
	if successes > 0 {
		i.Lo = distuv.Beta{Alpha: k, Beta: m - k + 1}.Quantile(tail)
	}
	if successes < n {
		i.Hi = distuv.Beta{Alpha: k + 1, Beta: m - k}.Quantile(1 - tail)
	}
	return i
}

func mustCount(successes, n int) {
	if n <= 0 || successes < 0 || successes > n {
		panic(fmt.Sprintf("proportion: %d successes of %d trials", successes, n))
	}
}

func mustMatch(what string, a, b int) {
	if a != b {
		panic(fmt.Sprintf("%s: lengths %d and %d differ", what, a, b))
	}
}
