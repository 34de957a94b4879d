package answers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/answers"
)

// The expected values are computed by Python with the rules that Search-R1 and HotpotQA evaluate by: lower case,
// string.punctuation deleted, the articles at word boundaries replaced by blanks, text split at white space.
func TestQuestionAnswers_MatchPython(t *testing.T) {
	for _, c := range []struct {
		prediction, gold, normalized string
		exact                        bool
		f1                           float64
	}{
		{"The  Beatles", "beatles", "beatles", true, 1.0},
		{"Beatles, The", "the beatles", "beatles", true, 1.0},
		{"U.S.", "us", "us", true, 1.0},
		{"a.m.", "am", "am", true, 1.0},
		{"an-the", "anthe", "anthe", true, 1.0},
		{"A Tale of Two Cities", "tale of two cities", "tale of two cities", true, 1.0},
		{"the a an", "", "", true, 0},
		{"", "", "", true, 0},
		{"yes", "Yes.", "yes", true, 1.0},
		{"Yes, it is", "yes", "yes it is", false, 0},
		{"no", "noanswer", "no", false, 0},
		{"noanswer", "no answer", "noanswer", false, 0},
		{"no one", "no", "no one", false, 0},
		{"1,000", "1000", "1000", true, 1.0},
		{"3.5", "35", "35", true, 1.0},
		{"New York City", "new york", "new york city", false, 0.8},
		{"york new new", "new new york", "york new new", false, 1.0},
		{"caf\u00e9 the", "Caf\u00e9", "caf\u00e9", true, 1.0},
		{"l'\u00e9tat", "letat", "l\u00e9tat", false, 0},
		{"the\u00e9", "th\u00e9", "the\u00e9", false, 0},
		{"\u201cthe\u201d end", "end", "\u201c \u201d end", false, 0.5},
		{"\u2019a\u2019", "\u2019 \u2019", "\u2019 \u2019", true, 1.0},
		{"a\u00a0b", "b", "b", true, 1.0},
		{"x\u3000y", "x y", "x y", true, 1.0},
		{"\u00c9COLE", "\u00e9cole", "\u00e9cole", true, 1.0},
		{"the_end", "end", "theend", false, 0},
		{"theatre", "atre", "theatre", false, 0},
		{"a1", "1", "a1", false, 0},
		{"the 1", "1", "1", true, 1.0},
		{"\u4e2d the \u56fd", "\u4e2d \u56fd", "\u4e2d \u56fd", true, 1.0},
		{"and and the and", "and", "and and and", false, 0.5},
		{"b b c", "b c c", "b b c", false, 0.6666666666666666},
		{"a b c d e", "c d x", "b c d e", false, 0.5714285714285715},
		{"#1 hit!", "1 hit", "1 hit", true, 1.0},
		{"no", "no", "no", true, 1.0},
		{"Noanswer!", "noanswer", "noanswer", true, 1.0},
	} {
		require.Equal(t, c.normalized, answers.NormalizeWords(c.prediction), "%q", c.prediction)
		require.Equal(t, c.exact, answers.ExactMatch(c.prediction, c.gold), "%q %q", c.prediction, c.gold)
		require.InDelta(t, c.f1, answers.F1(c.prediction, c.gold), 1e-12, "%q %q", c.prediction, c.gold)
	}
}

// Of several expected answers the best counts.
func TestQuestionAnswers_BestGold(t *testing.T) {
	require.InDelta(t, 1, answers.F1("Ada Smith", "Ada Jones", "no", "smith, Ada"), 1e-12)
	require.False(t, answers.ExactMatch("Ada Smith", "Ada Jones", "smith, Ada"))
	require.Zero(t, answers.F1("Ada Smith"))
}
