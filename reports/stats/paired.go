package stats

import (
	"math"
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
)

// McNemar is the exact two-sided p value for paired yes-no outcomes: b pairs where only
// the first succeeded, c where only the second did. Under the null hypothesis the discordant pairs fall
// either way with chance one half. Without discordant pairs it is 1.
func McNemar(b, c int) float64 {
	n, k := b+c, min(b, c)
	if n == 0 {
		return 1
	}
	tail, term := new(big.Int), big.NewInt(1)
	for i := 0; i <= k; i++ {
		tail.Add(tail, term)
		term.Mul(term, big.NewInt(int64(n-i)))
		term.Div(term, big.NewInt(int64(i+1)))
	}
	p, _ := new(big.Rat).SetFrac(tail, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return min(1, 2*p)
}

// BonettPrice is the interval of the difference of two paired rates over n pairs, first minus second, b and c as
// in McNemar. One pair is added to each discordant count, so that it never has zero width.
//
// Source: Bonett and Price 2012, Adjusted Wald interval for a difference of paired proportions.
func BonettPrice(b, c, n int, level float64) Interval {
	first, second := float64(b+1)/float64(n+2), float64(c+1)/float64(n+2)
	d := first - second
	half := mathext.NormalQuantile(0.5+level/2) * math.Sqrt((first+second-d*d)/float64(n+2))
	i := Interval{Lo: d - half, Hi: d + half, Level: level, How: "Bonett-Price"}
	return i.Clamp(-1, 1)
}

// SignFlip is the two-sided p value of the hypothesis that paired differences, one a task, are symmetric about zero:
// the share of sign assignments whose mean is at least as far from zero. Up to 16 non-zero differences all
// assignments are counted, else resamples are drawn and the observed one counts as one of them. No non-zero
// difference gives 1.
func SignFlip(differences []float64, resamples int, rng *rand.Rand) float64 {
	var d []float64
	observed := 0.0
	for _, v := range differences {
		if v != 0 {
			d = append(d, v)
			observed += v
		}
	}
	if len(d) == 0 {
		return 1
	}
	// Sums of the same numbers in another order differ by rounding: such ties count as equal.
	observed = math.Abs(observed) * (1 - 1e-12)
	if len(d) <= 16 {
		extreme := 0
		for bits := range 1 << len(d) {
			sum := 0.0
			for i, v := range d {
				if bits>>i&1 == 1 {
					v = -v
				}
				sum += v
			}
			if math.Abs(sum) >= observed {
				extreme++
			}
		}
		return float64(extreme) / float64(int(1)<<len(d))
	}
	extreme := 1
	for range resamples {
		sum := 0.0
		var bits uint64
		for i, v := range d {
			if i%64 == 0 {
				bits = rng.Uint64()
			}
			if bits&1 == 1 {
				v = -v
			}
			bits >>= 1
			sum += v
		}
		if math.Abs(sum) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(resamples+1)
}
