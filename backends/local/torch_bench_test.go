package local_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
)

// torchScript is the optional program that times PyTorch on the same model.
const torchScript = "../../../shared/tools/torch_bench.py"

// torchRates runs the script and returns tokens per second of processor time by
// name ("best" for training, the batch size for decoding).
func torchRates(b *testing.B, args ...string) map[string]float64 {
	b.Helper()
	if _, err := os.Stat(torchScript); err != nil {
		b.Skipf("optional script %s is absent", torchScript)
	}
	python, err := exec.LookPath("python3")
	if err != nil || exec.CommandContext(b.Context(), python, "-c", "import torch").Run() != nil {
		b.Skip("python3 with torch is absent")
	}
	out := filepath.Join(b.TempDir(), "rates.json")
	script, err := filepath.Abs(torchScript)
	require.NoError(b, err)
	args = append([]string{script}, append(args, "--sizes", "0", "--json", out)...)
	text, err := exec.CommandContext(b.Context(), python, args...).CombinedOutput()
	require.NoError(b, err, string(text))
	raw, err := os.ReadFile(out)
	require.NoError(b, err)
	var sizes map[string]json.RawMessage
	require.NoError(b, json.Unmarshal(raw, &sizes))
	var fields map[string]any
	require.NoError(b, json.Unmarshal(sizes["(64, 2, 160)"], &fields), string(raw))
	rates := map[string]float64{}
	for name, v := range fields {
		if rate, ok := v.(float64); ok {
			rates[name] = rate
		}
	}
	return rates
}

// BenchmarkAgainstTorch times the model of 0.12 million weights here and in PyTorch (eager, the better
// of its two fused optimisers), one thread each, by processor time, and reports the ratio:
//
//	go test ./backends/local -run '^$' -bench AgainstTorch -benchtime 2s
//
// It takes about half a minute and needs a quiet machine.
func BenchmarkAgainstTorch(b *testing.B) {
	b.Run("train", func(b *testing.B) {
		theirs := torchRates(b, "train", "--runs", "3")["best"]
		m := open(b, local.Options{Threads: 1}, torchConfig(), 1)
		data := trainBatch(rand.New(rand.NewPCG(1, 2)), 16, 257, 512, 1)
		start := processTime()
		for b.Loop() {
			_, err := m.ForwardBackward(b.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
			require.NoError(b, err)
			_, err = m.Step(b.Context(), backends.AdamW{LearningRate: 1e-3, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, WeightDecay: 0.01})
			require.NoError(b, err)
		}
		reportAgainst(b, float64(b.N*16*256)/(processTime()-start).Seconds(), theirs)
	})
	for _, rows := range []int{1, 16, 64} {
		b.Run("decode-B"+strconv.Itoa(rows), func(b *testing.B) {
			theirs := torchRates(b, "decode", "--runs", "2", "--batches", strconv.Itoa(rows))[strconv.Itoa(rows)]
			m := open(b, local.Options{Threads: 1}, torchConfig(), 1)
			requests := make([]backends.SampleRequest, rows)
			for i := range requests {
				requests[i] = backends.SampleRequest{Tokens: []backends.Token{backends.Token(i)}, MaxTokens: 256}
			}
			start := processTime()
			for b.Loop() {
				_, err := m.Sample(b.Context(), requests)
				require.NoError(b, err)
			}
			reportAgainst(b, float64(b.N*rows*256)/(processTime()-start).Seconds(), theirs)
		})
	}
}

func reportAgainst(b *testing.B, ours, theirs float64) {
	b.ReportMetric(ours, "tokens/cpu-s")
	b.ReportMetric(theirs, "torch-tokens/cpu-s")
	b.ReportMetric(ours/theirs, "x-torch")
}
