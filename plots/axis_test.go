package plots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNiceTicks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		lo, hi float64
		want   []float64
	}{
		{0, 100, []float64{0, 20, 40, 60, 80, 100}},
		{0, 71, []float64{0, 20, 40, 60, 80}},
		{0, 10.9, []float64{0, 2.5, 5, 7.5, 10, 12.5}},
		{-3, 4, []float64{-4, -2, 0, 2, 4}},
		{5, 5, []float64{5, 5.2, 5.4, 5.6, 5.8, 6}},
		{0.09, 0.33, []float64{0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35}},
	}
	for _, tt := range tests {
		require.InDeltaSlice(t, tt.want, niceTicks(tt.lo, tt.hi), 1e-12, "%v to %v", tt.lo, tt.hi)
	}
}

func TestTickLabels(t *testing.T) {
	t.Parallel()
	var got []string
	for _, tick := range tickLabels([]float64{-0.25, 0, 0.25}) {
		got = append(got, tick.Label)
	}
	require.Equal(t, []string{"-0.25", "0.00", "0.25"}, got)
	require.Equal(t, "20", tickLabels([]float64{0, 20})[1].Label)
}

func TestSegments(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	require.Equal(t, [][2]int{{0, 2}, {3, 4}}, segments([]float64{1, 2, nan, 4, 5}, []float64{1, 2, 3, 4, nan}))
	require.Empty(t, segments([]float64{nan}))
	require.Empty(t, segments(nil))
}

// Bars are honest only from zero, whatever the data.
func TestBars_SpanIncludesZero(t *testing.T) {
	t.Parallel()
	b := Bars{Panels: []Panel{{Bars: [][]Bar{{{Value: 80, Lo: 75, Hi: 85}, {Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}}}}}}
	lo, hi := b.span()
	require.Equal(t, 0.0, lo)
	require.Equal(t, 85.0, hi)
	b.Points = true
	lo, _ = b.span()
	require.Equal(t, 75.0, lo)
}

func TestMarkers_StayInside(t *testing.T) {
	t.Parallel()
	for n := range 40 {
		for series := range 9 {
			list := markers(n, series)
			require.LessOrEqual(t, len(list), 9)
			for _, i := range list {
				require.Less(t, i, n)
			}
		}
	}
}
