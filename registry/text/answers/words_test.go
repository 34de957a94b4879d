package answers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/answers"
)

func TestExactMatch(t *testing.T) {
	require.True(t, answers.ExactMatch("The U.S.A.", "usa"))
	require.True(t, answers.ExactMatch("  an  Apple ", "Pear", "apple!"))
	require.False(t, answers.ExactMatch("Theodore", "odore"))
	require.False(t, answers.ExactMatch("apple"))
	require.Equal(t, "cat", answers.NormalizeWords("A_ cat, the"))
	require.True(t, answers.ExactMatch("New\x1cYork", "new york"))
	require.Equal(t, "i\u0307", answers.NormalizeWords("\u0130the"), "the capital's dot ends a word")
	require.True(t, answers.SubMatch("it was in Paris, France", "paris france"))
	require.False(t, answers.SubMatch("Paris", "paris france"))
}

func TestF1(t *testing.T) {
	require.InDelta(t, 2.0/3, answers.F1("the red house", "red"), 1e-12)
	require.InDelta(t, 0.8, answers.F1("new york city", "york city", "new"), 1e-12)
	require.Zero(t, answers.F1("yes it is", "yes"))
	require.InDelta(t, 1, answers.F1("Yes.", "yes"), 1e-12)
	require.Zero(t, answers.F1("no", "yes"))
	require.Zero(t, answers.F1("", "red"))
}
