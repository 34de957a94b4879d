package answers_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/answers"
)

// readRows decodes a recording, or skips the test without it.
func readRows[T any](tb testing.TB, name string) []T {
	tb.Helper()
	f, err := os.Open("../../../../shared/data/text/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skip("recording absent: ../shared/data/text/" + name)
	}
	require.NoError(tb, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(tb, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	var rows []T
	for lines.Scan() {
		var row T
		require.NoError(tb, json.Unmarshal(lines.Bytes(), &row))
		rows = append(rows, row)
	}
	require.NoError(tb, lines.Err())
	require.NotEmpty(tb, rows)
	return rows
}

// pairRow is one line of the recording of math-verify 0.9.0 and the string
// rules.
type pairRow struct {
	Category, Gold, Answer string
	Verdict                bool
	Hendrycks, Minerva     *bool
	HendrycksNorm          []string `json:"hendrycks_norm"`
	MinervaNorm            []string `json:"minerva_norm"`
	Stable                 bool
}

func TestStringRulesMatchRecording(t *testing.T) {
	compared := 0
	for _, row := range readRows[pairRow](t, "math_verify_pairs.jsonl.gz") {
		if row.Hendrycks == nil {
			continue
		}
		compared++
		require.Equal(t, *row.Hendrycks, answers.HendrycksEqual(row.Gold, row.Answer), "%q %q", row.Gold, row.Answer)
		require.Equal(t, *row.Minerva, answers.MinervaEqual(row.Gold, row.Answer), "%q %q", row.Gold, row.Answer)
		failed := false
		for i, text := range []string{row.Gold, row.Answer} {
			require.Equal(t, row.MinervaNorm[i], answers.MinervaNormalize(text), "%q", text)
			got, err := answers.HendrycksNormalize(strings.Trim(text, "$"))
			failed = failed || err != nil
			if row.HendrycksNorm != nil {
				require.NoError(t, err, "%q", text)
				require.Equal(t, row.HendrycksNorm[i], got, "%q", text)
			}
		}
		require.Equal(t, row.HendrycksNorm == nil, failed, "%q %q", row.Gold, row.Answer)
	}
	require.Positive(t, compared)
}

// upstreamRow is one line of math-verify's own tests with its verdict.
type upstreamRow struct {
	Gold, Pred     string
	Expected       int
	Precision      int
	RelationsAsSet bool `json:"allow_set_relation_comp"`
}

// acceptedBeyond are the pairs that math-verify refuses and this package
// accepts, with the reason.
var acceptedBeyond = map[[2]string]string{
	{"3i", `3\cdot i`}: "the written product sign changes nothing; math-verify itself reads both as 3*i",
}

// agreement is the least share of verdicts that must agree.
const agreement = 0.97

func TestEquivalentAgreesWithMathVerify(t *testing.T) {
	rows := readRows[pairRow](t, "math_verify_pairs.jsonl.gz")
	agree := 0
	for _, row := range rows {
		v := answers.Equivalent(row.Gold, row.Answer, answers.Options{})
		if row.Category == "sentence" {
			v = answers.Grade(row.Gold, row.Answer, answers.Options{})
		}
		require.Equal(t, v.Equal, v.Rule != answers.RuleNone)
		if v.Equal == row.Verdict {
			agree++
			continue
		}
		if v.Equal {
			require.Contains(t, acceptedBeyond, [2]string{row.Gold, row.Answer}, "accepted by rule %q", v.Rule)
			continue
		}
		t.Logf("refused, unlike math-verify: %q %q", row.Gold, row.Answer)
	}
	t.Logf("%d of %d agree", agree, len(rows))
	require.GreaterOrEqual(t, float64(agree), agreement*float64(len(rows)))
}

func TestGradeAgreesWithUpstreamTests(t *testing.T) {
	rows := readRows[upstreamRow](t, "math_verify_upstream_tests.jsonl.gz")
	agree := 0
	for _, row := range rows {
		v := answers.Grade(row.Gold, row.Pred, answers.Options{Decimals: row.Precision, RelationsAsSets: row.RelationsAsSet})
		if v.Equal == (row.Expected == 1) {
			agree++
			continue
		}
		require.False(t, v.Equal, "accepted by rule %q: %q %q", v.Rule, row.Gold, row.Pred)
		t.Logf("refused, unlike math-verify: %.80q %.80q", row.Gold, row.Pred)
	}
	t.Logf("%d of %d agree", agree, len(rows))
	require.GreaterOrEqual(t, float64(agree), agreement*float64(len(rows)))
}
