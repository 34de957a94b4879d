package training

import (
	"context"
	"math/rand/v2"

	"github.com/retort-ml/retort/backends"
)

// Mixture is a sampler of two policies (P12): each request is answered by the teacher with probability Share,
// else by the student. Whose turn it is depends on the request's seed and the length of its context alone, so that
// it can be asked again afterwards and never depends on neighbours.
type Mixture struct {
	Student, Teacher backends.Sampler
	Share            float64
	// Temperature is the teacher's; the student's comes with the request.
	Temperature float64
}

var _ backends.Sampler = Mixture{}

// turnStream sets the draws of Mixture apart from other draws over the same seed.
const turnStream = 0x7475726e // "turn"

// ByTeacher says who answers a request with a seed and a context of so many tokens.
func (m Mixture) ByTeacher(seed uint64, context int) bool {
	return rand.New(rand.NewPCG(seed, turnStream^uint64(context))).Float64() < m.Share
}

// Sample implements backends.Sampler.
func (m Mixture) Sample(ctx context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	var asked [2][]backends.SampleRequest
	var from [2][]int
	for i, r := range requests {
		who := 0
		if m.ByTeacher(r.Seed, len(r.Tokens)) {
			who, r.Temperature = 1, float32(m.Temperature)
		}
		asked[who] = append(asked[who], r)
		from[who] = append(from[who], i)
	}
	samples := make([]backends.Sample, len(requests))
	for who, policy := range []backends.Sampler{m.Student, m.Teacher} {
		if len(asked[who]) == 0 {
			continue
		}
		answers, err := policy.Sample(ctx, asked[who])
		if err != nil {
			return nil, err
		}
		for j, i := range from[who] {
			samples[i] = answers[j]
		}
	}
	return samples, nil
}

// Release implements backends.Sampler.
func (m Mixture) Release(keys ...uint64) {
	m.Student.Release(keys...)
	m.Teacher.Release(keys...)
}
