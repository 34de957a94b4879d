package local

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/reference"
)

// upscaled is a model whose weights are large enough for errors to show: every norm gain is
// away from 1, attention is far from flat.
func upscaled(t *testing.T, isa string, config backends.Config) *model {
	t.Helper()
	require.NoError(t, CheckConfig(config))
	d, err := cpu.New(isa)
	require.NoError(t, err)
	m := newModel(d, 2, config)
	m.initialize(5)
	host, r := m.download(), rand.New(rand.NewPCG(2, 3))
	for i, v := range host {
		host[i] = 2 * v
		if i >= m.matrices && v != 0 {
			host[i] = float32(1 + 0.3*r.NormFloat64())
		}
	}
	m.streams[0].Upload(m.weights, host)
	m.changed()
	return m
}

// truth is the same model in double precision.
func truth(t *testing.T, m *model) *reference.Model {
	return &reference.Model{Config: m.config, Weights: named(t, m, m.download())}
}

// named cuts a flat buffer into tensors in double precision.
func named(t *testing.T, m *model, host []float32) map[string][]float64 {
	t.Helper()
	tensors, err := m.tensors("", host, backends.Float32)
	require.NoError(t, err)
	out := map[string][]float64{}
	for _, tensor := range tensors {
		values := make([]float32, len(tensor.Data)/4)
		decode(values, tensor)
		wide := make([]float64, len(values))
		for i, v := range values {
			wide[i] = float64(v)
		}
		out[tensor.Name] = wide
	}
	return out
}

func randomDatum(r *rand.Rand, n, vocab int) backends.Datum {
	d := backends.Datum{Tokens: make([]backends.Token, n)}
	for i := range d.Tokens {
		d.Tokens[i] = backends.Token(r.IntN(vocab))
		if i > 0 && r.IntN(3) > 0 {
			d.Positions = append(d.Positions, int32(i))
			d.Weights = append(d.Weights, r.Float32())
		}
	}
	return d
}

func TestScoresAreThoseOfTheReference(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		m := upscaled(t, isa, backendtest.Config())
		r, v := rand.New(rand.NewPCG(8, 9)), m.config.Vocab
		d := randomDatum(r, 70, v)
		scores := backendtest.ScoresOf(t, m, []backends.Datum{d})
		logits, worst := truth(t, m).Logits(d.Tokens), 0.0
		for i, p := range d.Positions {
			for k, want := range reference.LogSoftmax(logits[int(p-1)*v : int(p)*v]) {
				worst = max(worst, math.Abs(want-float64(scores[0].Full[i*v+k])))
			}
		}
		require.Less(t, worst, 1e-4, isa)
	}
}

// For every loss and every tensor the gradient, projected on a random
// direction, is the derivative of the reference's loss along it.
func TestGradientsAreThoseOfTheReference(t *testing.T) {
	config := backendtest.Config()
	config.Layers = 2
	for _, isa := range cpu.ISAs()[:1] {
		for _, loss := range backendtest.Losses {
			m := upscaled(t, isa, config)
			r := rand.New(rand.NewPCG(8, 9))
			data := []backends.Datum{randomDatum(r, 9, config.Vocab), randomDatum(r, 14, config.Vocab)}
			backendtest.LossData(loss.Kind, data, backendtest.ScoresOf(t, m, data), config.Vocab)
			_, err := m.ForwardBackward(t.Context(), data, loss)
			require.NoError(t, err)
			total := m.sumGradients()
			host := make([]float32, m.length)
			m.streams[0].Download(host, total)
			gradients, exact := named(t, m, host), truth(t, m)
			for name, g := range gradients {
				weights := exact.Weights[name]
				direction := make([]float64, len(g))
				for i := range direction {
					direction[i] = r.NormFloat64()
				}
				want := reference.Directional(weights, direction, func(x []float64) float64 {
					exact.Weights[name] = x
					return exact.Loss(data, loss)
				})
				exact.Weights[name] = weights
				// Along a random direction the derivative is about as large as the gradient's norm.
				scale := math.Sqrt(reference.Dot(g, g))
				require.Positive(t, scale, name)
				require.InDelta(t, want, reference.Dot(g, direction), 2e-4*scale, "%s of %s on %s", name, loss.Kind, isa)
			}
		}
	}
}

// All instruction sets give the same gradients but for rounding.
func TestInstructionSetsAgree(t *testing.T) {
	var first map[string][]float64
	for _, isa := range cpu.ISAs() {
		m := upscaled(t, isa, backendtest.Config())
		r := rand.New(rand.NewPCG(8, 9))
		var data []backends.Datum
		for range 12 {
			data = append(data, randomDatum(r, 20+r.IntN(60), m.config.Vocab))
		}
		_, err := m.ForwardBackward(t.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
		require.NoError(t, err)
		host := make([]float32, m.length)
		m.streams[0].Download(host, m.sumGradients())
		gradients := named(t, m, host)
		if first == nil {
			first = gradients
			continue
		}
		for name, g := range gradients {
			diff := 0.0
			for i, v := range g {
				diff += (v - first[name][i]) * (v - first[name][i])
			}
			require.Less(t, math.Sqrt(diff/reference.Dot(g, g)), 5e-5, "%s on %s", name, isa)
		}
	}
}

// Cached decoding of an upscaled model agrees with a full forward pass.
func TestCachedDecodingOfUpscaledModel(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		m := upscaled(t, isa, backendtest.Config())
		r := rand.New(rand.NewPCG(4, 4))
		var requests []backends.SampleRequest
		for i := range 10 {
			requests = append(requests, backends.SampleRequest{Tokens: randomDatum(r, 1+r.IntN(80), m.config.Vocab).Tokens, MaxTokens: 60, Temperature: 1, Seed: uint64(i)})
		}
		samples, err := m.Sample(t.Context(), requests)
		require.NoError(t, err)
		var scores []backends.ScoreRequest
		for i, s := range samples {
			request := backends.ScoreRequest{Tokens: append(requests[i].Tokens, s.Tokens...)}
			for j := range s.Tokens {
				request.Positions = append(request.Positions, int32(len(requests[i].Tokens)+j))
			}
			scores = append(scores, request)
		}
		full, err := m.Score(t.Context(), scores)
		require.NoError(t, err)
		for i, s := range samples {
			require.InDeltaSlice(t, full[i].LogProbs, s.LogProbs, 3e-4, isa)
		}
	}
}
