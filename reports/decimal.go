package reports

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// decimals is the number of digits after the point that a metric is printed with.
func decimals(m registry.Metric) int {
	switch {
	case m.Rate:
		return 1
	case m.Unit == "" || strings.HasPrefix(m.Unit, "nats"):
		return 3
	}
	return 1
}

// number prints a value of a metric in its unit, rates in per cent, with extra digits beyond the usual.
func number(m registry.Metric, v float64, extra int) string {
	shift := 0
	if m.Rate {
		shift = 2
	}
	return round(v, shift, decimals(m)+extra)
}

// signed is number with the sign always printed, for differences.
func signed(m registry.Metric, v float64, extra int) string {
	s := number(m, v, extra)
	if strings.HasPrefix(s, "-") {
		return s
	}
	return "+" + s
}

// round multiplies by 10^shift and prints digits after the point, half to even on the decimal digits that
// read back as v: 0.285 is 28.5 per cent, although 0.285*100 is not in binary. NaN is "-"; zero has no sign.
func round(v float64, shift, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	if math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	r.Mul(r, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(shift+digits)), nil)))
	quotient, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	rest.Abs(rest).Lsh(rest, 1)
	if c := rest.Cmp(r.Denom()); c > 0 || (c == 0 && quotient.Bit(0) == 1) {
		quotient.Add(quotient, big.NewInt(int64(r.Sign())))
	}
	sign := ""
	if quotient.Sign() < 0 {
		sign = "-"
		quotient.Neg(quotient)
	}
	text := quotient.String()
	if digits == 0 {
		return sign + text
	}
	if len(text) <= digits {
		text = strings.Repeat("0", digits+1-len(text)) + text
	}
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// pText prints a p value with three digits.
func pText(p float64) string {
	if p < 0.001 {
		return "p<0.001"
	}
	return "p=" + round(p, 0, 3)
}
