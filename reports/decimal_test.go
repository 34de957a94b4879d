package reports

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRound(t *testing.T) {
	t.Parallel()
	tests := []struct {
		v             float64
		shift, digits int
		want          string
	}{
		{0.285, 2, 1, "28.5"},
		{0.2855, 2, 1, "28.6"},
		{0.2845, 2, 1, "28.4"},
		{0.125, 0, 2, "0.12"},
		{0.135, 0, 2, "0.14"},
		{2.5, 0, 0, "2"},
		{3.5, 0, 0, "4"},
		{-0.04, 0, 1, "0.0"},
		{-0.25, 0, 1, "-0.2"},
		{1, 2, 1, "100.0"},
		{1e-9, 0, 3, "0.000"},
		{1e21, 0, 1, "1000000000000000000000.0"},
		{math.NaN(), 0, 1, "-"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, round(tt.v, tt.shift, tt.digits), "%v", tt.v)
	}
}

func FuzzRound(f *testing.F) {
	f.Add(0.285, 1)
	f.Add(-1e-300, 3)
	f.Fuzz(func(t *testing.T, v float64, digits int) {
		digits = int(uint(digits) % 8)
		if !finite(v) || math.Abs(v) > 1e12 {
			t.Skip("outside what is printed")
		}
		text := round(v, 0, digits)
		back, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		require.InDelta(t, v, back, 0.5*math.Pow(10, -float64(digits))+math.Abs(v)*1e-12)
		require.NotEqual(t, "-0", text)
	})
}
