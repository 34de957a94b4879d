package py

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// integer returns an integer, booleans included, as a big one.
func integer(v Value) (*big.Int, bool) {
	switch v := v.(type) {
	case Bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case Int:
		return big.NewInt(int64(v)), true
	case Big:
		return v.n, true
	}
	return nil, false
}

// NewInt returns an integer of any size, and keeps it.
func NewInt(n *big.Int) Value {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return Big{n}
}

// IsNumber says whether Python calculates with the value.
func IsNumber(v Value) bool {
	switch v.(type) {
	case Bool, Int, Big, Float:
		return true
	}
	return false
}

// Real returns a number as float64; integers beyond its range are infinite. It panics on what
// is no number.
func Real(v Value) float64 {
	switch v := v.(type) {
	case Bool:
		if v {
			return 1
		}
		return 0
	case Int:
		return float64(v)
	case Big:
		f, _ := new(big.Float).SetInt(v.n).Float64()
		return f
	case Float:
		return float64(v)
	}
	panic("number: a " + v.Type())
}

// Compare orders two numbers exactly, whatever their types. It is false when one is not a
// number or not comparable (NaN).
func Compare(a, b Value) (int, bool) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return cmp.Compare(x, y), true
		}
	case Float:
		if y, ok := b.(Float); ok && !isNaN(a) && !isNaN(b) {
			return cmp.Compare(x, y), true
		}
	}
	if !IsNumber(a) || !IsNumber(b) || isNaN(a) || isNaN(b) {
		return 0, false
	}
	return rational(a).Cmp(rational(b)), true
}

func isNaN(v Value) bool {
	f, ok := v.(Float)
	return ok && math.IsNaN(float64(f))
}

// rational returns a number exactly; infinities become larger than every float.
func rational(v Value) *big.Float {
	if n, ok := integer(v); ok {
		return new(big.Float).SetPrec(uint(max(64, n.BitLen()))).SetInt(n)
	}
	return big.NewFloat(float64(v.(Float)))
}

// operate applies an arithmetic operation: to integers exactly, else to floats.
func operate(symbol string, a, b Value, ints func(z, x, y *big.Int) *big.Int, floats func(x, y float64) float64) (Value, error) {
	if !IsNumber(a) || !IsNumber(b) {
		return nil, Raise("unsupported operand type(s) for %s: '%s' and '%s'", symbol, a.Type(), b.Type())
	}
	x, xInt := integer(a)
	y, yInt := integer(b)
	if xInt && yInt {
		return NewInt(ints(new(big.Int), x, y)), nil
	}
	return Float(floats(Real(a), Real(b))), nil
}

// Add returns a + b of two numbers.
func Add(a, b Value) (Value, error) {
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			if sum := x + y; (sum > x) == (y > 0) {
				return sum, nil
			}
		}
	}
	return operate("+", a, b, (*big.Int).Add, func(x, y float64) float64 { return x + y })
}

// Sub returns a - b of two numbers.
func Sub(a, b Value) (Value, error) {
	return operate("-", a, b, (*big.Int).Sub, func(x, y float64) float64 { return x - y })
}

// Mul returns a * b of two numbers.
func Mul(a, b Value) (Value, error) {
	return operate("*", a, b, (*big.Int).Mul, func(x, y float64) float64 { return x * y })
}

// Round2 rounds to two decimals as Python's round(x, 2) does: the exact binary value decides,
// ties go to the even digit.
func Round2(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
	return r
}

// FloatText is the shortest text that reads back as the float, as Python's repr writes it.
func FloatText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return string(appendFloat(nil, x))
}

// appendFloat appends a finite float.
func appendFloat(dst []byte, x float64) []byte {
	if x != 0 && (math.Abs(x) < 1e-4 || math.Abs(x) >= 1e16) {
		return strconv.AppendFloat(dst, x, 'e', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, x, 'f', -1, 64)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, '.', '0')
}

// ParseInt reads an integer as Python's int(text) does, base ten: blanks around it and single
// underscores between digits are allowed.
func ParseInt(text string) (Value, bool) {
	digits, ok := numeral(text)
	if !ok || strings.ContainsAny(digits, ".eEnNiIxX") {
		return nil, false
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return nil, false
	}
	return NewInt(n), true
}

// ParseFloat reads a number as Python's float(text) does.
func ParseFloat(text string) (float64, bool) {
	digits, ok := numeral(text)
	if !ok || strings.ContainsAny(digits, "xXpP") {
		return 0, false
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// numeral strips blanks and the underscores that stand between digits.
func numeral(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "_") {
		return text, text != "" && len(text) <= maxDigits
	}
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i := range len(text) {
		if text[i] == '_' && (!digit(i-1) || !digit(i+1)) {
			return "", false
		}
	}
	text = strings.ReplaceAll(text, "_", "")
	return text, len(text) <= maxDigits
}
