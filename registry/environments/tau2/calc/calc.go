// Package calc evaluates the arithmetic expressions of the tools' calculators as Python does:
// integers of any size, floor division, powers, unary signs, the precedence of Python's
// grammar. It knows nothing but numbers, and its work is bounded, which Python's is not.
// [Evaluate] is all there is.
package calc

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Limits: what exceeds them is refused, where Python would calculate for long.
const (
	maxLength = 10_000 // of the expression in bytes
	maxDepth  = 100    // of parentheses and signs
	maxBits   = 1 << 16
)

// Evaluate is the tools' calculate: the value of an expression over digits, + - * / ( ) . and
// blanks, as float rounded to two decimals, in Python's text. The argument may be of any type;
// the error's text is the one the tool shows.
func Evaluate(expression py.Value) (py.Value, error) {
	parts, err := py.Iterate(expression)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		s, ok := part.(py.Str)
		if !ok {
			return nil, py.Raise("'in <string>' requires string as left operand, not %s", part.Type())
		}
		if !strings.Contains("0123456789+-*/(). ", string(s)) {
			return nil, py.Raise("Invalid characters in expression")
		}
	}
	text, ok := expression.(py.Str)
	if !ok {
		return nil, py.Raise("eval() arg 1 must be a string, bytes or code object")
	}
	if len(text) > maxLength {
		return nil, py.Raise("expression too long: %d characters, at most %d", len(text), maxLength)
	}
	if strings.Trim(string(text), " ") == "" {
		return nil, py.Raise("invalid syntax (<string>, line 0)")
	}
	if err := tokens(string(text)); err != nil {
		return nil, err
	}
	e := evaluator{text: strings.TrimLeft(string(text), " ")}
	v, err := e.sum(0)
	if err != nil {
		return nil, err
	}
	if e.blank(); e.at < len(e.text) {
		return nil, e.syntax()
	}
	f, err := v.float()
	if err != nil {
		return nil, err
	}
	return py.Str(py.FloatText(py.Round2(f))), nil
}

// tokens finds what Python's tokenizer finds before anything is parsed or calculated: the first
// closing parenthesis without an opening one, or integer with leading zeros.
func tokens(text string) error {
	open := 0
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == '(':
			open++
		case c == ')':
			if open--; open < 0 {
				return py.Raise("unmatched ')' (<string>, line 1)")
			}
		case c >= '0' && c <= '9' || c == '.':
			n := numeral(text[at:])
			if text[at:at+n] != "." {
				if _, err := literal(text[at : at+n]); err != nil {
					return err
				}
			}
			at += n
			continue
		}
		at++
	}
	return nil
}

// numeral is the length of the number that a text begins with: digits with at most one point.
func numeral(text string) int {
	n, point := 0, false
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n] == '.' && !point) {
		point = point || text[n] == '.'
		n++
	}
	return n
}

// syntax is the error of a text that cannot be read on: where it is at its end, an open parenthesis
// is to blame.
func (e *evaluator) syntax() error {
	if e.blank(); e.at == len(e.text) && strings.Count(e.text, "(") > strings.Count(e.text, ")") {
		return py.Raise("'(' was never closed (<string>, line 1)")
	}
	return py.Raise("invalid syntax (<string>, line 1)")
}

// number is an integer when n is set, else a float.
type number struct {
	n *big.Int
	f float64
}

func (v number) float() (float64, error) {
	if v.n == nil {
		return v.f, nil
	}
	f, _ := new(big.Float).SetInt(v.n).Float64()
	if math.IsInf(f, 0) {
		return 0, py.Raise("int too large to convert to float")
	}
	return f, nil
}

type evaluator struct {
	text string
	at   int
}

func (e *evaluator) blank() {
	for e.at < len(e.text) && e.text[e.at] == ' ' {
		e.at++
	}
}

// operator reads one of the operators and says which.
func (e *evaluator) operator(symbols ...string) string {
	e.blank()
	for _, s := range symbols {
		if strings.HasPrefix(e.text[e.at:], s) {
			e.at += len(s)
			return s
		}
	}
	return ""
}

func (e *evaluator) sum(depth int) (number, error) {
	a, err := e.product(depth)
	for err == nil {
		symbol := e.operator("+", "-")
		if symbol == "" {
			return a, nil
		}
		var b number
		if b, err = e.product(depth); err == nil {
			a, err = apply(symbol, a, b)
		}
	}
	return a, err
}

func (e *evaluator) product(depth int) (number, error) {
	a, err := e.sign(depth)
	for err == nil {
		symbol := e.operator("//", "/", "*")
		if symbol == "" {
			return a, nil
		}
		if symbol == "*" && strings.HasPrefix(e.text[e.at:], "*") {
			return number{}, e.syntax() // a power belongs to the operand before it
		}
		var b number
		if b, err = e.sign(depth); err == nil {
			a, err = apply(symbol, a, b)
		}
	}
	return a, err
}

func (e *evaluator) sign(depth int) (number, error) {
	if depth > maxDepth {
		return number{}, py.Raise("too many nested parentheses (<string>, line 1)")
	}
	switch e.operator("+", "-") {
	case "+":
		return e.sign(depth + 1)
	case "-":
		v, err := e.sign(depth + 1)
		if err != nil {
			return v, err
		}
		if v.n != nil {
			return number{n: new(big.Int).Neg(v.n)}, nil
		}
		return number{f: -v.f}, nil
	}
	return e.power(depth)
}

func (e *evaluator) power(depth int) (number, error) {
	base, err := e.atom(depth)
	if err != nil || e.operator("**") == "" {
		return base, err
	}
	exponent, err := e.sign(depth + 1)
	if err != nil {
		return exponent, err
	}
	return apply("**", base, exponent)
}

func (e *evaluator) atom(depth int) (number, error) {
	e.blank()
	if e.at < len(e.text) && e.text[e.at] == '(' {
		e.at++
		v, err := e.sum(depth + 1)
		if err != nil {
			return v, err
		}
		if e.blank(); e.at == len(e.text) || e.text[e.at] != ')' {
			return v, e.syntax()
		}
		e.at++
		return e.called(v, depth)
	}
	start := e.at
	e.at += numeral(e.text[start:])
	if digits := e.text[start:e.at]; digits != "" && digits != "." {
		v, err := literal(digits)
		if err != nil {
			return v, err
		}
		return e.called(v, depth)
	}
	return number{}, e.syntax()
}

// called passes a value on unless parentheses follow it, which call it in Python.
func (e *evaluator) called(v number, depth int) (number, error) {
	if e.blank(); e.at == len(e.text) || e.text[e.at] != '(' {
		return v, nil
	}
	e.at++
	if e.blank(); e.at == len(e.text) || e.text[e.at] != ')' {
		if _, err := e.sum(depth + 1); err != nil {
			return v, err
		}
		if e.blank(); e.at == len(e.text) || e.text[e.at] != ')' {
			return v, e.syntax()
		}
	}
	return v, py.Raise("'%s' object is not callable", v.class())
}

func (v number) class() string {
	if v.n != nil {
		return "int"
	}
	return "float"
}

// literal reads a number of Python's grammar: no leading zeros before other digits unless
// there is a point.
func literal(text string) (number, error) {
	if strings.Contains(text, ".") {
		f, _ := strconv.ParseFloat(text, 64) // out of range is infinite, as in Python
		return number{f: f}, nil
	}
	if len(text) > 1 && text[0] == '0' && strings.Trim(text, "0") != "" {
		return number{}, py.Raise("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers (<string>, line 1)")
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || len(text) > 4300 {
		return number{}, py.Raise("Exceeds the limit (4300 digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", len(text))
	}
	return number{n: n}, nil
}

func apply(symbol string, a, b number) (number, error) {
	if a.n != nil && b.n != nil {
		switch symbol {
		case "+":
			return number{n: new(big.Int).Add(a.n, b.n)}, nil
		case "-":
			return number{n: new(big.Int).Sub(a.n, b.n)}, nil
		case "*":
			if a.n.BitLen()+b.n.BitLen() > maxBits {
				return number{}, py.Raise("int too large to convert to float")
			}
			return number{n: new(big.Int).Mul(a.n, b.n)}, nil
		case "//":
			if b.n.Sign() == 0 {
				return number{}, py.Raise("integer division or modulo by zero")
			}
			return number{n: floorDiv(a.n, b.n)}, nil
		case "/":
			if b.n.Sign() == 0 {
				return number{}, py.Raise("division by zero")
			}
			q, _ := new(big.Rat).SetFrac(a.n, b.n).Float64()
			if q == 0 && (a.n.Sign() < 0) != (b.n.Sign() < 0) {
				q = math.Copysign(0, -1)
			}
			if math.IsInf(q, 0) {
				return number{}, py.Raise("integer division result too large for a float")
			}
			return number{f: q}, nil
		case "**":
			if b.n.Sign() >= 0 {
				return intPower(a.n, b.n)
			}
		}
	}
	x, err := a.float()
	if err != nil {
		return number{}, err
	}
	y, err := b.float()
	if err != nil {
		return number{}, err
	}
	return floats(symbol, x, y)
}

func floats(symbol string, x, y float64) (number, error) {
	switch symbol {
	case "+":
		return number{f: x + y}, nil
	case "-":
		return number{f: x - y}, nil
	case "*":
		return number{f: x * y}, nil
	case "/":
		if y == 0 {
			return number{}, py.Raise("float division by zero")
		}
		return number{f: x / y}, nil
	case "//":
		if y == 0 {
			return number{}, py.Raise("float floor division by zero")
		}
		return number{f: floorFloat(x, y)}, nil
	}
	switch p := math.Pow(x, y); {
	case x == 0 && y < 0:
		return number{}, py.Raise("0.0 cannot be raised to a negative power")
	case x < 0 && y != math.Trunc(y):
		return number{}, py.Raise("float() argument must be a string or a real number, not 'complex'")
	case math.IsInf(p, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return number{}, py.Raise("(34, 'Numerical result out of range')")
	default:
		return number{f: p}, nil
	}
}

func intPower(base, exponent *big.Int) (number, error) {
	if base.BitLen() > 1 && (!exponent.IsInt64() || int64(base.BitLen())*min(exponent.Int64(), maxBits) > maxBits) {
		return number{}, py.Raise("int too large to convert to float")
	}
	if base.BitLen() <= 1 { // 0, 1 and -1, whatever the exponent
		switch {
		case exponent.Sign() == 0:
			return number{n: big.NewInt(1)}, nil
		case base.Sign() < 0 && exponent.Bit(0) == 0:
			return number{n: big.NewInt(1)}, nil
		}
		return number{n: base}, nil
	}
	return number{n: new(big.Int).Exp(base, exponent, nil)}, nil
}

// floorDiv rounds the quotient down.
func floorDiv(a, b *big.Int) *big.Int {
	q, m := new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// floorFloat is Python's float floor division, which starts from the exact remainder.
func floorFloat(x, y float64) float64 {
	m := math.Mod(x, y)
	d := (x - m) / y
	if m != 0 && (y < 0) != (m < 0) {
		d--
	}
	if d == 0 {
		return math.Copysign(0, x/y)
	}
	f := math.Floor(d)
	if d-f > 0.5 {
		f++
	}
	return f
}
