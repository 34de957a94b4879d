package smrcsd

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// A group of two, four trained tokens in all (Z_all), of which the first two turns' tokens of the won episode are routed. lambda =
// 0.1, so that each of the two weighs 0.1/4. The judge says q = (0.5, 0.3, 0.2) of both, the student p = (0.2, 0.3, 0.5); with top_k = 1
// the tail has 0.5 under q and 0.8 under p:
//
//	target      0.5, and of the tail 0.5 (3, 5)/8 = 0.1875, 0.3125
//	divergence  0.5 ln(0.5/0.2) + 0.5 ln(0.5/0.8) = 0.2231436
//
// GRPO's advantages stay as they are.
func TestTopK(t *testing.T) {
	s := Defaults()
	s.Size, s.Lambda, s.TopK = 2, 0.1, 1
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1), turn(-1), turn(-1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-1)}},
	})
	l := func(p ...float64) []float32 {
		row := make([]float32, len(p))
		for i, x := range p {
			row[i] = float32(math.Log(x))
		}
		return row
	}
	q, p := l(0.5, 0.3, 0.2), l(0.2, 0.3, 0.5)
	scored := func(row []float32) []training.Privileged {
		return []training.Privileged{
			{Scored: []bool{true, true, false}, Full: [][]float32{row, row, nil}},
			{Scored: []bool{false}, Full: [][]float32{nil}},
		}
	}
	s.add(batch, scored(q), scored(p))
	require.InDeltaSlice(t, []float64{1, 1, 1}, batch.Advantages[0], 1e-5)
	require.Len(t, batch.Terms, 1)
	require.Equal(t, backends.Loss{Kind: backends.ForwardKL}, batch.Terms[0].Loss)
	data := batch.Terms[0].Data
	require.Len(t, data, 1)
	require.Equal(t, []int32{1, 2}, data[0].Positions)
	require.InDeltaSlice(t, []float32{0.025, 0.025}, data[0].Weights, 1e-7)
	require.InDeltaSlice(t, append(l(0.5, 0.1875, 0.3125), l(0.5, 0.1875, 0.3125)...), data[0].Target, 1e-5)
	require.InDelta(t, 0.2231436, batch.Numbers["divergence"], 1e-6)
	require.InDelta(t, 0.5, batch.Numbers["tail_mass"], 1e-6)

	s.TopK = 3
	batch.Terms = nil
	s.add(batch, scored(q), scored(p))
	require.Equal(t, append(q, q...), batch.Terms[0].Data[0].Target, "all ids: the whole divergence")
	batch.Terms = nil
	s.add(batch, []training.Privileged{{Scored: make([]bool, 3)}, {Scored: make([]bool, 1)}}, nil)
	require.Empty(t, batch.Terms, "nothing routed, no term")
}
