package runner_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

// The golden values hold every stored result: when one changes, no stage gives its old bytes again.
func TestSeed_Golden(t *testing.T) {
	require.Equal(t, uint64(0x22b6491a56bd8bca), runner.Seed(1, "9f2c41d0", "initialisation"))
	require.Equal(t, uint64(0x7e5d685556f27495), runner.Source(42).Uint64())
}

func TestSeed_SeparatesItsArguments(t *testing.T) {
	seen := map[uint64]bool{}
	for _, root := range []uint64{0, 1, 1 << 63} {
		for _, identity := range []string{"", "a", "ab"} {
			for _, purpose := range []string{"", "b", "bc", "c"} {
				seen[runner.Seed(root, identity, purpose)] = true
			}
		}
	}
	require.Len(t, seen, 3*3*4, "among others (ab, c) and (a, bc)")
}

func TestSource_ResumesFromItsState(t *testing.T) {
	source := runner.Source(3)
	rng := rand.New(source)
	for range 100 {
		rng.NormFloat64()
	}
	state, err := source.MarshalBinary()
	require.NoError(t, err)
	want := rng.Float64()
	other := runner.Source(0)
	require.NoError(t, other.UnmarshalBinary(state))
	require.Equal(t, want, rand.New(other).Float64())
}
