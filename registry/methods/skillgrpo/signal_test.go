package skillgrpo

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// shelved is a bench over the corridor with a library.
type shelved struct {
	registry.Bench
	env     registry.Environment
	library string
}

func (b *shelved) Environment() registry.Environment { return b.env }
func (b *shelved) Format() registry.Format           { return compact.New(b.env.View(), 8, false) }
func (b *shelved) Read(_, _ string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(b.library)), nil
}

// saying answers the requests of a seed with "walk | word <eot>", each token with log-probability -1.
type saying struct {
	format *compact.Format
	words  map[uint64]string
	asked  *[]backends.SampleRequest
}

func (s saying) Release(...uint64) {}

func (s saying) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	*s.asked = append(*s.asked, requests...)
	stream := s.format.Begin("cell 0 goal 1")
	samples := make([]backends.Sample, len(requests))
	for i, r := range requests {
		said := stream.Render(registry.Response{Thought: "walk", Action: s.words[r.Seed]})
		samples[i] = backends.Sample{Tokens: said, LogProbs: []float32{-1, -1, -1, -1}, Stopped: true}
	}
	return samples, nil
}

// Task 0 has its goal one cell to the right and the skill "right"; both episodes of the group read, and are trained after, the
// tokens
//
//	0     1    2 3    4 5     6     7 8      9
//	<bos> cell 0 goal 1 <ref> right ; </ref> >
//
// One says right and wins, one looks for its two turns and loses: returns 1 and 0, mean 1/2, deviation 1/2, so that
//
//	A = (1 - 0.5)/(0.5 + 1e-6) = 1 - 2e-6 on 4 tokens, and -(1 - 2e-6) on 8, each weighted 1/12
//
// Without the skill the same turns stand 4 tokens earlier.
func TestSignal(t *testing.T) {
	s := Defaults()
	s.Size = 2
	b := &shelved{env: &corridor.Environment{Turns: 2}, library: `{"task":0,"commands":["right"]}`}
	skilled, err := skills.Defaults(s.Skills).NewPlayer(b)
	require.NoError(t, err)
	var asked []backends.SampleRequest
	student := saying{b.Format().(*compact.Format), map[uint64]string{7: "right", 8: "look"}, &asked}
	play := func(p *skills.Player) []backends.Datum {
		asked = nil
		task := registry.Task{Split: training.TrainSplit}
		episodes, err := s.play(t.Context(), b, student, p, []rollout.Start{{Task: task, Seed: 7}, {Task: task, Seed: 8}})
		require.NoError(t, err)
		return training.Reinforce{Group: s.Group}.Batch(episodes).Data(nil)
	}

	data := play(skilled)
	var words []string
	for _, token := range data[0].Tokens[:10] {
		words = append(words, b.Format().Word(token))
	}
	require.Equal(t, "<bos> cell 0 goal 1 <ref> right ; </ref> >", strings.Join(words, " "))
	require.Equal(t, data[0].Tokens[:10], asked[0].Tokens, "it plays with the skill")
	require.Equal(t, []int32{10, 11, 12, 13}, data[0].Positions)
	require.Equal(t, []int32{10, 11, 12, 13, 17, 18, 19, 20}, data[1].Positions, "cell 0 > stands between the turns")
	require.InDeltaSlice(t, []float32{1, 1, 1, 1}, data[0].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{-1, -1, -1, -1, -1, -1, -1, -1}, data[1].Advantages, 1e-5)
	require.InDelta(t, 1.0/12, data[0].Weights[0], 1e-7)

	plain := play(nil)
	require.Equal(t, []int32{6, 7, 8, 9}, plain[0].Positions)
	require.Equal(t, data[0].Tokens[10:], plain[0].Tokens[6:], "the responses are the same")
	require.Equal(t, data[0].Advantages, plain[0].Advantages)
}
