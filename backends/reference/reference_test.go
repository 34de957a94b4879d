package reference_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local/safetensors"
	"github.com/retort-ml/retort/backends/reference"
)

// goldens is the optional folder with a tiny random Qwen3 and its logits.
const goldens = "../../../shared/data/models"

func read(t *testing.T, name string) *safetensors.File {
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

func floats(t safetensors.Tensor) []float64 {
	out := make([]float64, len(t.Data)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(t.Data[4*i:])))
	}
	return out
}

// The truth of the other tests is itself that of an independent implementation.
func TestLogitsAreThoseOfQwen3(t *testing.T) {
	weights, acts := read(t, "qwen3.weights.safetensors"), read(t, "qwen3.acts.safetensors")
	text, err := os.ReadFile(filepath.Join(goldens, "qwen3.config.json"))
	require.NoError(t, err)
	var c struct {
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
	require.NoError(t, json.Unmarshal(text, &c))
	m := reference.Model{Weights: map[string][]float64{}, Config: backends.Config{
		Vocab: c.Vocab, Width: c.Width, Layers: c.Layers,
		Heads: c.Heads, KVHeads: c.KVHeads, HeadDim: c.HeadDim, FFN: c.FFN, Theta: c.Rope.Theta, NormEps: c.Eps,
	}}
	for _, w := range weights.Tensors {
		m.Weights[w.Name] = floats(w)
	}
	ids, _ := acts.Tensor("input_ids")
	logits, _ := acts.Tensor("logits")
	want := floats(logits)
	n := ids.Shape[1]
	for row := range ids.Shape[0] {
		tokens := make([]backends.Token, n)
		for i := range tokens {
			tokens[i] = backends.Token(binary.LittleEndian.Uint64(ids.Data[8*(row*n+i):]))
		}
		have := m.Logits(tokens)
		require.InDeltaSlice(t, want[row*n*c.Vocab:(row+1)*n*c.Vocab], have, 2e-5)
	}
}

func TestDerivatives(t *testing.T) {
	cube := func(x []float64) float64 { return x[0]*x[0]*x[0] + 2*x[1] }
	require.InDeltaSlice(t, []float64{12, 2}, reference.Gradient([]float64{2, 5}, cube), 1e-6)
	require.InDelta(t, 12-2*3, reference.Directional([]float64{2, 5}, []float64{1, -3}, cube), 1e-6)
}

// A uniform distribution, checked by hand.
func TestLossesByHand(t *testing.T) {
	z, ln4 := []float64{1, 1, 1, 1}, math.Log(4)
	value := func(r reference.Row, l backends.Loss) float64 {
		v, _ := reference.Loss(z, r, l)
		return v
	}
	require.InDelta(t, 0.5*ln4, value(reference.Row{Weight: 0.5}, backends.Loss{Kind: backends.CrossEntropy}), 1e-12)
	same := reference.Row{Weight: 1, Target: []float64{-ln4, -ln4, -ln4, -ln4}}
	require.InDelta(t, 0, value(same, backends.Loss{Kind: backends.ReverseKL}), 1e-12)
	require.InDelta(t, 0, value(same, backends.Loss{Kind: backends.ForwardKL}), 1e-12)
	require.InDelta(t, ln4, value(same, backends.Loss{Kind: backends.DistributionCE}), 1e-12)

	ppo := backends.Loss{Kind: backends.PolicyGradient, ClipLow: 0.25, ClipHigh: 0.5, DualClip: 3}
	for _, c := range []struct {
		ratio, advantage, want float64
		clipped                bool
	}{
		{1, 2, -2, false}, {2, 2, -3, true}, {0.5, 2, -1, false}, {0.5, -2, 1.5, true}, {2, -2, 4, false}, {4, -2, 6, true},
	} {
		r := reference.Row{Weight: 1, Advantage: c.advantage, OldLogProb: -ln4 - math.Log(c.ratio)}
		v, clipped := reference.Loss(z, r, ppo)
		require.InDelta(t, c.want, v, 1e-12, c)
		require.Equal(t, c.clipped, clipped, c)
	}
	ppo.KLCoef = 0.5
	require.InDelta(t, 0.5*(2-1-math.Log(2)), value(reference.Row{Weight: 1, OldLogProb: -ln4, RefLogProb: -ln4 + math.Log(2)}, ppo), 1e-6)
}
