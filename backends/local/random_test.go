package local

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The generator's published test vector: key and counter zero give 6627e8d5 as first word.
func TestUniformIsPhilox(t *testing.T) {
	require.Equal(t, float32(0x6627e8d5>>8)/(1<<24), uniform(0, 0))
}

func TestUniformIsUniform(t *testing.T) {
	const n, bins = 200_000, 50
	var counts [bins]float64
	sum := 0.0
	for i := range n {
		u := uniform(uint64(i%100), i/100)
		require.True(t, u >= 0 && u < 1)
		counts[int(u*bins)]++
		sum += float64(u)
	}
	chi := 0.0
	for _, c := range counts {
		chi += math.Pow(c-n/bins, 2) / (n / bins)
	}
	require.Less(t, chi, 49+5*math.Sqrt(2*49))
	require.InDelta(t, 0.5, sum/n, 5*math.Sqrt(1.0/12/n))
	require.NotEqual(t, uniform(1, 2), uniform(2, 1))
	require.NotEqual(t, uniform(1<<40, 2), uniform(0, 2))
}
