package calculator

import (
	"math"
	"math/big"
)

// function takes between least and most numbers; most -1 means any number.
type function struct {
	least, most int
	steps       int // what a call costs besides one step
	apply       func(v []Value) (Value, error)
}

// functions are the functions by name.
var functions = map[string]*function{
	"abs":       {1, 1, 0, func(v []Value) (Value, error) { return absolute(v[0]) }},
	"sqrt":      {1, 1, 2, func(v []Value) (Value, error) { return root(v[0]) }},
	"floor":     {1, 1, 0, func(v []Value) (Value, error) { return floor(v[0]) }},
	"ceil":      {1, 1, 0, func(v []Value) (Value, error) { return ceil(v[0]) }},
	"round":     {1, 2, 2, round},
	"min":       {1, -1, 0, func(v []Value) (Value, error) { return extreme(v, -1) }},
	"max":       {1, -1, 0, func(v []Value) (Value, error) { return extreme(v, 1) }},
	"mod":       {2, 2, 0, func(v []Value) (Value, error) { return operate("%", v[0], v[1]) }},
	"pow":       {2, 2, 0, func(v []Value) (Value, error) { return operate("^", v[0], v[1]) }},
	"gcd":       {1, -1, 4, func(v []Value) (Value, error) { return fold(v, gcd) }},
	"lcm":       {1, -1, 8, func(v []Value) (Value, error) { return fold(v, lcm) }},
	"factorial": {1, 1, 20, factorial},
	"choose":    {2, 2, 20, choose},
	"comb":      {2, 2, 20, choose},
	"isprime":   {1, 1, 100, isPrime},
	"exp":       real(math.Exp),
	"ln":        real(math.Log),
	"log":       {1, 2, 0, logarithm},
	"log10":     real(math.Log10),
	"log2":      real(math.Log2),
	"sin":       real(math.Sin),
	"cos":       real(math.Cos),
	"tan":       real(math.Tan),
	"asin":      real(math.Asin),
	"acos":      real(math.Acos),
	"atan":      real(math.Atan),
	"print":     {1, 1, 0, func(v []Value) (Value, error) { return v[0], nil }},
}

// real is a function of a real number, with an approximate value.
func real(f func(float64) float64) *function {
	return &function{1, 1, 0, func(v []Value) (Value, error) {
		x, err := v[0].number()
		if err != nil {
			return Value{}, err
		}
		return approximate(f(x))
	}}
}

func logarithm(v []Value) (Value, error) {
	x, err := v[0].number()
	if err != nil {
		return Value{}, err
	}
	if len(v) == 1 {
		return approximate(math.Log(x))
	}
	base, err := v[1].number()
	if err != nil {
		return Value{}, err
	}
	return approximate(math.Log(x) / math.Log(base))
}

func absolute(v Value) (Value, error) {
	if v.kind == floatKind {
		return approximate(math.Abs(v.float))
	}
	return exact(new(big.Rat).Abs(v.rat)), nil
}

// root is exact where the root of a fraction is a fraction.
func root(v Value) (Value, error) {
	if v.kind == exactKind && v.rat.Sign() >= 0 {
		n, d := new(big.Int).Sqrt(v.rat.Num()), new(big.Int).Sqrt(v.rat.Denom())
		r := new(big.Rat).SetFrac(n, d)
		if new(big.Rat).Mul(r, r).Cmp(v.rat) == 0 {
			return exact(r), nil
		}
	}
	x, err := v.number()
	if err != nil {
		return Value{}, err
	}
	return approximate(math.Sqrt(x))
}

// floor of an approximate number is exact.
func floor(v Value) (Value, error) {
	if v.kind == floatKind {
		return ofFloat(math.Floor(v.float))
	}
	return exact(new(big.Rat).SetInt(floorDivide(v.rat.Num(), v.rat.Denom()))), nil
}

func ceil(v Value) (Value, error) {
	negative, err := operate("-", whole(0), v)
	if err != nil {
		return Value{}, err
	}
	f, err := floor(negative)
	if err != nil {
		return Value{}, err
	}
	return operate("-", whole(0), f)
}

// ofFloat is the exact value of a whole floating-point number.
func ofFloat(f float64) (Value, error) {
	r := new(big.Rat).SetFloat64(f)
	if r == nil {
		return Value{}, errLarge
	}
	return bounded(r)
}

// maxPlaces bounds the decimal places of round.
const maxPlaces = 30

// round rounds halves away from zero, to decimal places when there is a second number.
func round(v []Value) (Value, error) {
	places := int64(0)
	if len(v) == 2 {
		n, err := v[1].integer()
		if err != nil {
			return Value{}, err
		}
		if !n.IsInt64() || n.Int64() < 0 || n.Int64() > maxPlaces {
			return Value{}, errDomain
		}
		places = n.Int64()
	}
	x := v[0].rat
	if v[0].kind == floatKind {
		x = new(big.Rat).SetFloat64(v[0].float)
	}
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(places), nil))
	half := big.NewRat(1, 2)
	scaled := new(big.Rat).Mul(new(big.Rat).Abs(x), scale)
	scaled.Add(scaled, half)
	r := new(big.Rat).SetInt(floorDivide(scaled.Num(), scaled.Denom()))
	if x.Sign() < 0 {
		r.Neg(r)
	}
	return bounded(r.Quo(r, scale))
}

// extreme is the smallest number for sign -1, the largest for 1.
func extreme(v []Value, sign int) (Value, error) {
	best := v[0]
	for _, x := range v[1:] {
		c, err := compare(x, best)
		if err != nil {
			return Value{}, err
		}
		if c == sign {
			best = x
		}
	}
	return best, nil
}

// fold combines whole numbers.
func fold(v []Value, combine func(a, b *big.Int) *big.Int) (Value, error) {
	var sum *big.Int
	for _, x := range v {
		n, err := x.integer()
		if err != nil {
			return Value{}, err
		}
		n = new(big.Int).Abs(n)
		if sum != nil {
			n = combine(sum, n)
		}
		if sum = n; sum.BitLen() > MaxBits {
			return Value{}, errLarge
		}
	}
	return exact(new(big.Rat).SetInt(sum)), nil
}

func gcd(a, b *big.Int) *big.Int { return new(big.Int).GCD(nil, nil, a, b) }

func lcm(a, b *big.Int) *big.Int {
	if a.Sign() == 0 || b.Sign() == 0 {
		return new(big.Int)
	}
	return new(big.Int).Mul(new(big.Int).Quo(a, gcd(a, b)), b)
}

// maxFactorial is the last factorial below the bound of numbers.
const maxFactorial = 170

func factorial(v []Value) (Value, error) {
	n, err := v[0].integer()
	switch {
	case err != nil:
		return Value{}, err
	case n.Sign() < 0:
		return Value{}, errDomain
	case !n.IsInt64() || n.Int64() > maxFactorial:
		return Value{}, errLarge
	}
	return bounded(new(big.Rat).SetInt(new(big.Int).MulRange(1, n.Int64())))
}

// maxChoose bounds the smaller side of a binomial coefficient.
const maxChoose = 500

// choose is a binomial coefficient; it is 0 for k outside 0 to n.
func choose(v []Value) (Value, error) {
	n, err := v[0].integer()
	if err != nil {
		return Value{}, err
	}
	k, err := v[1].integer()
	switch {
	case err != nil:
		return Value{}, err
	case n.Sign() < 0:
		return Value{}, errDomain
	case k.Sign() < 0 || k.Cmp(n) > 0:
		return whole(0), nil
	case !n.IsInt64():
		return Value{}, errLarge
	}
	least := min(k.Int64(), n.Int64()-k.Int64())
	if least > maxChoose {
		return Value{}, errLarge
	}
	return bounded(new(big.Rat).SetInt(new(big.Int).Binomial(n.Int64(), least)))
}

func isPrime(v []Value) (Value, error) {
	n, err := v[0].integer()
	switch {
	case err != nil:
		return Value{}, err
	case n.BitLen() > 63:
		return Value{}, errLarge
	}
	return truth(n.Sign() > 0 && n.ProbablyPrime(0)), nil
}
