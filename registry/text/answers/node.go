package answers

import (
	"math/big"
	"slices"
	"strings"
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
func (n *node) hasDecimal(w *meter) bool {
	if n == nil || !w.spend(1) {
		return false
	}
	if n.decimal {
		return true
	}
	for _, a := range n.args {
		if a.hasDecimal(w) {
			return true
		}
	}
	return false
}

// isDecimal reports whether the expression is a number with a decimal point,
// which may have a sign or a percent sign.
func (n *node) isDecimal() bool {
	if n.op == opNegate || n.op == opPercent {
		n = n.args[0]
	}
	return n.op == opNumber && n.decimal
}

// isInteger reports whether the expression is a whole number as written.
func (n *node) isInteger() bool {
	return n.op == opNumber && !n.decimal && n.rat.IsInt()
}

// isSymbol reports whether the expression is a symbol alone. The value of an
// unknown function is none, though it is kept as one.
func (n *node) isSymbol() bool { return n.op == opSymbol && !strings.Contains(n.name, "(") }

// isMatrix reports whether the expression has a matrix as value.
func (n *node) isMatrix(w *meter) bool {
	if n == nil || !w.spend(1) {
		return false
	}
	switch n.op {
	case opMatrix:
		return true
	case opAdd, opNegate, opMultiply, opDivide:
		for _, a := range n.args {
			if a.isMatrix(w) {
				return true
			}
		}
	}
	return false
}

// withSign replaces every plus-minus by the given sign, and minus-plus by the
// other. What has none is shared.
func (n *node) withSign(sign int) *node {
	if n == nil {
		return nil
	}
	args := n.args
	for i, a := range n.args {
		b := a.withSign(sign)
		if b == a {
			continue
		}
		if &args[0] == &n.args[0] {
			args = slices.Clone(n.args)
		}
		args[i] = b
	}
	if n.op != opPlusMinus {
		if len(args) == 0 || &args[0] == &n.args[0] {
			return n
		}
		c := *n
		c.args = args
		return &c
	}
	if n.name == `\mp` {
		sign = -sign
	}
	right := args[1]
	if sign < 0 {
		right = &node{op: opNegate, args: []*node{right}}
	}
	if args[0] == nil {
		return right
	}
	return &node{op: opAdd, args: []*node{args[0], right}}
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
func (n *node) symbols(names map[string]bool, w *meter) {
	if n == nil || !w.spend(1) {
		return
	}
	if n.op == opSymbol {
		names[n.name] = true
	}
	for _, a := range n.args {
		a.symbols(names, w)
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
func (n *node) whole(w *meter) bool {
	if n.hasDecimal(w) {
		return false
	}
	r, ok := n.rational(w)
	return ok && r.IsInt()
}

// rational evaluates the expression exactly; ok is false when it is not a
// rational number or not cheap to tell.
func (n *node) rational(w *meter) (value *big.Rat, ok bool) {
	return n.rationalAt(site{point: -1, work: w})
}

// rationalAt is rational with symbols at a site; at a negative point symbols
// have no value.
func (n *node) rationalAt(at site) (value *big.Rat, ok bool) {
	if !at.work.spend(1 + len(n.name)/16) {
		return nil, false
	}
	value, ok = n.exact(at)
	if ok && value.Num().BitLen()+value.Denom().BitLen() > maxExactBits {
		return nil, false
	}
	return value, ok
}

func (n *node) exact(at site) (value *big.Rat, ok bool) {
	switch {
	case n.op == opNumber:
		return n.rat, true
	case n.op == opSymbol && at.point >= 0:
		return new(big.Rat).SetFloat64(at.sample(n.name)), true
	}
	var args [2]*big.Rat
	if len(n.args) == 0 || len(n.args) > len(args) {
		return nil, false
	}
	for i, a := range n.args {
		if a == nil {
			return nil, false
		}
		v, ok := a.rationalAt(at)
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	if !at.work.exact(args[:len(n.args)]...) {
		return nil, false
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
	case opAbs:
		return out.Abs(args[0]), true
	case opPower:
		return exactPower(args[0], args[1], at.work)
	case opRoot:
		return exactRoot(args[0], args[1])
	case opFactorial:
		if k, ok := smallInteger(args[0], maxFactorial); ok && at.work.spend(int(k)) {
			return out.SetInt(new(big.Int).MulRange(1, k)), true
		}
	case opBinomial:
		k, okK := smallInteger(args[0], maxBinomial)
		m, okM := smallInteger(args[1], maxBinomial)
		if okK && okM && at.work.spend(4*int(min(m, max(k-m, 0)))) {
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

func exactPower(base, exponent *big.Rat, w *meter) (*big.Rat, bool) {
	if !exponent.IsInt() || !exponent.Num().IsInt64() || base.Sign() == 0 && exponent.Sign() <= 0 {
		return nil, false
	}
	e := exponent.Num().Int64()
	if e > maxExactBits || e < -maxExactBits || int64(base.Num().BitLen()+base.Denom().BitLen()-2)*max(e, -e) > maxExactBits {
		return nil, false
	}
	power := big.NewInt(max(e, -e))
	out := new(big.Rat)
	num, denom := new(big.Int).Exp(base.Num(), power, nil), new(big.Int).Exp(base.Denom(), power, nil)
	words := (num.BitLen() + denom.BitLen()) / 64
	if !w.spend(words * words / 8) {
		return nil, false
	}
	out.SetFrac(num, denom)
	if e < 0 {
		out.Inv(out)
	}
	return out, true
}

// exactRoot is the square root of a square.
func exactRoot(radicand, degree *big.Rat) (*big.Rat, bool) {
	if radicand.Sign() < 0 || !degree.IsInt() || degree.Num().Cmp(big.NewInt(2)) != 0 {
		return nil, false
	}
	num, denom := new(big.Int).Sqrt(radicand.Num()), new(big.Int).Sqrt(radicand.Denom())
	if new(big.Int).Mul(num, num).Cmp(radicand.Num()) != 0 || new(big.Int).Mul(denom, denom).Cmp(radicand.Denom()) != 0 {
		return nil, false
	}
	return new(big.Rat).SetFrac(num, denom), true
}

// branches reports whether the expression has an operation that is not the
// same function everywhere: an absolute value, a root, a logarithm.
func (n *node) branches(w *meter) bool {
	if n == nil || !w.spend(1) {
		return false
	}
	switch n.op {
	case opAbs, opRoot, opLog, opFloor, opCeiling:
		return true
	case opCall:
		if n.name == "ln" || strings.HasPrefix(n.name, "arc") {
			return true
		}
	case opPower:
		if !n.args[1].isInteger() {
			return true
		}
	}
	for _, a := range n.args {
		if a.branches(w) {
			return true
		}
	}
	return false
}

// reach is the length in bits of the largest number that occurs, powers of
// numbers included.
func (n *node) reach(w *meter) int {
	if n == nil || !w.spend(1) {
		return 0
	}
	most := 0
	if n.op == opNumber || n.op == opPower {
		if r, ok := n.rational(w); ok {
			most = max(0, r.Num().BitLen()-r.Denom().BitLen()+1)
		}
	}
	for _, a := range n.args {
		most = max(most, a.reach(w))
	}
	return most
}
