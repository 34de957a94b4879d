package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInputLine_Action(t *testing.T) {
	t.Parallel()
	const refused = "refused"
	for _, c := range []struct{ line, messages, commands string }{
		{`"go north"`, "go north", "go north"},
		{` "a\nb" `, "a\nb", "a\nb"},
		{`{"name": "find"}`, `{"name": "find"}`, `{"name": "find"}`},
		{`null`, "", ""},
		{`Hello there`, "Hello there", refused},
		{`"Sure," he said`, `"Sure," he said`, refused},
		{`"open`, `"open`, refused},
		{`{name}, hello`, `{name}, hello`, refused},
		{`{"name":`, `{"name":`, refused},
		{`5`, "5", refused},
		{"caf\xe9", "caf\xe9", refused},
		{"\"caf\xe9\"", "\"caf\xe9\"", "caf\uFFFD"},
		{"\"a\tb\"", "\"a\tb\"", refused},
	} {
		for _, messages := range []bool{true, false} {
			want := c.commands
			if messages {
				want = c.messages
			}
			got, err := inputLine{text: c.line}.action(true, messages)
			if want == refused {
				require.ErrorContains(t, err, "is no JSON string and no JSON object", "%q", c.line)
				continue
			}
			require.NoError(t, err, "%q", c.line)
			require.Equal(t, want, got, "%q", c.line)
		}
		got, err := inputLine{text: c.line}.action(false, true)
		require.NoError(t, err)
		require.Equal(t, c.line, got)
	}
}
