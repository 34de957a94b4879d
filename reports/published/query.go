package published

import (
	"slices"
	"strings"
)

// Query describes the cell of a table for which published numbers are sought. Each list holds the names
// under which the cell's method, environment, teacher or student may be published, compared without regard to case and
// punctuation; an empty list matches anything.
type Query struct {
	Methods, Environments, Teachers, Students []string
	// Metric is a name of registry/metrics.
	Metric string
}

// Match lists the rows that say something about the cell, in their order. Rows of differences never match. A published
// environment may carry a remark that does not narrow it ("ALFWorld held-out"); one that names a part of it ("ALFWorld
// Pick") matches only when a name of the query does too.
func (q Query) Match(rows []Row) []Row {
	var out []Row
	for _, r := range rows {
		if r.Delta() || !sameMetric(q.Metric, r.Metric) {
			continue
		}
		if oneOf(q.Methods, r.Method) && oneOf(q.Teachers, r.Teacher) && oneOf(q.Students, r.Student) && oneOf(q.Environments, whole(r.Environment)) {
			out = append(out, r)
		}
	}
	return out
}

func oneOf(names []string, name string) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return fold(n) == fold(name) })
}

// whole strips remarks that leave an environment what it is.
func whole(environment string) string {
	for _, remark := range []string{" held-out", " won episodes", " overall", " Avg", " test mean"} {
		if rest, ok := strings.CutSuffix(environment, remark); ok {
			return rest
		}
	}
	return environment
}

// sameMetric relates our metric names to those of the file.
func sameMetric(ours, theirs string) bool {
	names := map[string][]string{
		"success_rate":     {"success_rate_pct", "success_or_score_pct", "success_or_accuracy_pct", "accuracy_pct", "accuracy"},
		"timeout_rate":     {"timeout_rate_fraction_approx"},
		"score":            {"score_0_1", "score_pct", "score_0_100"},
		"turns":            {"rounds_mean"},
		"search_turns_won": {"search_turns_mean"},
		"response_length":  {"response_tokens_mean"},
	}
	if slices.Contains(names[ours], theirs) {
		return true
	}
	for ourPrefix, theirPrefix := range map[string]string{"avg_at_": "avg@", "pass_at_": "pass@", "pass_hat_": "pass^"} {
		if k, ok := strings.CutPrefix(ours, ourPrefix); ok {
			return theirs == theirPrefix+k || theirs == theirPrefix+k+"_pct"
		}
	}
	return false
}

// Fraction is the value of a row of a rate or a score on the scale from 0 to 1, and false when it is words.
// Values of other metrics are returned as they are.
func (r Row) Fraction() (float64, bool) {
	v, ok := r.Number()
	if strings.HasSuffix(r.Metric, "_pct") || r.Metric == "score_0_100" {
		v /= 100
	}
	return v, ok
}

// EnvironmentNames lists under which names papers report an environment kind of ours.
func EnvironmentNames(kind string) []string {
	switch kind {
	case "alfworld":
		return []string{"ALFWorld"}
	case "webshop":
		return []string{"WebShop"}
	case "sciencelab", "scienceworld":
		return []string{"ScienceWorld"}
	case "tau2":
		return []string{"tau2-bench"}
	case "searchqa":
		return []string{"Search-QA", "HotpotQA"}
	case "mathcode":
		return []string{"MATH"}
	}
	return []string{kind}
}

// MethodNames lists under which names papers report a method kind of ours.
func MethodNames(kind string) []string {
	switch kind {
	case "opd":
		return []string{"vanilla OPD", "standard OPD", "OPD"}
	case "f2b", "tcod_f2b":
		return []string{"TCOD-F2B"}
	case "b2f", "tcod_b2f":
		return []string{"TCOD-B2F"}
	case "guided", "guided_opd":
		return []string{"Guided-OPD"}
	case "futurebridge", "futurebridge_opd":
		return []string{"FutureBridge-OPD", "FutureBridge"}
	case "kd", "offline_kd":
		return []string{"offline KD"}
	}
	return []string{kind}
}
