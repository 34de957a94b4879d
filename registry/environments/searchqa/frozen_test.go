package searchqa_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
)

// Shipped weights were trained on this vocabulary and on these encyclopedias: another word, another order or another draw
// makes them worthless. Change the expected values only together with the weights.
func TestFrozen(t *testing.T) {
	e := newEnvironment(t, searchqa.Defaults())
	require.Len(t, e.View().Words(), 115)
	words := sha256.New()
	for _, w := range e.View().Words() {
		fmt.Fprintln(words, w.Text, w.Type, w.Number)
	}
	require.Equal(t, "cce4816111fcdfe5", fmt.Sprintf("%x", words.Sum(nil))[:16])
	texts := sha256.New()
	for _, split := range e.Splits() {
		for i := range 4 {
			w := start(t, e, split.Name, i)
			solution, ok := e.(registry.Oracle).Solve(w)
			require.True(t, ok)
			fmt.Fprintln(texts, w.Observation())
			for _, c := range solution {
				fmt.Fprintln(texts, c, w.Step(c).Observation)
			}
		}
	}
	require.Equal(t, "7c379b13425e4df9", fmt.Sprintf("%x", texts.Sum(nil))[:16])
}
