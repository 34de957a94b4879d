package answers_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/answers"
)

// beyond are the kinds of pairs that math-verify refuses and this package accepts, with the reason. The pairs of the recording name theirs.
var beyond = map[string]string{
	"identity":  "an identity that holds everywhere and that sympy does not find",
	"imaginary": "math-verify reads 3i and 3 i, which are the same number, as different symbols",
	"notation":  "math-verify stumbles over a short form that has one meaning: x^-1, \\binom n2, \\mathrm{e}, (1;2), a trailing comma",
	"float":     "equal values, whose last binary digits differ in sympy",
	"percent":   "sympy does not compute with the hundredth that stands for a percent sign",
	"order":     "sympy sorts the elements of a set, and the same ones need not meet; inequalities and their intervals",
	"text":      "the same words, or the same letters as factors, or a value with words beside it",
	"digits":    "expressions with roots of symbols that differ by less than 1e-15 of their value",
}

// hostileRow is a line of the recording of math-verify 0.9.0 (the expected answer in dollar signs, the answer in a box).
type hostileRow struct {
	Category, Gold, Answer string
	Verdict                bool
	Beyond                 string
}

// Pairs made to tell equality from near misses: identities, decimals, units, sets, intervals, equations.
func TestHostilePairs(t *testing.T) {
	f, err := os.Open("testdata/math_verify_hostile.jsonl.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	rows, refused, accepted := 0, map[string]int{}, map[string]int{}
	for lines := bufio.NewScanner(z); lines.Scan(); rows++ {
		var row hostileRow
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		switch v := answers.Equivalent(row.Gold, row.Answer, answers.Options{}); {
		case v.Equal && !row.Verdict:
			require.NotEmpty(t, beyond[row.Beyond], "%s: %q %q accepted by rule %q, which math-verify refuses", row.Category, row.Gold, row.Answer, v.Rule)
			accepted[row.Beyond]++
		case !v.Equal && row.Verdict:
			refused[row.Category]++
		}
	}
	require.Greater(t, rows, 2500)
	t.Log("accepted beyond math-verify:", accepted)
	t.Log("refused, unlike math-verify:", refused)
	more := 0
	for _, n := range refused {
		more += n
	}
	require.Less(t, 10*more, rows, "refusing everything would agree with every refusal")
}

// What must not be accepted, whoever thinks it up. All but those with a remark are refused by math-verify as well.
func TestHostilePairs_Refused(t *testing.T) {
	for _, c := range [][2]string{
		{"x", "x^2/x"}, {"x^2/x", "x"}, {"x", `\ln(e^x)`}, {"x", "x+0"}, {"(x,1)", "(x+0,1)"}, {"2", `\lg 100`},
		{"x+10", "|x+10|"}, {"2x+4", `\sqrt{(2x+4)^2}`}, {"0", `\lfloor |x|/10\rfloor`}, {`\lfloor x\rfloor`, `\lfloor x+10^{-12}\rfloor`},
		{"x+10^{50}", "|x+10^{50}|"}, {"1", `\tanh^2(10^6x)`}, {"1", "1+e^{-500(x^2+1)}"}, {"10^{-20}", `1-\sin^2x-\cos^2x`},
		{`\sqrt{x}`, `\sqrt{x+10^{-20}}`}, {`\sqrt{x}`, `\sqrt{x}+10^{-30}`}, // the last is accepted there
		{"0.5", `0.5\%`}, {`\frac12`, `\frac12\%`}, {"10^3", `1000\%`}, {`1\%`, `\sin^2x+\cos^2x`},
		{`\frac{\sqrt2}{2}`, `\frac{1.414214}{2}`}, {`\sqrt{9}`, "3.0000001"}, {`\frac{\sqrt2}{2}`, "0.7071065"}, {`\pi+10^{-10}`, `1.0\pi`},
		{`\begin{pmatrix}1\\2\end{pmatrix}`, `\begin{pmatrix}1\\2.0000001\end{pmatrix}`}, {"2", `\begin{pmatrix}2\end{pmatrix}`},
		{`\begin{pmatrix}10^{16}/3\\2\end{pmatrix}`, `\begin{pmatrix}(10^{16}+1)/3\\2\end{pmatrix}`},
		{"x=5", "2x=10"}, {"x>5", "2x>10"}, {"x=5.0", "x=5.0000001"}, {"1<x<2", "2<2x<4"}, {`x\ne5`, `5\ne x`}, {"2+2=4", "4"}, {"3.14", `\pi\approx3.14`},
		{`\{1,2,3\}`, `\{\{1,2,3\}\}`}, {`\{\}`, `\{\emptyset\}`}, {"(1,2)", "2,1"}, {"(A,B)", "B,A"}, {"(x,2x)", `\{2x,x\}`},
		{`\text{Monday}`, "Mnoday"}, {`\text{xy}`, "yx"}, {"F(x)", "f(x)"}, {"xy", "x(y)"}, {"3(\\frac12)", `\frac32`}, {"3 1/2", `\frac32`}, {`\frac{1}{2}x`, "1/2x"},
		{"101", "(101)_2"},
	} {
		v := answers.Equivalent(c[0], c[1], answers.Options{})
		require.False(t, v.Equal, "%q %q by rule %q", c[0], c[1], v.Rule)
		require.False(t, v.Exceeded, "%q %q", c[0], c[1])
	}
}

func TestHostilePairs_Accepted(t *testing.T) {
	for _, c := range [][2]string{
		{"x+y", "(x^2-y^2)/(x-y)"}, {"2x", "x+x"}, {"2x+4", `\ln e^{2x+4}`}, {`\lfloor x+10\rfloor`, `\lfloor x\rfloor+10`}, {`|x+10|`, `|-x-10|`},
		{`\sqrt{x^2}`, "|x|"}, {`x+y=1`, "2x+2y=2"}, {"x>2", "2<x"}, {"50", `50\%`}, {`\frac12`, `50\%`}, {`\frac{1}{2x}`, "1/2x"}, {`\frac12x`, `1/2\cdot x`},
		{"f(x)", "f(x)+0"}, {`\text{xy}`, "xy"}, {"(1,2,3)", "1,2,3"}, {`f^{-1}(x)=\frac{x-1}{2}`, `\frac{x-1}{2}`}, {"3", `\sqrt{9}`}, {`\frac{\sqrt2}{2}`, "0.707107"},
		{`\frac13`, "0.3333334"}, {`\{x,2x\}`, `\{2x,x+0\}`}, {`\frac{\pi}{2}`, `\arctan\infty`},
	} {
		require.True(t, answers.Equivalent(c[0], c[1], answers.Options{}).Equal, "%q %q", c[0], c[1])
	}
}

// costly are pieces of answers that took long, or would without a bound.
var costly = []string{
	"x^9,", `1\pm2,`, "1!,", `\sin x,`, "x=1,", "2^9,", `\sqrt[3]{x},`, `[0,x!]\cup`, "x^{99}/3+", "512!*", "1000000007^{400}*", "1.5^{999}*", `\binom{999}{499}+`, "1/7+", "9",
	`\begin{vmatrix}1&2&3&4&5&6\\1&2&3&4&5&6\\1&2&3&4&5&6\\1&2&3&4&5&6\\1&2&3&4&5&6\\1&2&3&4&5&x\end{vmatrix}`, `\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
	"(", "{", "|x|", `\frac12`, `\boxed{`, `\text{a`, `$a$\[`, `final answer is \( $a$ `, `x\le 1`, "f(", "xy", `\lfloor x\rfloor`, "1or ", "50%,", "x!",
}

// Work is counted in operations, so that it has a bound on every machine, and what goes beyond is refused and says so.
func TestWork(t *testing.T) {
	exceeded := map[string]bool{}
	for _, part := range costly {
		long := strings.Repeat(part, 10_000/len(part))
		for _, gold := range []string{"1,2", long + "1"} {
			v := answers.Equivalent(gold, long, answers.Options{})
			require.LessOrEqual(t, answers.Work(gold, long), answers.MaxWork)
			require.False(t, v.Equal && v.Exceeded)
			exceeded[part] = exceeded[part] || v.Exceeded
		}
		answers.Grade("$7$", "It is $"+long+"$", answers.Options{})
	}
	for _, part := range []string{"x^9,", `1\pm2,`, "1!,", `\sin x,`} {
		require.True(t, exceeded[part], part)
	}
	// An answer that is the expected one is accepted, however long.
	long := strings.Repeat("x^9,", 2500)
	require.Equal(t, answers.Verdict{Equal: true, Rule: answers.RuleIdentical}, answers.Equivalent(long, long+" ", answers.Options{}))
}

// Ordinary answers are far from the bound.
func TestWork_Ordinary(t *testing.T) {
	for _, c := range [][2]string{
		{`\frac{x^2-1}{x-1}`, "x+1"}, {`\{1,2,3,4,5,6,7,8,9,10\}`, "10,9,8,7,6,5,4,3,2,1"}, {`\sin 2x`, `2\sin x\cos x`}, {"x^2+y^2=1", "2x^2+2y^2=2"},
		{`\begin{pmatrix}1&2&3\\4&5&6\\7&8&9\end{pmatrix}`, `\begin{pmatrix}1.0&2&3\\4&5&6\\7&8&9\end{pmatrix}`}, {`(x+y)^{20}`, `(y+x)^{20}`},
	} {
		require.Less(t, answers.Work(c[0], c[1]), answers.MaxWork/20, "%q %q", c[0], c[1])
	}
}

// FuzzWork looks for answers whose repetition goes beyond what is counted: the fuzzer reports what hangs.
func FuzzWork(f *testing.F) {
	for _, part := range costly {
		f.Add(part, "+1", uint16(9_999))
	}
	f.Fuzz(func(t *testing.T, part, end string, size uint16) {
		if part == "" || len(part)+len(end) > 300 {
			return
		}
		answer := strings.Repeat(part, max(1, int(size)%10_000/len(part))) + end
		for _, gold := range []string{"7", "1,2", answer + "+0"} {
			v := answers.Equivalent(gold, answer, answers.Options{})
			require.Equal(t, v.Equal, v.Rule != answers.RuleNone)
			require.LessOrEqual(t, answers.Work(gold, answer), answers.MaxWork)
		}
		answers.Grade("$7$", answer, answers.Options{})
		answers.LastBoxed(answer)
	})
}
