package smrcsd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

func TestShortening(t *testing.T) {
	env := known{&corridor.Environment{Turns: 20}}
	got, err := shortening(env, env, walk(env, "right", "look", "left", "left", "right", "right", "right"))
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, false, false, true, true, true}, got)
}

// Responses "walk | right <eot>", of which "|", "right" and "<eot>" are not thought. With the path they change by:
//
//	turn 1, matched    thought 9, action words 0.3, 0.6, 0    mean 0.3
//	turn 2, not scored
//	turn 3, unmatched  thought 9, action words -0.3, 0, 0     mean -0.1
func TestShifts(t *testing.T) {
	format := compact.New((&corridor.Environment{}).View(), 8, true)
	tokens := format.Begin("cell 0 goal 3").Render(registry.Response{Thought: "walk", Action: "right"})
	require.Len(t, tokens, 4)
	e := &registry.Episode{Prompt: []backends.Token{0}, Turns: []registry.Turn{{Tokens: tokens}, {Tokens: tokens}, {Tokens: tokens}}}
	yes, no := []bool{true, true, true, true}, make([]bool, 4)
	scored := append(append(append([]bool{}, yes...), no...), yes...)
	plain := training.Privileged{LogProbs: make([]float32, 12), Scored: scored}
	plus := training.Privileged{LogProbs: []float32{9, 0.3, 0.6, 0, 7, 7, 7, 7, 9, -0.3, 0, 0}, Scored: scored}
	var s shifts
	s.add(e, format, place{turns: []*registry.Progress{{}, nil, nil}}, plain, plus)
	require.Equal(t, [2]int{1, 1}, s.n)
	require.InDeltaSlice(t, []float64{0.3, -0.1}, s.sum[:], 1e-6)
	d, ok := difference([]shifts{s, {}}, []int{0, 1})
	require.True(t, ok)
	require.InDelta(t, 0.4, d, 1e-6)
	_, ok = difference([]shifts{s, {}}, []int{1, 1})
	require.False(t, ok, "no turns, no difference")
}

// Every task has one matched turn whose shift is 0.2 or 0.4 and one unmatched turn without a shift. The means of 100 draws of
// 0.2 or 0.4 have a deviation of 0.01.
func TestBootstrap(t *testing.T) {
	tasks := make([]shifts, 100)
	for i := range tasks {
		tasks[i] = shifts{sum: [2]float64{0.2 + 0.2*float64(i%2), 0}, n: [2]int{1, 1}}
	}
	low, high := bootstrap(tasks, rand.New(rand.NewPCG(1, 2)))
	require.InDelta(t, 0.3-1.96*0.01, low, 0.004)
	require.InDelta(t, 0.3+1.96*0.01, high, 0.004)
	low, high = bootstrap([]shifts{{n: [2]int{1, 0}}}, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, []float64{0, 0}, []float64{low, high})
	low, high = bootstrap(nil, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, []float64{0, 0}, []float64{low, high})
}
