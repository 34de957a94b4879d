package calculator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// run returns what a program prints, or its fault after "error: ".
func run(m calculator.Memory, source string) (string, calculator.Memory) {
	p, err := calculator.Parse(source)
	if err != nil {
		return "error: " + err.Error(), m
	}
	results, next, err := p.Run(m)
	lines := make([]string, 0, len(results)+1)
	for _, r := range results {
		lines = append(lines, r.String())
	}
	if err != nil {
		lines = append(lines, "error: "+err.Error())
	}
	return strings.Join(lines, "; "), next
}

func TestRun(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"1 + 2 * 3", "7"},
		{"(1 + 2) * 3", "9"},
		{"2 ^ 3 ^ 2", "512"},
		{"-2 ^ 2", "-4"},
		{"2 ** -1", "1/2"},
		{"10 - 4 - 3", "3"},
		{"7 / 2", "7/2"},
		{"7 // 2; -7 // 2; 7 % 3; -7 % 3", "3; -4; 1; 2"},
		{"0.1 + 0.2 == 0.3", "true"},
		{"1e3 + .5", "2001/2"},
		{"2 * e > 5 and not 3 < 2", "true"},
		{"x = 3; y = x * x\ny - x", "x = 3; y = 9; 6"},
		{"5! / 3!", "20"},
		{"5 != 6", "true"},
		{"1 if 2 > 3 else 4", "4"},
		{"sqrt(16/9); sqrt(2)", "4/3; 1.414213562"},
		{"9 ^ 0.5", "3"},
		{"floor(-7/2); ceil(-7/2); round(5/2); round(-2.345, 2)", "-4; -3; 3; -47/20"},
		{"floor(pi); ceil(sqrt(2))", "3; 2"},
		{"gcd(12, -18, 30); lcm(4, 6); choose(10, 3); factorial(0)", "6; 12; 120; 1"},
		{"min(3, 1/2, 2); max(1, pi)", "1/2; 3.141592654"},
		{"isprime(97); isprime(1)", "true; false"},
		{"sum(k, 1, 100, k)", "5050"},
		{"product(k, 1, 5, k)", "120"},
		{"count(k, 1, 30, k % 3 == 0)", "10"},
		{"first(k, 1, 1000, k * k > 200)", "15"},
		{"sum(k, 1, 4, sum(j, 1, k, j))", "20"},
		{"sum(k, 5, 1, k)", "0"},
		{"print(1) # a remark", "1"},
		{"log(8, 2); log10(1000); exp(0)", "3; 3; 1"},
		{"0 ^ 0; (-1) ^ 10000000000000000000001", "1; -1"},
		{"e = 5; e", "e = 5; 5"},
		{"true == (1 < 2)", "true"},
		// Faults.
		{"1 / 0", "error: division by zero"},
		{"0 ^ -1", "error: division by zero"},
		{"a = 1; b = c", "a = 1; error: c is not defined"},
		{"2 ^ 5000", "error: a number too large or too small"},
		{"171!", "error: a number too large or too small"},
		{"1e400", "error: at 0: a number too large or too small"},
		{"sqrt(-1)", "error: there is no such value"},
		{"1 + (2 > 1)", "error: a number is needed, not a truth"},
		{"1 if 2 else 3", "error: a truth is needed, not a number"},
		{"1.5!", "error: a whole number is needed"},
		{"first(k, 1, 9, k > 9)", "error: there is no such value"},
		{"sum(k, 1, 10, 1 / (k - 5))", "error: division by zero"},
		{"sum(k, 1, 10^9, k)", "error: too many steps"},
		{"sum(1, 2, 3)", "error: at 0: expected sum(name, first, last, expression)"},
		{"sqrt(1, 2)", "error: at 0: sqrt cannot have 2 arguments"},
		{"open(1)", "error: at 0: there is no function open"},
		{"1 +", "error: at 3: expected a value"},
		{"(1", `error: at 2: expected ")"`},
		{"1 2", `error: at 2: unexpected "2"`},
		{"1 < 2 < 3", `error: at 6: unexpected "<"`},
		{"sqrt = 2", "error: at 0: sqrt cannot be assigned"},
		{"if = 2", "error: at 0: if cannot be assigned"},
		{"é", `error: at 0: unexpected "é"`},
		{"", "error: at 0: an empty program"},
		{strings.Repeat("(", 100), "error: at 64: nested more than 64 deep"},
		{strings.Repeat("1;", 40), "error: at 64: more than 32 statements"},
		{strings.Repeat("1", 5000), "error: at 4096: a program longer than 4096 bytes"},
		{strings.Repeat("a", 40), "error: at 0: a name longer than 32 letters"},
	} {
		got, _ := run(calculator.Memory{}, c.source)
		require.Equal(t, c.want, got, c.source)
	}
}

// A program that fails changes nothing, and memories are never changed.
func TestRun_Whole(t *testing.T) {
	_, m := run(calculator.Memory{}, "a = 1; b = 2")
	_, n := run(m, "a = 3; c = 4; d = x")
	require.Equal(t, []string{"a", "b"}, n.Names())
	_, n = run(m, "a = 3; aa = 4")
	require.Equal(t, []string{"a", "aa", "b"}, n.Names())
	v, ok := m.Get("a")
	require.True(t, ok)
	require.Equal(t, "1", v.String(), "the memory before is as it was")
}

func TestRun_ManyNames(t *testing.T) {
	m := calculator.Memory{}
	for i := range calculator.MaxNames {
		_, m = run(m, "v"+strings.Repeat("x", i%30)+strings.Repeat("y", i/30)+" = 1")
	}
	require.Len(t, m.Names(), calculator.MaxNames)
	got, _ := run(m, "another = 1")
	require.Equal(t, "error: too many names", got)
	got, _ = run(m, "v = 2")
	require.Equal(t, "v = 2", got)
}

// The worst programs that the bounds allow end soon.
func TestRun_Bounded(t *testing.T) {
	large := strings.Repeat("9", 300)
	for _, source := range []string{
		"sum(a, 1, 99999, sum(b, 1, 99999, sum(c, 1, 99999, a * b * c)))",
		"x = " + large + "; sum(a, 1, 99999, x * x / (x + a) - x)",
		"x = 3^600; product(a, 1, 99999, (x + a) / (x - a))",
		"sum(a, 1, 99999, factorial(170) % a)",
		"sum(a, 1, 99999, isprime(2^62 + a))",
		"count(a, 1, 99999, isprime(2^62 + a))",
		strings.Repeat("1+", 2000) + "1",
		"5" + strings.Repeat("!", 4000),
		strings.Repeat("-", 4000) + "1",
		strings.Repeat("2^", 2000) + "2",
		strings.Repeat("not ", 1000) + "true",
		strings.Repeat("1 if true else ", 200) + "1",
		"sum(a, 10^300, 10^300 + 99999, choose(a, 500))",
		"sum(a, 1, 99999, choose(10^18, 16))",
		"sum(a, 1, 99999, lcm(x, a, 7))",
	} {
		start := time.Now()
		m := calculator.Memory{}
		got, _ := run(m, source)
		require.Less(t, len(got), 40_000)
		// Thousands of times what it takes: only a bound that is missing fails this.
		require.Less(t, time.Since(start), 5*time.Second, source)
	}
}

func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"a = 1; b = a + 2\nb!", "sum(k, 1, 9, k^2 if k > 3 else 1/k)", "first(n, 1, 99, n*n % 7 == 2)", "sqrt(2)^-1.5 // e", "choose(10, 3) % gcd(4, 6)",
		"not 1 < 2 or true", "round(-2.5, 1)", "1e300 * 1e300", "((((", "x = = 2", "#", "\x00", "99999!!", "log(0)", "0^-0.5", "atan(1)*4",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		m := calculator.Memory{}
		got, next := run(m, source)
		again, _ := run(m, source)
		require.Equal(t, got, again)
		require.Less(t, len(got), 50_000)
		require.Empty(t, m.Names())
		second, last := run(next, source)
		third, _ := run(last, source)
		require.Less(t, len(second)+len(third), 100_000)
	})
}

func BenchmarkRun(b *testing.B) {
	b.ReportAllocs()
	_, m := run(calculator.Memory{}, "cat = 12")
	for b.Loop() {
		run(m, "bob = cat * 3 + 5")
	}
}
