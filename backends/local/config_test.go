package local

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
	"github.com/retort-ml/retort/backends/local/safetensors"
)

// forged is a file with a right checksum whatever it says.
func forged(t testing.TB, kind, config, steps string, tensors []safetensors.Tensor) []byte {
	t.Helper()
	f := safetensors.File{Tensors: tensors, Metadata: map[string]string{keyKind: kind, keyConfig: config, keySteps: steps}}
	f.Metadata[keyChecksum] = checksum(f)
	var b bytes.Buffer
	require.NoError(t, safetensors.Write(&b, f))
	return b.Bytes()
}

// A configuration from a file is an error or describes the file, never a panic and never an
// allocation beyond what the file's tensors need.
func FuzzConfig(f *testing.F) {
	good, err := json.Marshal(backendtest.Config())
	require.NoError(f, err)
	f.Add(string(good), "W", 3)
	f.Add(`{"vocab":1048576,"width":16384,"layers":256,"heads":512,"kv_heads":1,"head_dim":512,"ffn":65536,"theta":2,"norm_eps":1e-6}`, "model.embed_tokens.weight", 0)
	f.Add(`{"vocab":1,"factor_sizes":[9223372036854775807]}`, "", 1)
	f.Add(`{"vocab":-1}{`, "", 1)
	f.Add(`null`, "", 1)
	f.Fuzz(func(t *testing.T, config, name string, n int) {
		tensor := safetensors.Tensor{Name: name, DType: "F16", Shape: []int{n & 7}, Data: make([]byte, 2*(n&7))}
		_, _, err := readWeights(bytes.NewReader(forged(t, kindWeights, config, "", []safetensors.Tensor{tensor})))
		require.Error(t, err)
	})
}

// Each contradiction between a file and its configuration is found.
func TestReadWeightsRefuses(t *testing.T) {
	d := goodTensors(t)
	config, err := json.Marshal(backendtest.Config())
	require.NoError(t, err)
	_, _, err = readWeights(bytes.NewReader(forged(t, kindWeights, string(config), "", d)))
	require.NoError(t, err)
	for _, c := range []struct {
		message string
		change  func(ts []safetensors.Tensor) []safetensors.Tensor
	}{
		{"tensors, the config has", func(ts []safetensors.Tensor) []safetensors.Tensor { return ts[1:] }},
		{"is missing", func(ts []safetensors.Tensor) []safetensors.Tensor { ts[3].Name = "other"; return ts }},
		{"must be F32 or F16", func(ts []safetensors.Tensor) []safetensors.Tensor {
			ts[0].Shape = []int{ts[0].Shape[1], ts[0].Shape[0]}
			return ts
		}},
		{"must be F32 or F16", func(ts []safetensors.Tensor) []safetensors.Tensor { ts[0].DType = "I32"; return ts }},
		{"element 1 is NaN", func(ts []safetensors.Tensor) []safetensors.Tensor {
			ts[0].Data = append([]byte(nil), ts[0].Data...)
			copy(ts[0].Data[4:], []byte{0, 0, 0xc0, 0x7f})
			return ts
		}},
	} {
		tensors := c.change(append([]safetensors.Tensor(nil), d...))
		_, _, err := readWeights(bytes.NewReader(forged(t, kindWeights, string(config), "", tensors)))
		require.ErrorContains(t, err, c.message)
	}
	_, _, err = readWeights(bytes.NewReader(forged(t, kindWeights, `{"vocab":1,"more":2}`, "", d)))
	require.ErrorContains(t, err, "more")
}

func TestReadStateRefusesStepCount(t *testing.T) {
	m := upscaled(t, "", backendtest.Config())
	config, err := json.Marshal(m.config)
	require.NoError(t, err)
	for _, steps := range []string{"", "-1", "many"} {
		require.ErrorContains(t, m.ReadState(bytes.NewReader(forged(t, kindState, string(config), steps, nil))), "number of steps")
	}
	require.ErrorContains(t, m.ReadState(bytes.NewReader(forged(t, kindState, string(config), "3", nil))), "is missing")
}

// goodTensors are the tensors of a model of the suite's configuration.
func goodTensors(t *testing.T) []safetensors.Tensor {
	m := upscaled(t, "", backendtest.Config())
	tensors, err := m.tensors("", m.download(), backends.Float32)
	require.NoError(t, err)
	return tensors
}

func TestHalfPrecisionRefusesOverflow(t *testing.T) {
	m := upscaled(t, "", backendtest.Config())
	host := m.download()
	host[0] = 1e6
	m.streams[0].Upload(m.weights, host)
	err := m.WriteWeights(&bytes.Buffer{}, backends.Float16)
	require.ErrorContains(t, err, "too large for f16")
	require.NoError(t, m.WriteWeights(&bytes.Buffer{}, backends.Float32))
}

// The number of weights is what the published shape has, and every weight lies in a tensor.
func TestParametersAndLayout(t *testing.T) {
	l := newLayout(backends.Config{Vocab: 512, Width: 64, Layers: 2, Heads: 2, KVHeads: 1, HeadDim: 32, FFN: 160, Theta: 1e6, NormEps: 1e-6})
	require.Equal(t, 119232, l.parameters)
	end := 0
	for i, tensor := range l.all {
		require.GreaterOrEqual(t, tensor.offset, end)
		require.Zero(t, tensor.offset%grain)
		end = tensor.offset + tensor.len()
		rows := 0
		for _, p := range tensor.parts {
			rows += p.rows
		}
		require.Equal(t, tensor.rows, rows, i)
		require.Equal(t, tensor.vector, tensor.offset >= l.matrices)
	}
	require.LessOrEqual(t, end, l.length)
}
