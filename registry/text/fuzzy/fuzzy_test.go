package fuzzy_test

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

	"github.com/retort-ml/retort/registry/text/fuzzy"
)

// The expected numbers are recorded from thefuzz 0.19.
func TestTokenSetRatio(t *testing.T) {
	for _, c := range []struct {
		a, b                 string
		difflib, levenshtein int
	}{
		{"highly pigmented", "highly pigmented", 100, 100},
		{"eau parfum", "parfum spray", 75, 75},
		{"vr headset", "vr glasses", 60, 60},
		{"storage shelf", "shelf bookcase", 59, 67},
		{"window curtain", "plug play", 9, 17},
		{"loose fit", "synthetic sole", 9, 26},
		{"a a b", "b b a", 100, 100},
		{"café", "cafe", 86, 86},
		{"café", "caf", 100, 100},
		{"日本", "日本", 100, 100},
		{"日本", "中国", 0, 0},
		{"①", "1", 0, 0},
		{"İstanbul", "istanbul", 94, 94},
		{"straße", "strasse", 83, 83},
		{"black | white", "white/black", 100, 100},
		{"12 ounce (pack of 1)", "army green", 14, 14},
	} {
		require.Equal(t, c.difflib, fuzzy.TokenSetRatio(c.a, c.b), "%q %q", c.a, c.b)
		require.Equal(t, c.levenshtein, fuzzy.TokenSetRatioLevenshtein(c.a, c.b), "%q %q", c.a, c.b)
	}
}

func TestRatiosMatchRecording(t *testing.T) {
	f, err := os.Open("../../../../shared/data/text/fuzzy_pairs.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("recording absent: ../shared/data/text/fuzzy_pairs.jsonl.gz")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	rows := 0
	for lines.Scan() {
		type variant struct {
			Ratio    int `json:"ratio"`
			TokenSet int `json:"token_set_ratio"`
		}
		var row struct {
			A, B        string
			Difflib     variant `json:"thefuzz019_difflib"`
			Levenshtein variant `json:"thefuzz019_levenshtein"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		require.Equal(t, row.Difflib, variant{fuzzy.Ratio(row.A, row.B), fuzzy.TokenSetRatio(row.A, row.B)}, "difflib %q %q", row.A, row.B)
		require.Equal(t, row.Levenshtein, variant{fuzzy.RatioLevenshtein(row.A, row.B), fuzzy.TokenSetRatioLevenshtein(row.A, row.B)}, "levenshtein %q %q", row.A, row.B)
		rows++
	}
	require.NoError(t, lines.Err())
	require.Positive(t, rows)
}

func FuzzTokenSetRatio(f *testing.F) {
	f.Add("a b", "b c")
	f.Add("", "x")
	f.Add("\xff", "é")
	f.Add(strings.Repeat("ab ", 100), strings.Repeat("ba", 120))
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, ratio := range []func(a, b string) int{fuzzy.Ratio, fuzzy.RatioLevenshtein, fuzzy.TokenSetRatio, fuzzy.TokenSetRatioLevenshtein} {
			require.LessOrEqual(t, ratio(a, b), 100)
			require.GreaterOrEqual(t, ratio(a, b), 0)
		}
		require.LessOrEqual(t, fuzzy.Ratio(a, b), fuzzy.RatioLevenshtein(a, b))
	})
}

func BenchmarkTokenSetRatio(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		fuzzy.TokenSetRatio("natural hair growth treatment", "hair loss treatment for women")
	}
}
