package answers

import (
	"hash/fnv"
	"math"
	"math/cmplx"
)

// matrix is a value: scalars are one by one.
type matrix struct {
	rows, cols int
	at         []complex128
}

func scalar(v complex128) matrix { return matrix{1, 1, []complex128{v}} }

var undefined = scalar(cmplx.NaN())

func (m matrix) isScalar() bool { return m.rows == 1 && m.cols == 1 }

// sample is the value of a symbol at a sample point: fixed, without pattern,
// of both signs, away from zero and from integers.
func sample(name string, point int) complex128 {
	h := fnv.New64a()
	h.Write([]byte(name))
	h.Write([]byte{byte(point)})
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	magnitude := 0.3 + 2.4*float64(x>>11)/(1<<53)
	if point%2 == 1 && x&1 == 1 {
		magnitude = -magnitude
	}
	if point == samplePoints-1 {
		magnitude = -math.Abs(magnitude)
	}
	return complex(magnitude, 0)
}

// samplePoints is the number of points at which expressions are compared.
const samplePoints = 7

// evaluate computes the expression at a sample point. NaN stands for
// undefined.
func (n *node) evaluate(point int) matrix {
	if n.op == opMatrix {
		out := matrix{n.rows, len(n.args) / n.rows, make([]complex128, len(n.args))}
		for i, a := range n.args {
			v := a.evaluate(point)
			if !v.isScalar() {
				return undefined
			}
			out.at[i] = v.at[0]
		}
		return out
	}
	var x, y matrix
	if len(n.args) > 0 {
		x = n.args[0].evaluate(point)
	}
	if len(n.args) > 1 {
		y = n.args[1].evaluate(point)
	}
	switch n.op {
	case opAdd:
		return addMatrices(x, y)
	case opMultiply:
		return multiplyMatrices(x, y)
	case opNegate:
		return multiplyMatrices(scalar(-1), x)
	case opDivide:
		if !y.isScalar() || y.at[0] == 0 {
			return undefined
		}
		return multiplyMatrices(x, scalar(1/y.at[0]))
	case opDeterminant:
		return scalar(determinant(x))
	}
	if len(n.args) > 0 && !x.isScalar() || len(n.args) > 1 && !y.isScalar() {
		return undefined
	}
	var a, b complex128
	if len(n.args) > 0 {
		a = x.at[0]
	}
	if len(n.args) > 1 {
		b = y.at[0]
	}
	return scalar(n.scalarValue(point, a, b))
}

// scalarValue computes the operations on plain numbers.
func (n *node) scalarValue(point int, a, b complex128) complex128 {
	switch n.op {
	case opNumber:
		v, _ := n.rat.Float64()
		return complex(v, 0)
	case opSymbol:
		return sample(n.name, point)
	case opConstant:
		return constants[n.name]
	case opPower:
		return power(a, b)
	case opRoot:
		if b == 0 {
			return cmplx.NaN()
		}
		return power(a, 1/b)
	case opCall:
		return functions[n.name](a)
	case opLog:
		return cmplx.Log(a) / cmplx.Log(b)
	case opAbs:
		return complex(cmplx.Abs(a), 0)
	case opFloor, opCeiling:
		if math.Abs(imag(a)) > 1e-12 {
			return cmplx.NaN()
		}
		if n.op == opFloor {
			return complex(math.Floor(real(a)), 0)
		}
		return complex(math.Ceil(real(a)), 0)
	case opFactorial:
		return complex(math.Gamma(real(a)+1), imag(a))
	case opBinomial:
		return complex(binomial(real(a), real(b)), imag(a)+imag(b))
	case opPercent:
		return a / 100
	}
	return cmplx.NaN()
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

func binomial(n, k float64) float64 {
	if k < 0 || k != math.Trunc(k) || k > 1000 {
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
	out := matrix{x.rows, x.cols, make([]complex128, len(x.at))}
	for i := range out.at {
		out.at[i] = x.at[i] + y.at[i]
	}
	return out
}

func multiplyMatrices(x, y matrix) matrix {
	if x.isScalar() || y.isScalar() {
		if y.isScalar() {
			x, y = y, x
		}
		out := matrix{y.rows, y.cols, make([]complex128, len(y.at))}
		for i := range out.at {
			out.at[i] = product(x.at[0], y.at[i])
		}
		return out
	}
	if x.cols != y.rows {
		return undefined
	}
	out := matrix{x.rows, y.cols, make([]complex128, x.rows*y.cols)}
	for i := range x.rows {
		for j := range y.cols {
			for k := range x.cols {
				out.at[i*y.cols+j] += product(x.at[i*x.cols+k], y.at[k*y.cols+j])
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
func determinant(m matrix) complex128 {
	if m.rows != m.cols || m.rows > 6 {
		return cmplx.NaN()
	}
	if m.rows == 1 {
		return m.at[0]
	}
	var sum complex128
	for j := range m.cols {
		minor := matrix{rows: m.rows - 1, cols: m.cols - 1}
		for i := 1; i < m.rows; i++ {
			for k := range m.cols {
				if k != j {
					minor.at = append(minor.at, m.at[i*m.cols+k])
				}
			}
		}
		term := m.at[j] * determinant(minor)
		if j%2 == 1 {
			term = -term
		}
		sum += term
	}
	return sum
}
