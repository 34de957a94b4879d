package calculator

import (
	"math"
	"math/big"
)

// operate applies a binary operator other than "and" and "or".
func operate(op string, a, b Value) (Value, error) {
	switch op {
	case "==", "!=":
		if (a.kind == truthKind) != (b.kind == truthKind) {
			return truth(op == "!="), nil
		}
		if a.kind == truthKind {
			return truth((a.truth == b.truth) == (op == "==")), nil
		}
		c, err := compare(a, b)
		return truth((c == 0) == (op == "==")), err
	case "<", "<=", ">", ">=":
		c, err := compare(a, b)
		if a.kind == truthKind || b.kind == truthKind {
			return Value{}, errTruth
		}
		return truth(op == "<" && c < 0 || op == "<=" && c <= 0 || op == ">" && c > 0 || op == ">=" && c >= 0), err
	}
	if a.kind == truthKind || b.kind == truthKind {
		return Value{}, errTruth
	}
	if op == "^" {
		return power(a, b)
	}
	if a.kind == exactKind && b.kind == exactKind {
		return operateExact(op, a.rat, b.rat)
	}
	x, err := a.number()
	if err != nil {
		return Value{}, err
	}
	y, err := b.number()
	if err != nil {
		return Value{}, err
	}
	switch op {
	case "+":
		return approximate(x + y)
	case "-":
		return approximate(x - y)
	case "*":
		return approximate(x * y)
	}
	if y == 0 {
		return Value{}, errZero
	}
	switch op {
	case "/":
		return approximate(x / y)
	case "//":
		return approximate(math.Floor(x / y))
	}
	return approximate(x - y*math.Floor(x/y))
}

func operateExact(op string, a, b *big.Rat) (Value, error) {
	r := new(big.Rat)
	switch op {
	case "+":
		return bounded(r.Add(a, b))
	case "-":
		return bounded(r.Sub(a, b))
	case "*":
		return bounded(r.Mul(a, b))
	}
	if b.Sign() == 0 {
		return Value{}, errZero
	}
	r.Quo(a, b)
	if op == "/" {
		return bounded(r)
	}
	r.SetInt(floorDivide(r.Num(), r.Denom()))
	if op == "//" {
		return bounded(r)
	}
	return bounded(r.Sub(a, r.Mul(r, b)))
}

// floorDivide rounds towards minus infinity; b is positive.
func floorDivide(a, b *big.Int) *big.Int { return new(big.Int).Div(a, b) }

// power is exact for whole exponents of exact numbers and for exact square roots.
func power(a, b Value) (Value, error) {
	if a.kind == exactKind && b.kind == exactKind {
		if b.rat.IsInt() {
			return powerExact(a.rat, b.rat.Num())
		}
		if b.rat.Cmp(big.NewRat(1, 2)) == 0 {
			return root(a)
		}
	}
	x, err := a.number()
	if err != nil {
		return Value{}, err
	}
	y, err := b.number()
	if err != nil {
		return Value{}, err
	}
	if x == 0 && y < 0 {
		return Value{}, errZero
	}
	return approximate(math.Pow(x, y))
}

// powerExact never computes what is too large: the size of a power is known before, to a bit.
func powerExact(a *big.Rat, n *big.Int) (Value, error) {
	negative := n.Sign() < 0
	if a.Sign() == 0 {
		if negative {
			return Value{}, errZero
		}
		return whole(int64(1 - n.Sign())), nil
	}
	size := max(a.Num().BitLen(), a.Denom().BitLen())
	one := size == 1 // 1 or -1
	m := new(big.Int).Abs(n)
	if one {
		m.And(m, big.NewInt(1))
	} else if !m.IsInt64() || m.Int64() > MaxBits || int64(size-1)*m.Int64() > MaxBits {
		return Value{}, errLarge
	}
	r := new(big.Rat).SetFrac(new(big.Int).Exp(a.Num(), m, nil), new(big.Int).Exp(a.Denom(), m, nil))
	if negative {
		r.Inv(r)
	}
	return bounded(r)
}
