package calculator

import (
	"errors"
	"math"
	"math/big"
	"strconv"
)

// Value is a number, exact or approximate, or a truth. It is never changed.
type Value struct {
	kind  valueKind
	rat   *big.Rat
	float float64
	truth bool
}

type valueKind uint8

const (
	exactKind valueKind = iota + 1
	floatKind
	truthKind
)

// String writes a whole number in digits, a fraction as "51/2", an approximate number with ten significant digits, a truth as "true" or "false".
func (v Value) String() string {
	switch v.kind {
	case exactKind:
		return v.rat.RatString()
	case floatKind:
		return strconv.FormatFloat(v.float, 'g', 10, 64)
	}
	return strconv.FormatBool(v.truth)
}

// Equal says that two values are the same, kind included.
func (v Value) Equal(o Value) bool {
	if v.kind != o.kind {
		return false
	}
	if v.kind == exactKind {
		return v.rat.Cmp(o.rat) == 0
	}
	return v.float == o.float && v.truth == o.truth
}

func exact(r *big.Rat) Value { return Value{kind: exactKind, rat: r} }
func truth(t bool) Value     { return Value{kind: truthKind, truth: t} }
func whole(n int64) Value    { return exact(new(big.Rat).SetInt64(n)) }

// Faults of a run. Their texts are what the agent reads.
var (
	errZero      = errors.New("division by zero")
	errLarge     = errors.New("a number too large or too small")
	errTruth     = errors.New("a number is needed, not a truth")
	errCondition = errors.New("a truth is needed, not a number")
	errWhole     = errors.New("a whole number is needed")
	errDomain    = errors.New("there is no such value")
	errSteps     = errors.New("too many steps")
	errMemory    = errors.New("too many names")
)

func tooLarge(r *big.Rat) bool { return r.Num().BitLen() > MaxBits || r.Denom().BitLen() > MaxBits }

// bounded refuses numbers that are too large.
func bounded(r *big.Rat) (Value, error) {
	if tooLarge(r) {
		return Value{}, errLarge
	}
	return exact(r), nil
}

// approximate refuses what is no finite number.
func approximate(f float64) (Value, error) {
	switch {
	case math.IsNaN(f):
		return Value{}, errDomain
	case math.IsInf(f, 0):
		return Value{}, errLarge
	}
	return Value{kind: floatKind, float: f + 0}, nil
}

// number is the value as a floating-point number.
func (v Value) number() (float64, error) {
	switch v.kind {
	case floatKind:
		return v.float, nil
	case exactKind:
		f, _ := v.rat.Float64()
		if math.IsInf(f, 0) {
			return 0, errLarge
		}
		return f, nil
	}
	return 0, errTruth
}

// integer is the value as a whole number, which it must be.
func (v Value) integer() (*big.Int, error) {
	switch {
	case v.kind == exactKind && v.rat.IsInt():
		return v.rat.Num(), nil
	case v.kind == truthKind:
		return nil, errTruth
	}
	return nil, errWhole
}

func (v Value) condition() (bool, error) {
	if v.kind != truthKind {
		return false, errCondition
	}
	return v.truth, nil
}

// compare orders two numbers.
func compare(a, b Value) (int, error) {
	if a.kind == exactKind && b.kind == exactKind {
		return a.rat.Cmp(b.rat), nil
	}
	x, err := a.number()
	if err != nil {
		return 0, err
	}
	y, err := b.number()
	switch {
	case err != nil:
		return 0, err
	case x < y:
		return -1, nil
	case x > y:
		return 1, nil
	}
	return 0, nil
}

// Bits tells approximate numbers apart that are written alike; it is 0 for other values.
func (v Value) Bits() uint64 {
	if v.kind != floatKind {
		return 0
	}
	return math.Float64bits(v.float)
}
