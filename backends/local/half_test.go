package local

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// halfValue decodes by the definition of the format.
func halfValue(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	exponent, mantissa := int(h>>10&31), float64(h&1023)
	switch exponent {
	case 0:
		return sign * mantissa * math.Pow(2, -24)
	case 31:
		if mantissa != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * (1 + mantissa/1024) * math.Pow(2, float64(exponent-15))
}

func TestHalfDecodesAllValues(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		want, have := halfValue(h), fromHalf(h)
		if math.IsNaN(want) {
			require.True(t, have != have, "%04x", h)
			require.True(t, fromHalf(toHalf(have)) != have, "%04x", h)
			continue
		}
		require.Equal(t, want, float64(have), "%04x", h)
		require.Equal(t, h, toHalf(have), "%04x", h) // signed zeros included
	}
}

// Between any two neighbours, what is nearer wins and the middle goes to the even one.
func TestHalfRoundsToNearestEven(t *testing.T) {
	for i := range 0x7c00 {
		low, high := uint16(i), uint16(i+1)
		a, b := halfValue(low), halfValue(high)
		if high == 0x7c00 {
			b = 65536 // where the next value would be
		}
		middle := float32((a + b) / 2)
		even := low
		if low&1 == 1 {
			even = high
		}
		for _, sign := range []uint16{0, 0x8000} {
			s := float32(1 - 2*int(sign>>15))
			require.Equal(t, even|sign, toHalf(s*middle), "%04x", low)
			require.Equal(t, low|sign, toHalf(s*math.Nextafter32(middle, 0)), "%04x", low)
			require.Equal(t, high|sign, toHalf(s*math.Nextafter32(middle, 1e9)), "%04x", low)
		}
	}
	require.Equal(t, uint16(0x7c00), toHalf(1e30))
	require.Equal(t, uint16(0xfc00), toHalf(float32(math.Inf(-1))))
	require.Equal(t, uint16(0x8000), toHalf(-1e-30))
}
