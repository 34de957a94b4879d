package backendtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

func written(t *testing.T, m backends.Learner, precision backends.Precision) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, m.WriteWeights(&b, precision))
	return b.Bytes()
}

func stateOf(t *testing.T, m backends.Learner) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, m.WriteState(&b))
	return b.Bytes()
}

// Float32 weights come back bit for bit, float16 weights are close and stay as they are.
func weights(t *testing.T, s Subject) {
	m := s.model(t, 1)
	train(t, m, source(), 2)
	file := written(t, m, backends.Float32)
	require.Equal(t, file, written(t, m, backends.Float32))
	again, err := s.Open(t, 1).Open(bytes.NewReader(file))
	require.NoError(t, err)
	require.Equal(t, probe(t, m), probe(t, again))
	require.Equal(t, file, written(t, again, backends.Float32))
	require.Equal(t, m.Parameters(), again.Parameters())

	short := written(t, m, backends.Float16)
	require.Less(t, len(short), len(file)*2/3)
	half, err := s.Open(t, 1).Open(bytes.NewReader(short))
	require.NoError(t, err)
	require.Equal(t, short, written(t, half, backends.Float16))
	for i, score := range probe(t, m) {
		require.InDeltaSlice(t, score.LogProbs, probe(t, half)[i].LogProbs, 0.03)
	}
	require.ErrorContains(t, m.WriteWeights(&bytes.Buffer{}, "f8"), `"f8"`)
}

// Training goes on from a state as if it had not been interrupted.
func state(t *testing.T, s Subject) {
	m, r := s.model(t, 2), source()
	train(t, m, r, 3)
	saved := stateOf(t, m)
	after := train(t, m, r, 3)

	again, r := s.model(t, 1), source()
	train(t, again, r, 1)
	_, err := again.ForwardBackward(t.Context(), demonstrations(r, 2), backends.Loss{Kind: backends.CrossEntropy}) // dropped by ReadState
	require.NoError(t, err)
	r = source()
	for range 3 {
		demonstrations(r, 11)
	}
	require.NoError(t, again.ReadState(bytes.NewReader(saved)))
	require.Equal(t, saved, stateOf(t, again))
	require.Equal(t, after, train(t, again, r, 3))
	require.Equal(t, stateOf(t, m), stateOf(t, again))

	config := Config()
	config.FFN++
	other, err := s.Open(t, 1).New(config, 1)
	require.NoError(t, err)
	require.Error(t, other.ReadState(bytes.NewReader(saved)))
}

// Truncated, lengthened and altered files are refused, unless the change is
// without meaning (the case of a field's name, a kind of blank); a learner whose
// ReadState failed is as before.
func damaged(t *testing.T, s Subject) {
	m, b := s.model(t, 1), s.Open(t, 1)
	before := probe(t, m)
	file, saved := written(t, m, backends.Float16), stateOf(t, m)
	refuse := func(what string, weights, state []byte) {
		t.Helper()
		_, err := b.Open(bytes.NewReader(weights))
		require.Error(t, err, what)
		require.Error(t, m.ReadState(bytes.NewReader(state)), what)
	}
	for _, n := range []int{0, 1, 7, 8, 9, 100} {
		refuse("truncated", file[:n], saved[:n])
	}
	refuse("truncated", file[:len(file)-1], saved[:len(saved)-1])
	refuse("lengthened", append(bytes.Clone(file), 0), append(bytes.Clone(saved), 0))
	refuse("swapped", saved, file)
	r, accepted := source(), 0
	for range 200 {
		f, s := bytes.Clone(file), bytes.Clone(saved)
		f[r.IntN(len(f))] ^= 1 << r.IntN(8)
		s[r.IntN(len(s))] ^= 1 << r.IntN(8)
		if m, err := b.Open(bytes.NewReader(f)); err == nil {
			accepted++
			require.Equal(t, file, written(t, m, backends.Float16))
		}
		if m.ReadState(bytes.NewReader(s)) == nil {
			accepted++
			require.Equal(t, saved, stateOf(t, m))
		}
	}
	require.Less(t, accepted, 20)
	require.Equal(t, before, probe(t, m))
}
