package alfworld_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// Shipped weights were trained on this vocabulary and on these games: another word, another order
// or another draw makes them worthless. Change the expected values only together with the
// weights.
func TestFrozen(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	require.Len(t, e.View().Words(), 274)
	words := sha256.New()
	for _, w := range e.View().Words() {
		fmt.Fprintln(words, w.Text, w.Type, w.Number)
	}
	require.Equal(t, "45eb20fadaf71704", fmt.Sprintf("%x", words.Sum(nil))[:16])
	for _, size := range []string{"small", "full"} {
		s := alfworld.Defaults()
		s.Size = size
		e := newEnvironment(t, s)
		games := sha256.New()
		for _, split := range e.Splits() {
			for i := range 4 {
				fmt.Fprintln(games, surroundings(start(t, e, split.Name, i)))
			}
		}
		require.Equal(t, map[string]string{"small": "3da9e4166e2cba79", "full": "0726bc19abd7c4ab"}[size], fmt.Sprintf("%x", games.Sum(nil))[:16], size)
	}
}
