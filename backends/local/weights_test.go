package local_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
	"github.com/retort-ml/retort/backends/local"
)

// Whatever the bytes, Open and ReadState answer with an error or a usable model.
func FuzzOpen(f *testing.F) {
	b, err := local.New(local.Options{Threads: 1})
	require.NoError(f, err)
	config := backendtest.Config()
	config.Vocab, config.Width, config.FFN, config.Layers, config.FactorSizes, config.Factors = 5, 8, 8, 1, []int{2}, []int32{0, 1, -1, 0, 1}
	m, err := b.New(config, 1)
	require.NoError(f, err)
	var weights, half, state bytes.Buffer
	require.NoError(f, m.WriteWeights(&weights, backends.Float32))
	require.NoError(f, m.WriteWeights(&half, backends.Float16))
	require.NoError(f, m.WriteState(&state))
	for _, seed := range [][]byte{weights.Bytes(), half.Bytes(), state.Bytes(), nil, weights.Bytes()[:200], []byte("\xff\xff\xff\xff\xff\xff\xff\x7f{}"), []byte("\x02\x00\x00\x00\x00\x00\x00\x00{}")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if opened, err := b.Open(bytes.NewReader(data)); err == nil {
			_, err := opened.Score(t.Context(), []backends.ScoreRequest{{Tokens: []backends.Token{0, 0}, Positions: []int32{1}}})
			require.NoError(t, err)
		}
		_ = m.ReadState(bytes.NewReader(data))
	})
}
