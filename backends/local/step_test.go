package local

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
)

// Two steps against AdamW in double precision: the gradient is scaled to the clip norm,
// matrices decay and norm gains do not.
func TestStepIsAdamW(t *testing.T) {
	adam := backends.AdamW{LearningRate: 0.01, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-3, WeightDecay: 0.5, ClipNorm: 0.25}
	m, twin := upscaled(t, "", backendtest.Config()), upscaled(t, "", backendtest.Config())
	want := make([]float64, m.length)
	first, second := make([]float64, m.length), make([]float64, m.length)
	for i, v := range m.download() {
		want[i] = float64(v)
	}
	r := rand.New(rand.NewPCG(6, 1))
	for step := 1.0; step <= 2; step++ {
		data := []backends.Datum{randomDatum(r, 30, m.config.Vocab), randomDatum(r, 20, m.config.Vocab)}
		g, norm := make([]float64, m.length), 0.0
		for _, model := range []*model{m, twin} {
			_, err := model.ForwardBackward(t.Context(), data, backends.Loss{Kind: backends.CrossEntropy})
			require.NoError(t, err)
		}
		host := make([]float32, m.length)
		twin.streams[0].Download(host, twin.sumGradients())
		for i, v := range host {
			g[i] = float64(v)
			norm += g[i] * g[i]
		}
		norm = math.Sqrt(norm)
		require.Greater(t, norm, adam.ClipNorm)
		report, err := m.Step(t.Context(), adam)
		require.NoError(t, err)
		require.InEpsilon(t, norm, report.GradNorm, 1e-6)
		for i := range want {
			x := g[i] * adam.ClipNorm / norm
			first[i] = adam.Beta1*first[i] + (1-adam.Beta1)*x
			second[i] = adam.Beta2*second[i] + (1-adam.Beta2)*x*x
			if i < m.matrices {
				want[i] -= adam.LearningRate * adam.WeightDecay * want[i]
			}
			want[i] -= adam.LearningRate * first[i] / (1 - math.Pow(adam.Beta1, step)) /
				(math.Sqrt(second[i]/(1-math.Pow(adam.Beta2, step))) + adam.Epsilon)
		}
		for i, v := range m.download() {
			require.InDelta(t, want[i], float64(v), 2e-6, "weight %d after step %g", i, step)
		}
		twin.clearGradients()
		twin.streams[0].Upload(twin.weights, m.download())
		twin.changed()
	}
}

// A gradient that is not finite is reported and dropped, the weights stay.
func TestStepRefusesInfiniteGradient(t *testing.T) {
	m := upscaled(t, "", backendtest.Config())
	before := m.download()
	r := rand.New(rand.NewPCG(6, 1))
	bad := randomDatum(r, 9, m.config.Vocab)
	bad.Weights[0] = float32(math.NaN())
	good := []backends.Datum{randomDatum(r, 9, m.config.Vocab)}
	adam := backends.AdamW{LearningRate: 0.01, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, ClipNorm: 1}
	_, err := m.ForwardBackward(t.Context(), []backends.Datum{bad}, backends.Loss{Kind: backends.CrossEntropy})
	require.NoError(t, err)
	_, err = m.Step(t.Context(), adam)
	require.ErrorContains(t, err, "gradient norm is NaN")
	require.Equal(t, before, m.download())
	_, err = m.ForwardBackward(t.Context(), good, backends.Loss{Kind: backends.CrossEntropy})
	require.NoError(t, err)
	_, err = m.Step(t.Context(), adam)
	require.NoError(t, err)
	require.NotEqual(t, before, m.download())
}
