package answers

import (
	"math/big"
)

// node is an expression.
type node struct {
	op   op
	args []*node
	// rat is the value of a number, decimal whether it has a decimal point.
	rat     *big.Rat
	decimal bool
	// name is that of a symbol or function.
	name string
	// rows is the number of rows of a matrix, whose elements are args.
	rows int
}

type op uint8

const (
	opNumber op = iota
	opSymbol
	opConstant // pi, e, infinity
	opAdd
	opNegate
	opMultiply
	opDivide
	opPower
	opRoot // args: radicand, degree
	opCall // function name of args[0]
	opLog  // args: value, base
	opAbs
	opFloor
	opCeiling
	opFactorial
	opBinomial
	opPercent
	opPlusMinus // args: left (or nil for the sign alone), right
	opMatrix
	opDeterminant
)

// has reports whether the expression contains a node of kind o.
func (n *node) has(o op) bool {
	if n == nil {
		return false
	}
	if n.op == o {
		return true
	}
	for _, a := range n.args {
		if a.has(o) {
			return true
		}
	}
	return false
}

// hasDecimal reports whether a number with a decimal point occurs.
func (n *node) hasDecimal() bool {
	if n == nil {
		return false
	}
	if n.decimal {
		return true
	}
	for _, a := range n.args {
		if a.hasDecimal() {
			return true
		}
	}
	return false
}

// withSign replaces every plus-minus by the given sign, and minus-plus by the
// other.
func (n *node) withSign(sign int) *node {
	if n == nil || !n.has(opPlusMinus) {
		return n
	}
	c := *n
	c.args = make([]*node, len(n.args))
	for i, a := range n.args {
		c.args[i] = a.withSign(sign)
	}
	if n.op != opPlusMinus {
		return &c
	}
	if n.name == `\mp` {
		sign = -sign
	}
	right := c.args[1]
	if sign < 0 {
		right = &node{op: opNegate, args: []*node{right}}
	}
	if c.args[0] == nil {
		return right
	}
	return &node{op: opAdd, args: []*node{c.args[0], right}}
}

// infinite returns the sign of an expression that is infinity itself, else 0.
func (n *node) infinite() int {
	switch {
	case n.op == opConstant && n.name == "infty":
		return 1
	case n.op == opNegate:
		return -n.args[0].infinite()
	}
	return 0
}

// symbols adds the names of the symbols in the expression to names.
func (n *node) symbols(names map[string]bool) {
	if n == nil {
		return
	}
	if n.op == opSymbol {
		names[n.name] = true
	}
	for _, a := range n.args {
		a.symbols(names)
	}
}

// maxFactorial and maxBinomial bound the arguments of exact factorials and
// binomials, which grow without limit.
const (
	maxFactorial = 512
	maxBinomial  = 1200
)

// maxExactBits bounds numerator and denominator of exact values together.
const maxExactBits = 1 << 14

// whole reports whether the expression is a whole number without decimals.
func (n *node) whole() bool {
	if n.hasDecimal() {
		return false
	}
	r, ok := n.rational()
	return ok && r.IsInt()
}

// rational evaluates the expression exactly; ok is false when it is not a
// rational number or not cheap to tell.
func (n *node) rational() (value *big.Rat, ok bool) { return n.rationalAt(-1) }

// rationalAt is rational with symbols at a sample point; at a negative point
// symbols have no value.
func (n *node) rationalAt(point int) (value *big.Rat, ok bool) {
	value, ok = n.exact(point)
	if ok && value.Num().BitLen()+value.Denom().BitLen() > maxExactBits {
		return nil, false
	}
	return value, ok
}

func (n *node) exact(point int) (value *big.Rat, ok bool) {
	switch {
	case n.op == opNumber:
		return n.rat, true
	case n.op == opSymbol && point >= 0:
		return new(big.Rat).SetFloat64(sample(n.name, point)), true
	}
	var args [2]*big.Rat
	if len(n.args) > len(args) {
		return nil, false
	}
	for i, a := range n.args {
		v, ok := a.rationalAt(point)
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	out := new(big.Rat)
	switch n.op {
	case opAdd:
		return out.Add(args[0], args[1]), true
	case opNegate:
		return out.Neg(args[0]), true
	case opMultiply:
		return out.Mul(args[0], args[1]), true
	case opPercent:
		return out.Quo(args[0], big.NewRat(100, 1)), true
	case opDivide:
		if args[1].Sign() == 0 {
			return nil, false
		}
		return out.Quo(args[0], args[1]), true
	case opPower:
		return exactPower(args[0], args[1])
	case opFactorial:
		if k, ok := smallInteger(args[0], maxFactorial); ok {
			return out.SetInt(new(big.Int).MulRange(1, k)), true
		}
	case opBinomial:
		k, okK := smallInteger(args[0], maxBinomial)
		m, okM := smallInteger(args[1], maxBinomial)
		if okK && okM {
			return out.SetInt(new(big.Int).Binomial(k, m)), true
		}
	}
	return nil, false
}

// smallInteger returns a natural number up to most.
func smallInteger(r *big.Rat, most int64) (int64, bool) {
	if !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() || r.Num().Int64() > most {
		return 0, false
	}
	return r.Num().Int64(), true
}

func exactPower(base, exponent *big.Rat) (*big.Rat, bool) {
	if !exponent.IsInt() || !exponent.Num().IsInt64() || base.Sign() == 0 && exponent.Sign() <= 0 {
		return nil, false
	}
	e := exponent.Num().Int64()
	if e > maxExactBits || e < -maxExactBits || int64(base.Num().BitLen()+base.Denom().BitLen()-2)*max(e, -e) > maxExactBits {
		return nil, false
	}
	power := big.NewInt(max(e, -e))
	out := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), power, nil), new(big.Int).Exp(base.Denom(), power, nil))
	if e < 0 {
		out.Inv(out)
	}
	return out, true
}
