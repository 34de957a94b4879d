package rouge_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/rouge"
)

// One row of the table gives what the whole table gives.
func TestLongest_IsRougeL(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	text := func() string {
		words := make([]string, r.IntN(90))
		for i := range words {
			words[i] = string(rune('a' + r.IntN(4)))
		}
		return strings.Join(words, " ")
	}
	for range 200 {
		a, b := text(), text()
		if r.IntN(5) == 0 {
			b = a
		}
		want := rouge.Compute(a, b, rouge.Options{}).RougeL
		require.Equal(t, want, rouge.Longest(rouge.Prepare(a, rouge.Options{}), rouge.Prepare(b, rouge.Options{})), "%q against %q", b, a)
	}
}
