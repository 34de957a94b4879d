package answers

import (
	"hash/fnv"
	"math"
	"math/cmplx"
)

// matrix is a value: scalars are one by one.
type matrix struct {
	rows, cols int
	at         []approx
}

func scalar(v approx) matrix { return matrix{1, 1, []approx{v}} }

var undefined = scalar(lost)

func (m matrix) isScalar() bool { return m.rows == 1 && m.cols == 1 }

// site is where symbols have values: a sample point, its distance as a power
// of two, and who pays.
type site struct {
	point, scale int
	work         *meter
}

// sample is the value of a symbol at a site: fixed, without pattern, of both
// signs, away from zero and from integers.
func (at site) sample(name string) float64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	h.Write([]byte{byte(at.point)})
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	magnitude := 0.3 + 2.4*float64(x>>11)/(1<<53)
	if at.point%2 == 1 && x&1 == 1 {
		magnitude = -magnitude
	}
	if at.point == samplePoints-1 {
		magnitude = -math.Abs(magnitude)
	}
	// Few bits, so that exact values at the point stay short.
	return math.Ldexp(math.Round(magnitude*(1<<16)), at.scale-16)
}

// samplePoints is the number of points at which expressions are compared.
const samplePoints = 7

// evaluate computes the expression at a site. NaN stands for undefined.
func (n *node) evaluate(at site) matrix {
	if !at.work.spend(1 + len(n.name)/16) {
		return undefined
	}
	if n.op == opMatrix {
		out := matrix{n.rows, len(n.args) / n.rows, make([]approx, len(n.args))}
		for i, a := range n.args {
			v := a.evaluate(at)
			if !v.isScalar() {
				return undefined
			}
			out.at[i] = v.at[0]
		}
		return out
	}
	var x, y matrix
	if len(n.args) > 0 {
		x = n.args[0].evaluate(at)
	}
	if len(n.args) > 1 {
		y = n.args[1].evaluate(at)
	}
	if !at.work.spend(n.cost(x, y)) {
		return undefined
	}
	switch n.op {
	case opAdd:
		return addMatrices(x, y)
	case opMultiply:
		return multiplyMatrices(x, y)
	case opNegate:
		return multiplyMatrices(scalar(exactly(-1)), x)
	case opDivide:
		if !y.isScalar() {
			return undefined
		}
		return multiplyMatrices(x, scalar(y.at[0].inverse()))
	case opDeterminant:
		return scalar(determinant(x))
	}
	if len(n.args) > 0 && !x.isScalar() || len(n.args) > 1 && !y.isScalar() {
		return undefined
	}
	var a, b approx
	if len(n.args) > 0 {
		a = x.at[0]
	}
	if len(n.args) > 1 {
		b = y.at[0]
	}
	return scalar(n.scalarValue(at, a, b))
}

// maxDeterminant is the largest number of rows of a determinant that is computed.
const maxDeterminant = 6

// cost is what an operation takes once its arguments are there.
func (n *node) cost(x, y matrix) int {
	switch n.op {
	case opMultiply, opDivide:
		if x.isScalar() || y.isScalar() {
			return len(x.at) + len(y.at)
		}
		return 2 * x.rows * x.cols * y.cols
	case opDeterminant:
		terms := 8
		for k := 2; k <= min(x.rows, maxDeterminant); k++ {
			terms *= k
		}
		return terms
	case opNumber:
		words := (n.rat.Num().BitLen() + n.rat.Denom().BitLen()) / 64
		return words * words / 8
	case opBinomial:
		if y.isScalar() && real(y.at[0].v) > 0 {
			return int(min(real(y.at[0].v), maxBinomialSteps)) / 4
		}
	case opPower, opRoot, opCall, opLog, opFactorial, opFloor, opCeiling:
		return 6
	}
	return len(x.at)
}

// scalarValue computes the operations on plain numbers.
func (n *node) scalarValue(at site, a, b approx) approx {
	switch n.op {
	case opNumber:
		v, exact := n.rat.Float64()
		if exact {
			return exactly(complex(v, 0))
		}
		if n.rat.Sign() != 0 && tiny(complex(v, 0)) {
			return lost
		}
		out := exactly(complex(v, 0)).settled()
		// More digits than a float holds: what they say is not seen.
		out.dim = n.rat.Num().BitLen() > 53
		return out
	case opSymbol:
		return approx{v: complex(at.sample(n.name), 0), free: true}
	case opConstant:
		if n.name == "infty" {
			return exactly(constants[n.name])
		}
		return exactly(constants[n.name]).settled()
	case opPower:
		return a.power(b)
	case opRoot:
		if b.v == 0 {
			return lost
		}
		return a.power(b.inverse())
	case opCall:
		if n.name == "ln" {
			return a.ln()
		}
		return a.apply(functions[n.name])
	case opLog:
		return a.log(b)
	case opAbs:
		return approx{v: complex(cmplx.Abs(a.v), 0), err: a.err}.settled().of(a)
	case opFloor:
		return a.floor()
	case opCeiling:
		return a.ceiling()
	case opFactorial:
		return a.apply(func(x complex128) complex128 { return complex(math.Gamma(real(x)+1), imag(x)) })
	case opBinomial:
		if b.err > 0 || a.err > 0 {
			return lost
		}
		v := approx{v: complex(binomial(real(a.v), real(b.v)), imag(a.v)+imag(b.v))}
		v.err = cmplx.Abs(v.v) * ulp * 2 * cmplx.Abs(b.v)
		return v.settled().of(a, b)
	case opPercent:
		return a.times(exactly(100).inverse())
	}
	return lost
}

var constants = map[string]complex128{
	"pi":    complex(math.Pi, 0),
	"e":     complex(math.E, 0),
	"infty": complex(math.Inf(1), 0),
}

// functions are the named functions of one argument.
var functions = map[string]func(complex128) complex128{
	"sin": cmplx.Sin, "cos": cmplx.Cos, "tan": cmplx.Tan, "cot": cmplx.Cot,
	"sec":    func(x complex128) complex128 { return 1 / cmplx.Cos(x) },
	"csc":    func(x complex128) complex128 { return 1 / cmplx.Sin(x) },
	"arcsin": cmplx.Asin, "arccos": cmplx.Acos, "arctan": cmplx.Atan,
	"sinh": cmplx.Sinh, "cosh": cmplx.Cosh, "tanh": cmplx.Tanh,
	"ln": cmplx.Log, "exp": cmplx.Exp,
}

// power keeps real powers of real numbers real and roots of negative ones
// principal.
func power(a, b complex128) complex128 {
	if imag(a) == 0 && imag(b) == 0 {
		if v := math.Pow(real(a), real(b)); !math.IsNaN(v) {
			return complex(v, 0)
		}
	}
	return cmplx.Pow(a, b)
}

// maxBinomialSteps bounds the lower number of binomials that are not exact.
const maxBinomialSteps = 1000

func binomial(n, k float64) float64 {
	if k < 0 || k != math.Trunc(k) || k > maxBinomialSteps {
		return math.NaN()
	}
	out := 1.0
	for i := range int(k) {
		out *= (n - float64(i)) / (k - float64(i))
	}
	return out
}

func addMatrices(x, y matrix) matrix {
	if x.rows != y.rows || x.cols != y.cols {
		return undefined
	}
	out := matrix{x.rows, x.cols, make([]approx, len(x.at))}
	for i := range out.at {
		out.at[i] = x.at[i].plus(y.at[i])
	}
	return out
}

func multiplyMatrices(x, y matrix) matrix {
	if x.isScalar() || y.isScalar() {
		if y.isScalar() {
			x, y = y, x
		}
		out := matrix{y.rows, y.cols, make([]approx, len(y.at))}
		for i := range out.at {
			out.at[i] = x.at[0].times(y.at[i])
		}
		return out
	}
	if x.cols != y.rows {
		return undefined
	}
	out := matrix{x.rows, y.cols, make([]approx, x.rows*y.cols)}
	for i := range x.rows {
		for j := range y.cols {
			for k := range x.cols {
				at := &out.at[i*y.cols+j]
				*at = at.plus(x.at[i*x.cols+k].times(y.at[k*y.cols+j]))
			}
		}
	}
	return out
}

// product multiplies; real factors stay real, so that infinities survive.
func product(a, b complex128) complex128 {
	if imag(a) == 0 && imag(b) == 0 {
		return complex(real(a)*real(b), 0)
	}
	return a * b
}

// determinant expands small square matrices; others have none.
func determinant(m matrix) approx {
	if m.rows != m.cols || m.rows > maxDeterminant {
		return lost
	}
	if m.rows == 1 {
		return m.at[0]
	}
	var sum approx
	for j := range m.cols {
		minor := matrix{rows: m.rows - 1, cols: m.cols - 1}
		for i := 1; i < m.rows; i++ {
			for k := range m.cols {
				if k != j {
					minor.at = append(minor.at, m.at[i*m.cols+k])
				}
			}
		}
		term := m.at[j].times(determinant(minor))
		if j%2 == 1 {
			term.v = -term.v
		}
		sum = sum.plus(term)
	}
	return sum
}
