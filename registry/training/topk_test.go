package training_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Of q = (1/8, 1/2, 1/8, 1/4) the two likeliest stay, the others are a tail of 1/4; of three, the first 1/8 stays.
func TestTopKSignal(t *testing.T) {
	l := func(q float64) float32 { return float32(math.Log(q)) }
	row := []float32{l(0.125), l(0.5), l(0.125), l(0.25)}
	e := []*registry.Episode{spoken(1)}
	for k, want := range map[int][]float32{
		1: {1 - l(0.5), l(0.5), 1 - l(0.5), 1 - l(0.5)},
		2: {1 - l(0.25), l(0.5), 1 - l(0.25), l(0.25)},
		3: {l(0.125), l(0.5), 1 - l(0.125), l(0.25)},
		4: row,
		9: row,
	} {
		data, numbers := training.TopKSignal(k)(e, []backends.Score{{LogProbs: []float32{0}, Full: row}})
		require.InDeltaSlice(t, want, data[0].Target, 1e-6, "k = %d", k)
		require.Equal(t, []float32{1}, data[0].Weights)
		require.InDelta(t, map[int]float64{1: 0.5, 2: 0.25, 3: 0.125}[k], numbers["tail_mass"], 1e-6)
	}
	require.Equal(t, l(0.5), row[1], "the scores stay as they are")
}
