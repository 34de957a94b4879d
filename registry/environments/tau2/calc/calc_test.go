package calc_test

import (
	"strings"
	"testing"

	"github.com/retort-ml/retort/registry/environments/tau2/calc"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/stretchr/testify/require"
)

// The expected values are what CPython's str(round(float(eval(x)), 2)) gives.
func TestEvaluate(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"2 * (350 + 122)":    "944.0",
		"1/3":                "0.33",
		"2.675":              "2.67",
		"-2**2":              "-4.0",
		"2**-1":              "0.5",
		"2**3**2":            "512.0",
		"7//2":               "3.0",
		"-7//2":              "-4.0",
		"-7.5//2":            "-4.0",
		"1 - -1":             "2.0",
		"- - 3":              "3.0",
		".5+1.":              "1.5",
		"00":                 "0.0",
		"(-1)**(10*10*10+1)": "-1.0",
		"0.125":              "0.12",
		"10**22":             "1e+22",
		"  3 ":               "3.0",
		"9007199254740993*1": "9007199254740992.0",
		"-0.001":             "-0.0",
		"0/-1":               "-0.0",

		"." + strings.Repeat("3", 5000): "0.33",

		"1" + strings.Repeat("+1", 4999): "5000.0",
	} {
		got, err := calc.Evaluate(py.Str(expression))
		require.NoError(t, err, expression)
		require.Equal(t, py.Str(want), got, expression)
	}
}

func TestEvaluate_Faults(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"x":                        "Invalid characters in expression",
		"1 + ":                     "invalid syntax",
		"":                         "invalid syntax",
		"()":                       "invalid syntax",
		"(1":                       "never closed",
		"(1 + ":                    "never closed",
		"1(2":                      "never closed",
		"1)":                       "unmatched ')'",
		"1/0)":                     "unmatched ')'",
		"1/0 007":                  "leading zeros",
		"1 2":                      "invalid syntax",
		"1.2.3":                    "invalid syntax",
		"1/0":                      "division by zero",
		"1//0.0":                   "float floor division by zero",
		"007":                      "leading zeros",
		"(2)(3)":                   "'int' object is not callable",
		".5()":                     "'float' object is not callable",
		"9**9**9":                  "too large",
		"10**400":                  "too large",
		"(-1)**0.5":                "complex",
		"0**-1":                    "0.0 cannot be raised to a negative power",
		"2***3":                    "invalid syntax",
		strings.Repeat("(", 5000):  "too many nested",
		strings.Repeat("1", 20000): "expression too long: 20000 characters, at most 10000",

		"1" + strings.Repeat("+1", 5000): "expression too long: 10001 characters, at most 10000",
	} {
		_, err := calc.Evaluate(py.Str(expression))
		require.ErrorContains(t, err, want, expression)
	}
	_, err := calc.Evaluate(py.Int(3))
	require.EqualError(t, err, "'int' object is not iterable")
}

func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"1+2", "2**(3-4)/5", "((1))", "1..", "//*", "0**0", "5//-.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := calc.Evaluate(py.Str(s))
		if err == nil {
			require.NotEmpty(t, string(v.(py.Str)))
		}
	})
}
