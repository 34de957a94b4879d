package experiments_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

func TestSuggest(t *testing.T) {
	names := []string{"learning_rate", "steps", "opd", "r2s", "sft", "takeovers", "überblick"}
	for _, test := range []struct{ given, want string }{
		{"lerning_rate", "learning_rate"},
		{"learning-rates", "learning_rate"},
		{"step", "steps"},
		{"stpes", "steps"},
		{"Steps", "steps"},
		{"OPD", "opd"},
		{"odp", "opd"},
		{"rs", "r2s"},
		{"uberblick", "überblick"},
		{"takeover", "takeovers"},
		{"abc", ""},
		{"", ""},
		{"something else entirely", ""},
		{"opd", ""},
	} {
		require.Equal(t, test.want, experiments.Suggest(test.given, names), test.given)
	}
	require.Equal(t, "ab", experiments.Suggest("aa", []string{"ab", "ac"}), "the first of equally near names")
	require.Empty(t, experiments.Suggest("x", nil))
}
