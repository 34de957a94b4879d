package shop

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// original is the pattern by which WebShop splits an action.
var original = regexp.MustCompile(`^(.+)\[(.+)\]`)

func FuzzParseAction(f *testing.F) {
	for _, a := range []string{
		"search[red sofa]", "click[Buy Now]", "click[]", "click[a [b]]", "[x]", "a[[b]", "search[a]] trailing", "search[a\nb]", "x\ny[z]", "click[]]", "]", "[[[[", "a[b",
	} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, action string) {
		name, argument := parseAction(action)
		m := original.FindStringSubmatch(strings.TrimSpace(action))
		if m == nil {
			require.Empty(t, argument)
			return
		}
		require.Equal(t, m[1], name)
		require.Equal(t, pythonLower(m[2]), argument)
	})
}
