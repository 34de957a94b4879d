package backendtest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

// A cancelled call returns the context's error, soon, and the model works on.
func cancellation(t *testing.T, s Subject) {
	m, fresh := s.model(t, 2), s.model(t, 2)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	data, loss := demonstrations(source(), 9), backends.Loss{Kind: backends.CrossEntropy}
	_, err := m.ForwardBackward(cancelled, data, loss)
	require.ErrorIs(t, err, context.Canceled)
	_, err = m.Step(cancelled, usualAdam)
	require.ErrorIs(t, err, context.Canceled)
	_, err = m.Sample(cancelled, sampleRequests(9))
	require.ErrorIs(t, err, context.Canceled)
	_, err = m.Score(cancelled, []backends.ScoreRequest{{Tokens: data[0].Tokens, Positions: data[0].Positions}})
	require.ErrorIs(t, err, context.Canceled)

	// A sampling call that would take minutes.
	soon, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	long := sampleRequests(8)
	for i := range long {
		long[i].MaxTokens, long[i].Stop = 20_000, nil
	}
	start := time.Now()
	_, err = m.Sample(soon, long)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(start), 10*time.Second)

	// Nothing of the failed calls is left.
	requests := sampleRequests(9)
	have, err := m.Sample(t.Context(), requests)
	require.NoError(t, err)
	want, err := fresh.Sample(t.Context(), requests)
	require.NoError(t, err)
	require.Equal(t, want, have)
	require.Equal(t, train(t, fresh, source(), 2), train(t, m, source(), 2))
}

// Impossible arguments give errors that name the request.
func mistakes(t *testing.T, s Subject) {
	m := s.model(t, 1)
	v := backends.Token(m.Vocab())
	good := backends.ScoreRequest{Tokens: []backends.Token{1, 2, 3}, Positions: []int32{1, 2}}
	for name, bad := range map[string]backends.ScoreRequest{
		"token too large":     {Tokens: []backends.Token{1, v}, Positions: []int32{1}},
		"negative token":      {Tokens: []backends.Token{-1, 2}, Positions: []int32{1}},
		"position 0":          {Tokens: []backends.Token{1, 2}, Positions: []int32{0}},
		"position behind end": {Tokens: []backends.Token{1, 2}, Positions: []int32{2}},
		"repeated position":   {Tokens: []backends.Token{1, 2, 3}, Positions: []int32{2, 2}},
	} {
		_, err := m.Score(t.Context(), []backends.ScoreRequest{good, bad})
		require.ErrorContains(t, err, "request 1", name)
		datum := backends.Datum{Tokens: bad.Tokens, Positions: bad.Positions, Weights: make([]float32, len(bad.Positions))}
		_, err = m.ForwardBackward(t.Context(), []backends.Datum{datum}, backends.Loss{Kind: backends.CrossEntropy})
		require.ErrorContains(t, err, "datum 0", name)
	}
	for name, bad := range map[string]backends.SampleRequest{
		"no tokens":            {MaxTokens: 1},
		"token too large":      {Tokens: []backends.Token{v}, MaxTokens: 1},
		"negative max tokens":  {Tokens: []backends.Token{1}, MaxTokens: -1},
		"repetition penalty":   {Tokens: []backends.Token{1}, MaxTokens: 1, RepetitionPenalty: 0.5},
		"negative temperature": {Tokens: []backends.Token{1}, MaxTokens: 1, Temperature: -1},
	} {
		_, err := m.Sample(t.Context(), []backends.SampleRequest{{Tokens: []backends.Token{1}, MaxTokens: 1}, bad})
		require.ErrorContains(t, err, "request 1", name)
	}
	datum := backends.Datum{Tokens: []backends.Token{1, 2, 3}, Positions: []int32{1, 2}, Weights: []float32{1, 1}}
	for _, loss := range []backends.Loss{
		{Kind: "hinge"},
		{Kind: backends.PolicyGradient, ClipLow: -1},
		{Kind: backends.PolicyGradient, ClipLow: 0.2, ClipHigh: 0.2}, // no advantages
		{Kind: backends.ReverseKL},                                   // no target
		{Kind: backends.TopKReverseKL},                               // no target
		{Kind: backends.JSD, Beta: 1.5},
	} {
		_, err := m.ForwardBackward(t.Context(), []backends.Datum{datum}, loss)
		require.Error(t, err, loss)
	}
	datum.Weights = datum.Weights[:1]
	_, err := m.ForwardBackward(t.Context(), []backends.Datum{datum}, backends.Loss{Kind: backends.CrossEntropy})
	require.ErrorContains(t, err, "weights")
	for _, adam := range []backends.AdamW{
		{LearningRate: -1, Beta1: 0.9, Beta2: 0.9, Epsilon: 1e-8},
		{LearningRate: 1, Beta1: 1, Beta2: 0.9, Epsilon: 1e-8},
		{LearningRate: 1, Beta1: 0.9, Beta2: 0.9},
	} {
		_, err := m.Step(t.Context(), adam)
		require.Error(t, err, adam)
	}
}

func badConfigs(t *testing.T, s Subject) {
	b := s.Open(t, 1)
	for name, change := range map[string]func(c *backends.Config){
		"no vocabulary":      func(c *backends.Config) { c.Vocab = 0 },
		"negative width":     func(c *backends.Config) { c.Width = -8 },
		"no layers":          func(c *backends.Config) { c.Layers = 0 },
		"uneven groups":      func(c *backends.Config) { c.KVHeads = 3 },
		"odd head":           func(c *backends.Config) { c.HeadDim = 7 },
		"theta":              func(c *backends.Config) { c.Theta = 0 },
		"epsilon":            func(c *backends.Config) { c.NormEps = 0 },
		"previous tokens":    func(c *backends.Config) { c.PreviousTokens = 3 },
		"factors missing":    func(c *backends.Config) { c.Factors = c.Factors[1:] },
		"factor too large":   func(c *backends.Config) { c.Factors[0] = 99 },
		"factor size":        func(c *backends.Config) { c.FactorSizes[0] = 0 },
		"absurdly large FFN": func(c *backends.Config) { c.FFN = 1 << 40 },
	} {
		c := Config()
		change(&c)
		_, err := b.New(c, 1)
		require.Error(t, err, name)
	}
}

// After Close every call is an error.
func closing(t *testing.T, s Subject) {
	m := s.model(t, 2)
	requests := sampleRequests(3)
	_, err := m.Sample(t.Context(), requests)
	require.NoError(t, err)
	require.NoError(t, m.Close())
	_, err = m.Sample(t.Context(), requests)
	require.Error(t, err)
	_, err = m.Step(t.Context(), usualAdam)
	require.Error(t, err)
}
