package device_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/device"
)

type length int

func (n length) Len() int { return int(n) }

func TestSlicesOfSlices(t *testing.T) {
	b := device.NewBuffer(length(100)).Slice(10, 90).Slice(5, 25)
	require.Equal(t, 15, b.Offset())
	require.Equal(t, 20, b.Len())
	require.Equal(t, 0, b.Slice(20, 20).Len())
	for _, bad := range [][2]int{{-1, 3}, {4, 3}, {0, 21}} {
		require.Panics(t, func() { b.Slice(bad[0], bad[1]) })
	}
}

func TestSizes(t *testing.T) {
	h := device.Heads{Query: 4, KV: 2, Dim: 16}
	require.Equal(t, []int{96, 128, 64, 2048}, []int{h.Joint(), h.Fused(), h.Out(), h.CacheSize()})
	require.Equal(t, 64*320, device.PackedLen(64, 300))
	require.Equal(t, 64*32, device.PackedLen(64, 1))
}
