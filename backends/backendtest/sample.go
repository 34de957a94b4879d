package backendtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
)

// sampleRequests are ragged requests at several temperatures.
func sampleRequests(n int) []backends.SampleRequest {
	r := source()
	out := make([]backends.SampleRequest, n)
	for i := range out {
		out[i] = backends.SampleRequest{
			Key: uint64(i + 1), Tokens: tokens(r, 1+r.IntN(70)), MaxTokens: 1 + r.IntN(40),
			Stop: []backends.Token{3, 4}, Temperature: []float32{1, 0.5, 0}[i%3], Seed: uint64(i),
		}
	}
	return out
}

// withoutKeys is the same requests, nothing cached.
func withoutKeys(requests []backends.SampleRequest) []backends.SampleRequest {
	out := append([]backends.SampleRequest(nil), requests...)
	for i := range out {
		out[i].Key = 0
	}
	return out
}

// extend makes the requests of the next turn: what was sampled and an observation are appended.
func extend(requests []backends.SampleRequest, samples []backends.Sample) []backends.SampleRequest {
	r := source()
	out := append([]backends.SampleRequest(nil), requests...)
	for i := range out {
		next := append([]backends.Token(nil), out[i].Tokens...)
		next = append(next, samples[i].Tokens...)
		out[i].Tokens = append(next, tokens(r, r.IntN(12))...)
		out[i].Seed += 1000
	}
	return out
}

// Over several turns, log-probabilities of sampled tokens are those that Score gives.
func sampleAndScore(t *testing.T, s Subject) {
	m, requests := s.model(t, 2), sampleRequests(14)
	for range 4 {
		samples, err := m.Sample(t.Context(), requests)
		require.NoError(t, err)
		var scores []backends.ScoreRequest
		for i, sample := range samples {
			require.Len(t, sample.LogProbs, len(sample.Tokens))
			all := append(append([]backends.Token(nil), requests[i].Tokens...), sample.Tokens...)
			request := backends.ScoreRequest{Tokens: all}
			for j := range sample.Tokens {
				request.Positions = append(request.Positions, int32(len(requests[i].Tokens)+j))
			}
			scores = append(scores, request)
		}
		full, err := m.Score(t.Context(), scores)
		require.NoError(t, err)
		for i := range samples {
			require.InDeltaSlice(t, full[i].LogProbs, samples[i].LogProbs, s.Tolerance)
		}
		requests = extend(requests, samples)
	}
}

// A draw depends on nothing but its request, and on the seed if the temperature is not 0.
func sampleAlone(t *testing.T, s Subject) {
	m, requests := s.model(t, 2), withoutKeys(sampleRequests(20))
	together, err := m.Sample(t.Context(), requests)
	require.NoError(t, err)
	differs := false
	for i, request := range requests {
		alone, err := m.Sample(t.Context(), []backends.SampleRequest{request})
		require.NoError(t, err)
		require.Equal(t, together[i].Tokens, alone[0].Tokens)
		request.Seed += 77
		other, err := m.Sample(t.Context(), []backends.SampleRequest{request})
		require.NoError(t, err)
		if request.Temperature == 0 {
			require.Equal(t, alone, other)
		}
		differs = differs || len(other[0].Tokens) != len(alone[0].Tokens) || other[0].Tokens[0] != alone[0].Tokens[0]
	}
	require.True(t, differs, "another seed never changed a sample")
}

// The draw of a position belongs to the position, wherever the context ends.
func samplePosition(t *testing.T, s Subject) {
	m := s.model(t, 2)
	for _, request := range withoutKeys(sampleRequests(9)) {
		request.MaxTokens, request.Stop = 20, nil
		whole, err := m.Sample(t.Context(), []backends.SampleRequest{request})
		require.NoError(t, err)
		request.Tokens = append(append([]backends.Token(nil), request.Tokens...), whole[0].Tokens[:7]...)
		request.MaxTokens = 13
		rest, err := m.Sample(t.Context(), []backends.SampleRequest{request})
		require.NoError(t, err)
		require.Equal(t, whole[0].Tokens[7:], rest[0].Tokens)
	}
}

// Temperature 0 takes the most probable token.
func greedy(t *testing.T, s Subject) {
	m, r := s.model(t, 1), source()
	prompt := tokens(r, 9)
	samples, err := m.Sample(t.Context(), []backends.SampleRequest{{Tokens: prompt, MaxTokens: 6}})
	require.NoError(t, err)
	all := append(append([]backends.Token(nil), prompt...), samples[0].Tokens...)
	scores, err := m.Score(t.Context(), []backends.ScoreRequest{{Tokens: all, Positions: []int32{9, 10, 11, 12, 13, 14}, Full: true}})
	require.NoError(t, err)
	for i, l := range scores[0].LogProbs {
		for _, other := range scores[0].Full[i*m.Vocab() : (i+1)*m.Vocab()] {
			require.GreaterOrEqual(t, float64(l), float64(other)-s.Tolerance)
		}
	}
}

// A stop token is kept and ends the continuation; otherwise MaxTokens does.
func stop(t *testing.T, s Subject) {
	m, r := s.model(t, 1), source()
	request := backends.SampleRequest{Tokens: tokens(r, 4), MaxTokens: 30, Temperature: 1, Seed: 5}
	free, err := m.Sample(t.Context(), []backends.SampleRequest{request})
	require.NoError(t, err)
	require.Len(t, free[0].Tokens, 30)
	require.False(t, free[0].Stopped)

	request.Stop = []backends.Token{free[0].Tokens[7], free[0].Tokens[12]}
	first := 0
	for free[0].Tokens[first] != request.Stop[0] && free[0].Tokens[first] != request.Stop[1] {
		first++
	}
	stopped, err := m.Sample(t.Context(), []backends.SampleRequest{request})
	require.NoError(t, err)
	require.True(t, stopped[0].Stopped)
	require.Equal(t, free[0].Tokens[:first+1], stopped[0].Tokens)

	request.MaxTokens = 0
	none, err := m.Sample(t.Context(), []backends.SampleRequest{request})
	require.NoError(t, err)
	require.Empty(t, none[0].Tokens)
}

// Caching never changes a result: not over turns, not when a context was
// changed, shortened or repeated, not after Release, not with a key used twice.
func keys(t *testing.T, s Subject) {
	m, requests := s.model(t, 2), sampleRequests(14)
	check := func(requests []backends.SampleRequest) []backends.Sample {
		t.Helper()
		cached, err := m.Sample(t.Context(), requests)
		require.NoError(t, err)
		plain, err := m.Sample(t.Context(), withoutKeys(requests))
		require.NoError(t, err)
		require.Equal(t, plain, cached)
		return cached
	}
	samples := check(requests)
	for range 3 {
		requests = extend(requests, samples)
		samples = check(requests)
	}
	check(requests)
	for i := range requests {
		edited := append([]backends.Token(nil), requests[i].Tokens...)
		at := i * len(edited) / len(requests)
		edited[at] = (edited[at] + 1) % backends.Token(m.Vocab())
		requests[i].Tokens = edited
	}
	check(requests)
	for i := range requests {
		requests[i].Tokens = requests[i].Tokens[:1+len(requests[i].Tokens)/2]
	}
	check(requests)
	m.Release(1, 2, 3, 4711)
	samples = check(requests)
	for i := range requests {
		requests[i].Key = uint64(i%2) + 1
	}
	check(requests)
	check(extend(requests, samples))
}

// A step makes what was cached worthless.
func keysAfterStep(t *testing.T, s Subject) {
	m, requests := s.model(t, 2), sampleRequests(9)
	samples, err := m.Sample(t.Context(), requests)
	require.NoError(t, err)
	train(t, m, source(), 1)
	requests = extend(requests, samples)
	cached, err := m.Sample(t.Context(), requests)
	require.NoError(t, err)
	plain, err := m.Sample(t.Context(), withoutKeys(requests))
	require.NoError(t, err)
	require.Equal(t, plain, cached)
}
