package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry/training"
)

// signer signs each of its answers, and notes temperatures and releases.
type signer struct {
	name         backends.Token
	temperatures []float32
	released     []uint64
}

func (s *signer) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	samples := make([]backends.Sample, len(requests))
	for i, r := range requests {
		s.temperatures = append(s.temperatures, r.Temperature)
		samples[i] = backends.Sample{Tokens: []backends.Token{s.name, int32(len(r.Tokens))}}
	}
	return samples, nil
}

func (s *signer) Release(keys ...uint64) { s.released = append(s.released, keys...) }

func TestMixture(t *testing.T) {
	const student, teacher = 1, 2
	for _, share := range []float64{0, 0.3, 1} {
		a, b := &signer{name: student}, &signer{name: teacher}
		m := training.Mixture{Student: a, Teacher: b, Share: share, Temperature: 0.5}
		var requests []backends.SampleRequest
		for i := range 2000 {
			requests = append(requests, backends.SampleRequest{Seed: uint64(i / 4), Tokens: make([]backends.Token, 1+i%4), Temperature: 1})
		}
		samples, err := m.Sample(t.Context(), requests)
		require.NoError(t, err)
		byTeacher := 0
		for i, s := range samples {
			require.Equal(t, int32(len(requests[i].Tokens)), s.Tokens[1], "answers come in the order of the requests")
			require.Equal(t, m.ByTeacher(requests[i].Seed, len(requests[i].Tokens)), s.Tokens[0] == teacher, "who answered can be asked afterwards")
			if s.Tokens[0] == teacher {
				byTeacher++
			}
		}
		require.InDelta(t, 2000*share, byTeacher, 2000*share*(1-share)*0.3)
		for _, temperature := range b.temperatures {
			require.Equal(t, float32(0.5), temperature)
		}
		for _, temperature := range a.temperatures {
			require.Equal(t, float32(1), temperature)
		}
		require.Equal(t, float32(1), requests[0].Temperature, "the caller's requests are left alone")
		m.Release(3, 4)
		require.Equal(t, []uint64{3, 4}, a.released)
		require.Equal(t, []uint64{3, 4}, b.released)
	}
}
