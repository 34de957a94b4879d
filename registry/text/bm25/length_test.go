package bm25

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLengthByte(t *testing.T) {
	previous := -1
	for n := range 1 << 16 {
		got := decodeLength(encodeLength(n))
		require.LessOrEqual(t, got, n)
		require.GreaterOrEqual(t, got, previous)
		require.GreaterOrEqual(t, got, n-n/8)
		previous = got
	}
	// Recorded from Lucene.
	for n, want := range map[int]int{0: 0, 39: 39, 40: 40, 41: 40, 55: 54, 57: 56, 59: 56, 86: 84, 119: 112, 131: 128} {
		require.Equal(t, want, decodeLength(encodeLength(n)), n)
	}
}
