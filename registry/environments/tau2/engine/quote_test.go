package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

func TestQuoted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                `""`,
		"<a> & 'b' é 📶":   `"<a> & 'b' é 📶"`,
		"one\n\"two\"\\":  `"one\n\"two\"\\"`,
		"\xff\x00\u2028.": `"\ufffd\u0000\u2028."`,
	} {
		require.Equal(t, want, engine.Quoted(text))
	}
}
