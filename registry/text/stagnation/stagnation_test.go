package stagnation_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/rouge"
	"github.com/retort-ml/retort/registry/text/stagnation"
)

// Three words against four with two in common order: P = 2/3, R = 2/4, F = 4/7; the third turn repeats the first.
func TestScores_Lexical(t *testing.T) {
	turns := []string{"need lamp search", "search lamp by name", "need lamp search"}
	scores := stagnation.Scores(3, stagnation.Lexical(turns))
	lcs := rouge.Compute(turns[0], turns[1], rouge.Options{}).RougeL.F
	require.InDeltaSlice(t, []float64{0, lcs, 1}, scores, 1e-12)
	require.InDelta(t, 2.0/7, lcs, 1e-12, "one word in common order: P = 1/4, R = 1/3")
	require.InDelta(t, (lcs+1)/3, stagnation.Mean(scores), 1e-12)
}

func TestScores_Edges(t *testing.T) {
	require.Zero(t, stagnation.Mean(stagnation.Scores(1, stagnation.Lexical([]string{"look"}))), "a one-turn episode does not stagnate")
	require.Zero(t, stagnation.Mean(stagnation.Scores(0, nil)))
	require.Equal(t, []float64{0, 0}, stagnation.Scores(2, stagnation.Lexical([]string{"", ""})), "texts without words have nothing in common")
}

// The maximum is over all earlier turns, not the last one.
func TestScores_Maximum(t *testing.T) {
	table := [][]float64{{}, {0.2}, {0.7, 0.1}, {0.3, 0.4, 0.5}}
	require.Equal(t, []float64{0, 0.2, 0.7, 0.5}, stagnation.Scores(4, func(i, j int) float64 { return table[i][j] }))
}

func TestSemantic(t *testing.T) {
	sim, err := stagnation.Semantic(t.Context(), stagnation.DefaultEmbedder(), []string{"open the drawers", "opening a drawer", "buy shoes", "OPEN  THE DRAWERS", ""})
	require.NoError(t, err)
	require.InDelta(t, 1, sim(3, 0), 1e-12, "case and blanks do not count")
	require.Greater(t, sim(1, 0), 0.4)
	require.Less(t, sim(2, 0), 0.2)
	require.Zero(t, sim(4, 0))
}

type broken struct{ vectors [][]float64 }

func (b broken) Embed(context.Context, []string) ([][]float64, error) {
	if b.vectors == nil {
		return nil, errors.New("no memory")
	}
	return b.vectors, nil
}

func TestSemantic_Errors(t *testing.T) {
	_, err := stagnation.Semantic(t.Context(), broken{}, []string{"a"})
	require.EqualError(t, err, "embed 1 turns: no memory")
	_, err = stagnation.Semantic(t.Context(), broken{[][]float64{}}, []string{"a"})
	require.EqualError(t, err, "embed 1 turns: 0 vectors came back")
	sim, err := stagnation.Semantic(t.Context(), broken{[][]float64{{1, 0}, {-1, 0}}}, []string{"a", "b"})
	require.NoError(t, err)
	require.Zero(t, sim(1, 0), "opposite is as unlike as can be")
}

func TestRepeatedNGrams(t *testing.T) {
	for _, c := range []struct {
		tokens        []int32
		n             int
		repeated, all int
	}{
		{[]int32{1, 2, 3, 4, 1, 2, 3, 4}, 4, 1, 5},
		{[]int32{7, 7, 7, 7, 7}, 4, 1, 2},
		{[]int32{7, 7, 7}, 4, 0, 0},
		{[]int32{1, 256, 1, 256}, 1, 2, 4},
		{nil, 4, 0, 0},
	} {
		repeated, all := stagnation.RepeatedNGrams(c.tokens, c.n)
		require.Equal(t, []int{c.repeated, c.all}, []int{repeated, all}, "%v", c.tokens)
	}
}

func BenchmarkLexical(b *testing.B) {
	turns := make([]string, 50)
	for i := range turns {
		turns[i] = []string{"look maybe here go to cabinet 3", "found apple take apple from shelf", "need knife open drawer 5"}[i%3] + string(rune('a'+i%26))
	}
	b.ReportAllocs()
	for b.Loop() {
		stagnation.Scores(len(turns), stagnation.Lexical(turns))
	}
}
