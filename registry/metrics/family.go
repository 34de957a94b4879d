package metrics

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// family is a metric of a task with a parameter k, the number of episodes it is about.
type family struct {
	prefix string
	title  func(k int) string
	help   func(k int) string
	value  func(n, won, k int) (float64, bool)
}

var families = []family{
	{
		prefix: "avg_at_",
		title:  func(k int) string { return fmt.Sprintf("avg@%d", k) },
		help: func(k int) string {
			return fmt.Sprintf("Mean success of at least %d independent episodes a task, then over tasks: with n > %d episodes all n are averaged, "+
				"which estimates the same number; with fewer it is not available. Source: SMRC-SD (avg@4), SOD (avg@32).", k, k)
		},
		value: func(n, won, k int) (float64, bool) { return float64(won) / float64(max(n, 1)), n >= k },
	},
	{
		prefix: "pass_at_",
		title:  func(k int) string { return fmt.Sprintf("pass@%d", k) },
		help: func(k int) string {
			return fmt.Sprintf("Chance that at least one of %d episodes of a task succeeds, estimated without replacement from all n: "+
				"1 - C(n-c, %d)/C(n, %d) with c successes. Not available when n < %d. Source: Chen et al. 2021, Eq. 1; SMRC-SD (pass@4).", k, k, k, k)
		},
		value: passAt,
	},
	{
		prefix: "pass_hat_",
		title:  func(k int) string { return fmt.Sprintf("pass^%d", k) },
		help: func(k int) string {
			return fmt.Sprintf("Chance that all of %d episodes of a task succeed, estimated without replacement from all n: "+
				"C(c, %d)/C(n, %d) with c successes. Not available when n < %d. Source: Yao et al. 2024 (tau-bench); ActionOPD.", k, k, k, k)
		},
		value: passHat,
	},
}

// at returns the member for k. It panics when k < 1.
func (f family) at(k int) registry.Metric {
	if k < 1 {
		panic(fmt.Sprintf("metric %s%d: k must be at least 1", f.prefix, k))
	}
	return registry.Metric{
		Name: f.prefix + strconv.Itoa(k), Title: f.title(k), Unit: "%", HigherIsBetter: true, Rate: true, Help: f.help(k),
		OfTask: func(episodes []registry.Summary) (float64, bool) {
			won := 0
			for i := range episodes {
				if episodes[i].Won {
					won++
				}
			}
			return f.value(len(episodes), won, k)
		},
	}
}

// k reads the parameter from a member's name; "pass_at_03" and "pass_at_0" are no names.
func (f family) k(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, f.prefix)
	k, err := strconv.Atoi(digits)
	return k, ok && err == nil && k >= 1 && strconv.Itoa(k) == digits
}

// passAt is 1 - C(n-c, k)/C(n, k), passHat C(c, k)/C(n, k): the products of what is left after each draw.
func passAt(n, won, k int) (float64, bool) {
	none, ok := passHat(n, n-won, k)
	return 1 - none, ok
}

func passHat(n, won, k int) (float64, bool) {
	p := 1.0
	for i := range k {
		p *= max(0, float64(won-i)) / float64(max(n-i, 1))
	}
	return p, k <= n
}
