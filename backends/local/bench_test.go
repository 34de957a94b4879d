package local_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
)

// tinyConfig is the usual small model: previous tokens and two factors.
func tinyConfig(width, layers int) backends.Config {
	c := backends.Config{
		Vocab: 300, Width: width, Layers: layers, Heads: 4, KVHeads: 2, HeadDim: 16, FFN: width * 5 / 2, Theta: 10000, NormEps: 1e-6,
		PreviousTokens: 2, FactorSizes: []int{20, 12},
	}
	for v := range c.Vocab {
		c.Factors = append(c.Factors, int32(v%21)-1, int32(v%13)-1)
	}
	return c
}

// torchConfig is the smallest model of the PyTorch comparison: 0.12 million weights.
func torchConfig() backends.Config {
	return backends.Config{Vocab: 512, Width: 64, Layers: 2, Heads: 2, KVHeads: 1, HeadDim: 32, FFN: 160, Theta: 1e6, NormEps: 1e-6}
}

func randomTokens(r *rand.Rand, n, vocab int) []backends.Token {
	out := make([]backends.Token, n)
	for i := range out {
		out[i] = backends.Token(r.IntN(vocab))
	}
	return out
}

// processTime is the processor time that this process has used: unlike the
// clock it does not count waiting for other processes.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// reportRate adds tokens per second, by the clock and by processor time.
func reportRate(b *testing.B, tokens int, used time.Duration) {
	b.ReportMetric(float64(tokens)/b.Elapsed().Seconds(), "tokens/s")
	b.ReportMetric(float64(tokens)/used.Seconds(), "tokens/cpu-s")
}

// trainBatch is sequences of length tokens with a share of positions that count.
func trainBatch(r *rand.Rand, sequences, length, vocab int, share float64) []backends.Datum {
	data := make([]backends.Datum, sequences)
	for i := range data {
		d := &data[i]
		d.Tokens = randomTokens(r, length, vocab)
		for p := 1; p < length; p++ {
			if r.Float64() < share {
				d.Positions = append(d.Positions, int32(p))
				d.Weights = append(d.Weights, 1e-3)
			}
		}
	}
	return data
}

// BenchmarkTrain is one step: forward, backward and AdamW, on one thread.
func BenchmarkTrain(b *testing.B) {
	for _, bench := range []struct {
		name              string
		config            backends.Config
		sequences, length int
		share             float64
	}{
		{"0.12M-16x256", torchConfig(), 16, 257, 1},
		{"d64-L3-16x200", tinyConfig(64, 3), 16, 200, 0.55},
		{"d64-L3-8x150", tinyConfig(64, 3), 8, 150, 0.55},
		{"d48-L2-16x200", tinyConfig(48, 2), 16, 200, 0.55},
		{"d32-L2-16x200", tinyConfig(32, 2), 16, 200, 0.55},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m := open(b, local.Options{Threads: 1}, bench.config, 1)
			data := trainBatch(rand.New(rand.NewPCG(1, 2)), bench.sequences, bench.length, bench.config.Vocab, bench.share)
			adam := backends.AdamW{LearningRate: 1e-4, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 0.01, ClipNorm: 1}
			step := func() {
				_, err := m.ForwardBackward(b.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
				require.NoError(b, err)
				_, err = m.Step(b.Context(), adam)
				require.NoError(b, err)
			}
			step()
			b.ReportAllocs()
			start := processTime()
			for b.Loop() {
				step()
			}
			reportRate(b, b.N*bench.sequences*(bench.length-1), processTime()-start)
		})
	}
}

// BenchmarkSample continues a batch whose contexts are cached, on one thread. The first three
// decode 255 tokens from one; the others are turns of 8 tokens at a context of 100.
func BenchmarkSample(b *testing.B) {
	for _, bench := range []struct {
		name               string
		config             backends.Config
		rows, prompt, most int
	}{
		{"0.12M-B1", torchConfig(), 1, 1, 255},
		{"0.12M-B16", torchConfig(), 16, 1, 255},
		{"0.12M-B64", torchConfig(), 64, 1, 255},
		{"d64-L3-B16", tinyConfig(64, 3), 16, 100, 8},
		{"d64-L3-B32", tinyConfig(64, 3), 32, 100, 8},
		{"d64-L3-B96", tinyConfig(64, 3), 96, 100, 8},
		{"d32-L2-B16", tinyConfig(32, 2), 16, 100, 8},
		{"d32-L2-B32", tinyConfig(32, 2), 32, 100, 8},
		{"d32-L2-B96", tinyConfig(32, 2), 96, 100, 8},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m := open(b, local.Options{Threads: 1}, bench.config, 1)
			r := rand.New(rand.NewPCG(1, 2))
			requests := make([]backends.SampleRequest, bench.rows)
			for i := range requests {
				requests[i] = backends.SampleRequest{Key: uint64(i + 1), Tokens: randomTokens(r, bench.prompt, bench.config.Vocab), MaxTokens: bench.most, Temperature: 1, Seed: uint64(i)}
			}
			_, err := m.Sample(b.Context(), requests)
			require.NoError(b, err)
			b.ReportAllocs()
			start := processTime()
			for b.Loop() {
				_, err := m.Sample(b.Context(), requests)
				require.NoError(b, err)
			}
			reportRate(b, b.N*bench.rows*bench.most, processTime()-start)
		})
	}
}

// BenchmarkScore asks for the full distributions of 32 sequences, as a teacher does.
func BenchmarkScore(b *testing.B) {
	m := open(b, local.Options{Threads: 1}, tinyConfig(64, 3), 1)
	data := trainBatch(rand.New(rand.NewPCG(1, 2)), 32, 180, 300, 0.55)
	requests := make([]backends.ScoreRequest, len(data))
	for i, d := range data {
		requests[i] = backends.ScoreRequest{Tokens: d.Tokens, Positions: d.Positions, Full: true}
	}
	b.ReportAllocs()
	start := processTime()
	for b.Loop() {
		_, err := m.Score(b.Context(), requests)
		require.NoError(b, err)
	}
	reportRate(b, b.N*32*180, processTime()-start)
}
