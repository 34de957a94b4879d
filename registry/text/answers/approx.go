package answers

import (
	"math"
	"math/cmplx"
)

// approx is a number in 64 bits with a bound on its error, so that a
// comparison knows what evaluation can tell apart. NaN is undefined, or lost.
type approx struct {
	v   complex128
	err float64
	// dim is set when something that is not zero left no trace in the value: a
	// summand beyond the last digit, the argument of a saturated function.
	dim bool
	// free is set when the value depends on a symbol.
	free bool
}

// ulp bounds the relative error of one operation, with some reserve.
const ulp = 0x1p-51

// mostLost is the largest relative error with which a value still counts.
const mostLost = 1e-6

func exactly(v complex128) approx { return approx{v: v} }

var lost = approx{v: cmplx.NaN()}

// settled adds the error of rounding the result; what has no digits left, and
// what overflowed, is lost.
func (a approx) settled() approx {
	a.err += ulp * cmplx.Abs(a.v)
	if cmplx.IsNaN(a.v) || cmplx.IsInf(a.v) || math.IsNaN(a.err) || math.IsInf(a.err, 0) || a.err > mostLost*max(1, cmplx.Abs(a.v)) {
		return lost
	}
	return a
}

// of marks a result by what it was computed from.
func (a approx) of(from ...approx) approx {
	for _, f := range from {
		a.dim, a.free = a.dim || f.dim, a.free || f.free
	}
	return a
}

func (a approx) plus(b approx) approx {
	sum := approx{v: a.v + b.v, err: a.err + b.err}.settled().of(a, b)
	size := cmplx.Abs(sum.v)
	for _, s := range []approx{a, b} {
		if n := cmplx.Abs(s.v); n > s.err && n <= 4*ulp*size {
			sum.dim = true
		}
	}
	return sum
}

func (a approx) times(b approx) approx {
	if a.v == 0 && a.err == 0 || b.v == 0 && b.err == 0 {
		if cmplx.IsNaN(a.v + b.v) {
			return lost
		}
		return exactly(0).of(a, b)
	}
	v := product(a.v, b.v)
	if tiny(v) && a.v != 0 && b.v != 0 {
		return lost
	}
	return approx{v: v, err: cmplx.Abs(a.v)*b.err + cmplx.Abs(b.v)*a.err + a.err*b.err}.settled().of(a, b)
}

// tiny reports whether a value may have underflowed.
func tiny(v complex128) bool { return cmplx.Abs(v) < 1e-290 }

// inverse is 1/a; lost when a may be zero.
func (a approx) inverse() approx {
	size := cmplx.Abs(a.v)
	if size <= 2*a.err {
		return lost
	}
	return approx{v: 1 / a.v, err: a.err / (size * (size - a.err))}.settled().of(a)
}

// power is a to the power of b.
func (a approx) power(b approx) approx {
	v := power(a.v, b.v)
	size := cmplx.Abs(a.v)
	switch {
	case a.v == 0 && a.err == 0:
		return approx{v: v}.settled().of(a, b)
	case size <= 2*a.err:
		// The base may be zero.
		if real(b.v) <= 0 {
			return lost
		}
		return approx{v: v, err: cmplx.Abs(v) + math.Pow(3*a.err, real(b.v))}.settled().of(a, b)
	case tiny(v):
		return lost
	}
	log := cmplx.Abs(cmplx.Log(a.v))
	spread := 2*cmplx.Abs(b.v)*a.err/size + log*(b.err+ulp*cmplx.Abs(b.v))
	out := approx{v: v, err: cmplx.Abs(v) * spread}.settled().of(a, b)
	out.dim = out.dim || b.v != 0 && a.v != 1 && power(a.v, b.v*nudge) == v
	return out
}

// nudge is a factor by which an argument is moved to see whether a result depends on it.
const nudge = 1 + 1e-6

// apply is a function of a; its error is what the function makes of a's.
func (a approx) apply(f func(complex128) complex128) approx {
	v := f(a.v)
	out := approx{v: v}
	if a.err > 0 {
		for _, d := range []complex128{complex(a.err, 0), complex(-a.err, 0)} {
			if other := f(a.v + d); !cmplx.IsNaN(other) {
				out.err = max(out.err, 2*cmplx.Abs(other-v))
			}
		}
		if a.err > 1e-3 {
			return lost
		}
	}
	if tiny(v) && !tiny(a.v) && v == 0 && a.v != 1 && real(a.v) < -1 {
		return lost // underflow of an exponential
	}
	out = out.settled().of(a)
	out.dim = out.dim || a.v != 0 && v != 0 && !cmplx.IsInf(a.v) && f(a.v*nudge) == v
	return out
}

// ln is the natural logarithm of a; lost when a may be zero.
func (a approx) ln() approx {
	size := cmplx.Abs(a.v)
	if size <= 2*a.err {
		return lost
	}
	return approx{v: cmplx.Log(a.v), err: a.err / (size - a.err)}.settled().of(a)
}

// log is the logarithm of a to the base b.
func (a approx) log(b approx) approx { return a.ln().times(b.ln().inverse()) }

// whole rounds by f; lost where the error reaches the next whole number.
func (a approx) whole(f func(float64) float64) approx {
	if math.Abs(imag(a.v)) > a.err {
		return lost
	}
	x := real(a.v)
	if f(x-a.err) == f(x+a.err) {
		return exactly(complex(f(x), 0)).settled().of(a)
	}
	// Within the error of a whole number it is taken for that number.
	return exactly(complex(math.Round(x), 0)).of(a)
}

// floor is the whole part of a. Where a depends on a symbol the true value
// would say little at a few points (the whole part of x/100 is mostly 0), so
// that the part which is cut off is replaced by another function of it:
// what holds for that holds for whole parts.
func (a approx) floor() approx {
	if !a.free || cmplx.IsNaN(a.v) {
		return a.whole(math.Floor)
	}
	below := math.Floor(real(a.v))
	if imag(a.v) != 0 || real(a.v)-a.err <= below || real(a.v)+a.err >= below+1 {
		return lost
	}
	return a.plus(approx{v: a.v - complex(below, 0), err: a.err}.of(a).apply(cutOff))
}

// ceiling is the negative of the whole part of -a.
func (a approx) ceiling() approx {
	if !a.free || cmplx.IsNaN(a.v) {
		return a.whole(math.Ceil)
	}
	minus := exactly(-1)
	return minus.times(minus.times(a).floor())
}

// cutOff stands for the part that is cut off.
func cutOff(t complex128) complex128 { return -t * cmplx.Sqrt(t+0.377) }
