package answers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/answers"
)

// The verdicts, but not the rules, are recorded from math-verify 0.9.0.
func TestEquivalentRules(t *testing.T) {
	for _, c := range []struct {
		gold, answer string
		want         answers.Rule
	}{
		{"5", "6", answers.RuleNone},
		{"5", "5.0", answers.RuleNumber},
		{"1000", "1,000", answers.RuleNumber},
		{"1000", "1 000", answers.RuleNone},
		{"1000", "1, 000", answers.RuleNone},
		{"1234567", "1{,}234{,}567", answers.RuleIdentical},
		{"12", "1,2", answers.RuleNone},
		{"24", "4!", answers.RuleNumber},
		{"10", `\binom{5}{2}`, answers.RuleNumber},
		{`\frac{1}{2}`, `\frac12`, answers.RuleNumber},
		{`\frac{1}{2}`, `50\%`, answers.RuleNumber},
		{"50", `50\%`, answers.RulePercent},
		{`\frac{7}{4}`, `1\frac{3}{4}`, answers.RuleNumber},
		{`\frac{1}{3}`, "0.333333", answers.RuleNumber},
		{`\frac{100}{7}`, "14.2857", answers.RuleNone},
		{`\pi`, "3.14159", answers.RuleNone},
		{`\frac{\pi}{4}`, "0.785398", answers.RuleNumber},
		{`\frac{1}{\sqrt{2}}`, `\frac{\sqrt{2}}{2}`, answers.RuleNumber},
		{"1.000001", "1", answers.RuleNone},
		{`\sqrt{x^2}`, "x", answers.RuleNone},
		{"x^2-1", "(x-1)(x+1)", answers.RuleExpression},
		{`\frac{x^2-1}{x-1}`, "x+1", answers.RuleExpression},
		{"2x+4", "2x+5", answers.RuleNone},
		{`\sin^2 x`, `(\sin x)^2`, answers.RuleExpression},
		{`\alpha`, "a", answers.RuleNone},
		{"-1", "i^2", answers.RuleNone},
		{"x=5", "5", answers.RuleAssignment},
		{"5", "x=5", answers.RuleAssignment},
		{"x=5", "y=5", answers.RuleNone},
		{"y=2x+1", "2x - y + 1 = 0", answers.RuleRelation},
		{"x=1, y=2", "(1,2)", answers.RuleAssignment},
		{"x=1 or x=2", "1,2", answers.RuleSet},
		{`x=\pm 2`, `\pm 2`, answers.RuleAssignment},
		{"x>5", "5<x", answers.RuleRelation},
		{"x>5", `x\ge5`, answers.RuleNone},
		{"1<x<2", "(1,2)", answers.RuleTuple},
		{"(1,2)", "1<x<2", answers.RuleNone},
		{"1<x<2", "2>x>1", answers.RuleNone},
		{`[1,2]\cup[2,3]`, "[1,3]", answers.RuleInterval},
		{`(-\infty,3]`, `(-\infty,3)`, answers.RuleNone},
		{`\{1,2,3\}`, "3,2,1", answers.RuleSet},
		{`\{1,2,3\}`, `\{1,2\}`, answers.RuleNone},
		{"(1,2,3)", "(3,2,1)", answers.RuleNone},
		{`\emptyset`, `\{\}`, answers.RuleSet},
		{`\begin{pmatrix}1/2\\2\end{pmatrix}`, `\begin{pmatrix}0.5\\2\end{pmatrix}`, answers.RuleMatrix},
		{`\begin{pmatrix}1\\2\end{pmatrix}`, `\begin{pmatrix}1&2\end{pmatrix}`, answers.RuleNone},
		{`\begin{vmatrix}1&2\\3&4\end{vmatrix}`, "-2", answers.RuleNumber},
		{`\text{Monday}`, "monday", answers.RuleText},
		{"C", "The answer is C", answers.RuleNone},
		{"5", `\boxed{5`, answers.RuleNone},
		{"1,2", `\boxed{1} and \boxed{2}`, answers.RuleSet},
		{"1/0", `\infty`, answers.RuleNone},
		{"5", "", answers.RuleNone},
		// The rest is not recorded: what must not be taken for equal.
		{"10^{600}", "10^{700}", answers.RuleNone},
		{"200!", "300!", answers.RuleNone},
		{"30!", "265252859812191058636308480000001", answers.RuleNone},
		{"30!", "265252859812191058636308480000000", answers.RuleNumber},
		{`\infty`, "10^{600}", answers.RuleNone},
		{`\infty`, `+\infty`, answers.RuleNumber},
		{"10200", `10 \text{ and } 200`, answers.RuleNone},
		{"1000", `\boxed{1}, \boxed{000}`, answers.RuleNone},
		{"(1,200)", "1200", answers.RuleNone},
		{"(1,200)", "(1,200.0)", answers.RuleTuple},
		{"f(2)=3", "f(3)=3", answers.RuleNone},
		{"f(n)=3", "f(m)=3", answers.RuleRelation},
		{"x>2", "-x>-2", answers.RuleNone},
		{"x>2", "-x<-2", answers.RuleRelation},
	} {
		v := answers.Equivalent(c.gold, c.answer, answers.Options{})
		require.Equal(t, answers.Verdict{Equal: c.want != answers.RuleNone, Rule: c.want}, v, "%q %q", c.gold, c.answer)
	}
}

// What a float cannot tell apart is refused, and rational values are compared
// exactly. The verdicts are math-verify's but for the last.
func TestEquivalentPrecision(t *testing.T) {
	for _, c := range []struct {
		gold, answer string
		want         bool
	}{
		{`\binom{1000}{500}`, `\binom{1000}{500}+1`, false},
		{`\binom{1000}{500}`, `\binom{1000}{499}\cdot\frac{501}{500}`, true},
		{"10^{30}", "10^{30}+1", false},
		{`\pi^{100}`, `\pi^{100}+1`, false},
		{`\sin(10^{20})`, `\sin(10^{20}+1)`, false},
		{`\sin(\pi)`, "0", true},
		{`\cos(1000000)`, "0.936752", true},
		{"x", "x+10^{-12}", false},
		{"x^{20}", "x^{20}+10^{-15}", false},
		{"10^{-10}x", "0", false},
		{`\sqrt{x}`, `\sqrt{x}+10^{-12}`, false},
		{`\sin 2x`, `2\sin x\cos x`, true},
		{"(0,1)", "(0,1.0000000001)", false},
		{`(0,1)\cup(2,3)`, `(0,1)\cup(2,3+10^{-15})`, false},
		{`[0,1]\cup[1+10^{-20},2]`, "[0,2]", false},
		{"x<1", "x<1.0000001", false},
		{"2x<2", "x<1", false},
		{"f(2)", "2f", false},
		{"x(x+1)", "x^2+x", true},
		{"12,345", "12, 345", false},
		{"1, 2", "1,2", true},
		{"e^{-100}", "0", false},
		{"e^{-1000}", "0", false},
		{"1.0000001", "1", false},
		{"0.0000001", "0", false},
		{"0.0000004", "0.0000001", true},
		{`\frac{22}{7}`, "3.142857", true},
		{`\sqrt{5+2\sqrt{6}}`, `\sqrt{2}+\sqrt{3}`, true},
		{`\sqrt{10^{40}+1}`, "10^{20}", false},
	} {
		v := answers.Equivalent(c.gold, c.answer, answers.Options{})
		require.Equal(t, c.want, v.Equal, "%q %q by %q", c.gold, c.answer, v.Rule)
	}
}

func TestOptions(t *testing.T) {
	require.True(t, answers.Equivalent(`\frac{1}{3}`, "0.33", answers.Options{Decimals: 2}).Equal)
	require.False(t, answers.Equivalent(`\frac{1}{3}`, "0.33", answers.Options{}).Equal)
	require.True(t, answers.Equivalent(`x \in [-2,7]`, `-2\le x\le 7`, answers.Options{RelationsAsSets: true}).Equal)
	require.False(t, answers.Equivalent(`x \in [-2,7]`, `-2\le x\le 7`, answers.Options{}).Equal)
}

func TestGradeFindsTheAnswer(t *testing.T) {
	for _, c := range []struct {
		gold, output string
		want         bool
	}{
		{"42", "First I get 41, then 42", true},
		{"42", "42 is not the answer, it is 43", false},
		{`\frac{1}{2}`, `The probability is $\frac{1}{2}$.`, true},
		{"$5$", `We obtain \boxed{5} cm`, true},
		{"$1000$", "It costs $1,000 in total", true},
		{"2.74", "Soucis : 2,74 $ a..", true},
		{"$(1,2)$", "The point is $(1, 2)$", true},
		{"$3$", "$a=1, b=3$", false},
		{"$A$", "The answer is (A)", false},
		{"$34$", "Final Answer: The largest $n$ is 34.", true},
		{"$5$", "no answer", false},
		{"$1$ and $2$ and $3$", `$\boxed{1,2,3}$`, true},
		{"$7$", strings.Repeat("\xff", 20) + "The final answer is $7$.", true},
	} {
		require.Equal(t, c.want, answers.Grade(c.gold, c.output, answers.Options{}).Equal, "%q %q", c.gold, c.output)
	}
}

func TestExtraction(t *testing.T) {
	content, ok := answers.LastBoxed(`\boxed{1} then \boxed{\frac{1}{2}}`)
	require.True(t, ok)
	require.Equal(t, `\frac{1}{2}`, content)
	for text, want := range map[string]string{`It is $\boxed 5$, no more.`: "5", `\fbox{1} and \fbox{\frac{1}{2}}`: `\frac{1}{2}`, `\boxed{\{1\}}`: `\{1\}`, `\fbox{1} \boxed{2}`: "2", `\boxed{1} \boxed{`: "1"} {
		content, ok = answers.LastBoxed(text)
		require.True(t, ok, text)
		require.Equal(t, want, content)
	}
	for _, text := range []string{`\boxed{1`, `\boxed $`, `boxed{1}`, `\fbox{`} {
		_, ok = answers.LastBoxed(text)
		require.False(t, ok, text)
	}
	line, ok := answers.LastAnswerLine("Answer: 3\nno\nAnswer: 4 \n")
	require.True(t, ok)
	require.Equal(t, "4", line)
	_, ok = answers.LastAnswerLine("Answer: 3" + strings.Repeat(" ", 300))
	require.False(t, ok)
}

func TestStringRules(t *testing.T) {
	// Recorded from the packages' own functions.
	require.True(t, answers.HendrycksEqual("1000", "1 000"))
	require.True(t, answers.HendrycksEqual(`5\text{ cm}`, "5"))
	require.True(t, answers.HendrycksEqual("7", "$7$"))
	require.False(t, answers.HendrycksEqual(`\frac{a}{b}`, "a/b"))
	require.True(t, answers.MinervaEqual("1000", "1, 000"))
	require.True(t, answers.MinervaEqual("5", `\boxed{5\text{ cm}}`))
	require.False(t, answers.MinervaEqual("5", "5.0"))
}

// Deep nesting and long products must neither overflow nor take long.
func TestNestedAnswers(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("(", 10000), strings.Repeat("-", 10000) + "1", strings.Repeat("{", 5000) + "x" + strings.Repeat("}", 5000),
		strings.Repeat("9^", 200) + "9", strings.Repeat(`\frac`, 3000), strings.Repeat("1,", 300), strings.Repeat(`\pm 1`, 40),
		strings.Repeat("x+", 5000) + "x", strings.Repeat("|", 999), "10^{100000000}", "99999!", strings.Repeat(`\boxed{`, 500),
	} {
		require.False(t, answers.Equivalent("7", s, answers.Options{}).Equal)
		require.False(t, answers.Grade("$7$", "$"+s+"$ is 8", answers.Options{}).Equal)
	}
}

func FuzzEquivalent(f *testing.F) {
	for _, s := range []string{
		`\frac12`, `(1,2]\cup\{3\}`, `1\le x<2`, `\begin{array}{c}1\\2\end{array}`, `x_{1}=\pm\sqrt[3]{2}`, `\{|x|\}`,
		`1,\!000`, `\log_2 8`, `\boxed{1} and \boxed{2}`, "$1$ or $2$", `\mathrm{e}^{-1}!`, `50\%`, "°", "\xff", "\xff\xff\xff\xff\xff\xfffinal answer",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, gold, answer string) {
		if len(gold)+len(answer) > 400 {
			return
		}
		v := answers.Equivalent(gold, answer, answers.Options{})
		require.Equal(t, v.Equal, v.Rule != answers.RuleNone)
		answers.Grade(gold, answer, answers.Options{})
		answers.HendrycksEqual(gold, answer)
		answers.MinervaEqual(gold, answer)
		answers.F1(gold, answer)
	})
}

func BenchmarkEquivalent(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		answers.Equivalent(`\frac{x^2-1}{x-1}`, "x+1", answers.Options{})
	}
}
