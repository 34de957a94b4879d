package local

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/local/safetensors"
)

// goldens is the optional folder with a tiny random Qwen3 and what the
// reference implementation makes of it.
const goldens = "../../../shared/data/models"

func readGolden(t *testing.T, name string) *safetensors.File {
	t.Helper()
	file, err := os.Open(filepath.Join(goldens, name))
	if os.IsNotExist(err) {
		t.Skipf("optional data %s is absent", filepath.Join(goldens, name))
	}
	require.NoError(t, err)
	defer file.Close()
	f, err := safetensors.Read(file)
	require.NoError(t, err)
	return f
}

func goldenFloats(t *testing.T, f *safetensors.File, name string) []float32 {
	t.Helper()
	tensor, ok := f.Tensor(name)
	require.True(t, ok, name)
	out := make([]float32, len(tensor.Data)/4)
	decode(out, tensor)
	return out
}

type goldenConfig struct {
	Vocab   int     `json:"vocab_size"`
	Width   int     `json:"hidden_size"`
	Layers  int     `json:"num_hidden_layers"`
	Heads   int     `json:"num_attention_heads"`
	KVHeads int     `json:"num_key_value_heads"`
	HeadDim int     `json:"head_dim"`
	FFN     int     `json:"intermediate_size"`
	Eps     float64 `json:"rms_norm_eps"`
	Rope    struct {
		Theta float64 `json:"rope_theta"`
	} `json:"rope_parameters"`
}

// goldenModel loads the reference weights.
func goldenModel(t *testing.T, isa string) *model {
	weights := readGolden(t, "qwen3.weights.safetensors")
	text, err := os.ReadFile(filepath.Join(goldens, "qwen3.config.json"))
	require.NoError(t, err)
	var c goldenConfig
	require.NoError(t, json.Unmarshal(text, &c))
	config := backends.Config{
		Vocab: c.Vocab, Width: c.Width, Layers: c.Layers, Heads: c.Heads, KVHeads: c.KVHeads,
		HeadDim: c.HeadDim, FFN: c.FFN, Theta: c.Rope.Theta, NormEps: c.Eps,
	}
	require.NoError(t, CheckConfig(config))
	d, err := cpu.New(isa)
	require.NoError(t, err)
	m := newModel(d, 2, config)
	host, err := m.collect(weights, "")
	require.NoError(t, err)
	m.streams[0].Upload(m.weights, host)
	return m
}

// goldenData gives the two sequences with their labels as weights.
func goldenData(t *testing.T, acts *safetensors.File) (data []backends.Datum, targets int) {
	ids, ok := acts.Tensor("input_ids")
	require.True(t, ok)
	labels, ok := acts.Tensor("labels")
	require.True(t, ok)
	n := ids.Shape[1]
	for row := range ids.Shape[0] {
		var d backends.Datum
		for i := range n {
			at := 8 * (row*n + i)
			d.Tokens = append(d.Tokens, int32(binary.LittleEndian.Uint64(ids.Data[at:])))
			if i == 0 {
				continue
			}
			weight := float32(1)
			if int64(binary.LittleEndian.Uint64(labels.Data[at:])) < 0 {
				weight = 0
			} else {
				targets++
			}
			d.Positions = append(d.Positions, int32(i))
			d.Weights = append(d.Weights, weight)
		}
		data = append(data, d)
	}
	return data, targets
}

func TestReproducesQwen3(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		t.Run(isa, func(t *testing.T) {
			m := goldenModel(t, isa)
			acts := readGolden(t, "qwen3.acts.safetensors")
			grads := readGolden(t, "qwen3.grads.safetensors")
			data, targets := goldenData(t, acts)
			logits, vocab := goldenFloats(t, acts, "logits"), m.config.Vocab

			var requests []backends.ScoreRequest
			for _, d := range data {
				requests = append(requests, backends.ScoreRequest{Tokens: d.Tokens, Positions: d.Positions, Full: true})
			}
			scores, err := m.Score(t.Context(), requests)
			require.NoError(t, err)
			worst := 0.0
			for i, s := range scores {
				n := len(data[i].Tokens)
				for p := range n - 1 {
					row := logits[(i*n+p)*vocab : (i*n+p+1)*vocab]
					lse := logSumExp(row)
					for v := range vocab {
						worst = max(worst, math.Abs(float64(s.Full[p*vocab+v])-(float64(row[v])-lse)))
					}
				}
			}
			require.Less(t, worst, 5e-5)

			for i := range data {
				for j := range data[i].Weights {
					data[i].Weights[j] /= float32(targets)
				}
			}
			_, err = m.ForwardBackward(t.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
			require.NoError(t, err)
			total := m.sumGradients()
			host := make([]float32, m.length)
			m.streams[0].Download(host, total)
			ours, err := m.tensors("", host, backends.Float32)
			require.NoError(t, err)
			for _, g := range ours {
				want := goldenFloats(t, grads, g.Name)
				have := make([]float32, len(want))
				decode(have, g)
				diff, norm := 0.0, 0.0
				for i := range want {
					diff += math.Pow(float64(have[i]-want[i]), 2)
					norm += math.Pow(float64(want[i]), 2)
				}
				require.Less(t, math.Sqrt(diff/norm), 2e-5, g.Name)
			}
		})
	}
}

func logSumExp(row []float32) float64 {
	top, sum := math.Inf(-1), 0.0
	for _, v := range row {
		top = max(top, float64(v))
	}
	for _, v := range row {
		sum += math.Exp(float64(v) - top)
	}
	return top + math.Log(sum)
}
