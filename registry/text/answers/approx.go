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

func (a approx) plus(b approx) approx {
	return approx{a.v + b.v, a.err + b.err}.settled()
}

func (a approx) times(b approx) approx {
	if a.v == 0 && a.err == 0 || b.v == 0 && b.err == 0 {
		if cmplx.IsNaN(a.v + b.v) {
			return lost
		}
		return exactly(0)
	}
	v := product(a.v, b.v)
	if tiny(v) && a.v != 0 && b.v != 0 {
		return lost
	}
	return approx{v, cmplx.Abs(a.v)*b.err + cmplx.Abs(b.v)*a.err + a.err*b.err}.settled()
}

// tiny reports whether a value may have underflowed.
func tiny(v complex128) bool { return cmplx.Abs(v) < 1e-290 }

// inverse is 1/a; lost when a may be zero.
func (a approx) inverse() approx {
	size := cmplx.Abs(a.v)
	if size <= 2*a.err {
		return lost
	}
	return approx{1 / a.v, a.err / (size * (size - a.err))}.settled()
}

// power is a to the power of b.
func (a approx) power(b approx) approx {
	v := power(a.v, b.v)
	size := cmplx.Abs(a.v)
	switch {
	case a.v == 0 && a.err == 0:
		return approx{v, 0}.settled()
	case size <= 2*a.err:
		// The base may be zero.
		if real(b.v) <= 0 {
			return lost
		}
		return approx{v, cmplx.Abs(v) + math.Pow(3*a.err, real(b.v))}.settled()
	case tiny(v):
		return lost
	}
	log := cmplx.Abs(cmplx.Log(a.v))
	spread := 2*cmplx.Abs(b.v)*a.err/size + log*(b.err+ulp*cmplx.Abs(b.v))
	return approx{v, cmplx.Abs(v) * spread}.settled()
}

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
	return out.settled()
}

// log is the logarithm of a to the base b.
func (a approx) log(b approx) approx {
	return a.apply(cmplx.Log).times(b.apply(cmplx.Log).inverse())
}

// whole rounds by f; lost where the error reaches the next whole number.
func (a approx) whole(f func(float64) float64) approx {
	if math.Abs(imag(a.v)) > a.err {
		return lost
	}
	x := real(a.v)
	if f(x-a.err) == f(x+a.err) {
		return exactly(complex(f(x), 0)).settled()
	}
	// Within the error of a whole number it is taken for that number.
	return exactly(complex(math.Round(x), 0))
}
