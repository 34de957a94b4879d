package r2s

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// barFormat is a format whose thought ends at token 9.
type barFormat struct{ registry.Format }

func (barFormat) Thought(response []backends.Token) []bool {
	mask := make([]bool, len(response))
	for i, t := range response {
		if t == 9 {
			break
		}
		mask[i] = true
	}
	return mask
}

// Means of l_S - l_T over thought tokens:
//
//	turn 0: (-1+2, -1+1) -> (1+0)/2 = 0.5; its action token's gap of 8 does not count
//	turn 1: no thought: all tokens, (-1+2) and (-1+1.4) -> 0.7
//	turn 2: -1+1.2 -> 0.2, its forced token left out
func TestDivergence(t *testing.T) {
	e := &registry.Episode{Turns: []registry.Turn{
		{Tokens: []backends.Token{1, 2, 9, 3}, LogProbs: []float32{-1, -1, -1, -1}, TeacherLogProbs: []float32{-2, -1, -1, -9}},
		{Tokens: []backends.Token{9, 3}, LogProbs: []float32{-1, -1}, TeacherLogProbs: []float32{-2, -1.4}},
		{Tokens: []backends.Token{1, 2}, Forced: 1, LogProbs: []float32{-1, 0}, TeacherLogProbs: []float32{-1.2, -50}},
	}}
	d, ok := disagreement(&e.Turns[0], barFormat{})
	require.True(t, ok)
	require.InDelta(t, 0.5, d, 1e-6)
	require.Equal(t, 1, divergence(e, barFormat{}))
	e.Turns[1].TeacherLogProbs = []float32{-1, -1.4} // 0.2: turn 0 leads
	require.Equal(t, 0, divergence(e, barFormat{}))
	require.Equal(t, -1, divergence(&registry.Episode{Turns: []registry.Turn{{Tokens: []backends.Token{1}}}}, barFormat{}))
}

func TestSpan(t *testing.T) {
	for span, want := range map[string][]int{"suffix": {2, 3}, "turn": {2}, "prefix": {0, 1}} {
		keep := spanOf(2, span)
		var got []int
		for k := range 4 {
			if keep(k) {
				got = append(got, k)
			}
		}
		require.Equal(t, want, got, span)
	}
}

func TestReference(t *testing.T) {
	kept := []chosen{
		{&branch{Turn: 1}, &registry.Episode{Turns: []registry.Turn{{Tokens: []backends.Token{1}}, {Tokens: []backends.Token{2}}, {Tokens: []backends.Token{3}}}}},
		{&branch{Turn: 0}, &registry.Episode{Turns: []registry.Turn{{Tokens: []backends.Token{4}}}}},
	}
	require.Equal(t, [][]backends.Token{{2}, {3}}, reference(kept, 0, "own"), "from the divergence turn on")
	require.Equal(t, [][]backends.Token{{4}}, reference(kept, 0, "mismatched"))
	require.Equal(t, [][]backends.Token{{2}, {3}}, reference(kept, 1, "mismatched"))
	require.Nil(t, reference(kept, 0, "none"))
}

func TestSplit(t *testing.T) {
	require.Equal(t, 7, split(8, 0.125))
	require.Equal(t, 1, split(1, 0.9), "one branch is trained on")
	require.Equal(t, 0, split(0, 0.5))
	require.Equal(t, 5, split(5, 0))
}
