// Package backendtest is the contract of backends.Backend and backends.Learner
// as a test suite: whatever computes has to pass it. It says nothing about how
// well a model learns, nor how fast. Run is the entry point.
package backendtest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

// Subject is what is tested.
type Subject struct {
	// Open gives the backend working with a number of threads; one without
	// threads ignores it.
	Open func(t *testing.T, threads int) backends.Backend
	// Tolerance is how far two ways to compute the same log-probability may differ.
	Tolerance float64
}

// Run runs the suite.
func Run(t *testing.T, s Subject) {
	for _, part := range []struct {
		name string
		test func(t *testing.T, s Subject)
	}{
		{"fresh weights", freshWeights},
		{"score", score},
		{"score alone", scoreAlone},
		{"sample and score", sampleAndScore},
		{"sample alone", sampleAlone},
		{"sample position", samplePosition},
		{"greedy", greedy},
		{"stop", stop},
		{"repetition penalty", repetitionPenalty},
		{"keys", keys},
		{"keys after a step", keysAfterStep},
		{"losses", losses},
		{"ends of the divergence", divergenceEnds},
		{"accumulation", accumulation},
		{"learning", learning},
		{"threads", threads},
		{"weights", weights},
		{"state", state},
		{"damaged files", damaged},
		{"cancellation", cancellation},
		{"mistakes", mistakes},
		{"config", badConfigs},
		{"close", closing},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, s) })
	}
}

// Config is the small model of the suite: every feature of the configuration is in use.
func Config() backends.Config {
	c := backends.Config{
		Vocab: 53, Width: 24, Layers: 3, Heads: 4, KVHeads: 2, HeadDim: 8, FFN: 40, Theta: 1000, NormEps: 1e-6,
		PreviousTokens: 2, FactorSizes: []int{5, 7},
	}
	for v := range c.Vocab {
		c.Factors = append(c.Factors, int32(v%6)-1, int32(v%8)-1)
	}
	return c
}

func (s Subject) model(t *testing.T, threads int) backends.Learner {
	t.Helper()
	m, err := s.Open(t, threads).New(Config(), 11)
	require.NoError(t, err)
	return m
}

// source gives the random numbers of a test.
func source() *rand.Rand { return rand.New(rand.NewPCG(17, 4)) }

func tokens(r *rand.Rand, n int) []backends.Token {
	out := make([]backends.Token, n)
	for i := range out {
		out[i] = backends.Token(r.IntN(Config().Vocab))
	}
	return out
}

// positions picks about a share of the positions of n tokens, at least one.
func positions(r *rand.Rand, n int, share float64) []int32 {
	var out []int32
	for p := 1; p < n; p++ {
		if r.Float64() < share {
			out = append(out, int32(p))
		}
	}
	if len(out) == 0 {
		out = []int32{int32(n - 1)}
	}
	return out
}

// demonstrations are data for cross-entropy with lengths from 2 to 80.
func demonstrations(r *rand.Rand, n int) []backends.Datum {
	out := make([]backends.Datum, n)
	for i := range out {
		d := &out[i]
		d.Tokens = tokens(r, 2+r.IntN(79))
		d.Positions = positions(r, len(d.Tokens), 0.6)
		for range d.Positions {
			d.Weights = append(d.Weights, r.Float32()/100)
		}
	}
	return out
}

var usualAdam = backends.AdamW{LearningRate: 3e-3, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 0.01, ClipNorm: 1}

// train makes some steps of cross-entropy and returns the reports.
func train(t *testing.T, m backends.Learner, r *rand.Rand, steps int) (reports []backends.LossResult) {
	t.Helper()
	for range steps {
		report, err := m.ForwardBackward(t.Context(), demonstrations(r, 11), backends.Loss{Kind: backends.CrossEntropy})
		require.NoError(t, err)
		_, err = m.Step(t.Context(), usualAdam)
		require.NoError(t, err)
		reports = append(reports, report)
	}
	return reports
}

// probe scores a fixed batch, to compare models bit for bit.
func probe(t *testing.T, m backends.Model) []backends.Score {
	t.Helper()
	r := rand.New(rand.NewPCG(99, 99))
	requests := make([]backends.ScoreRequest, 9)
	for i := range requests {
		n := 2 + r.IntN(60)
		requests[i] = backends.ScoreRequest{Tokens: tokens(r, n), Positions: positions(r, n, 0.5), Full: i%2 == 0}
	}
	scores, err := m.Score(t.Context(), requests)
	require.NoError(t, err)
	return scores
}
