package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

func played(won bool, valid ...bool) *registry.Episode {
	e := &registry.Episode{Prompt: []backends.Token{1}, Won: won}
	for _, v := range valid {
		e.Turns = append(e.Turns, registry.Turn{Tokens: []backends.Token{5}, LogProbs: []float32{-1}, Parsed: true, Valid: v})
	}
	return e
}

// Two groups of four. In the first one episode won: mean 1/4, population deviation sqrt(3)/4 = 0.4330127.
//
//	won:  (1 - 0.25) / 0.4330127 =  1.7320468 (with the 1e-6 below)
//	lost: (0 - 0.25) / 0.4330127 = -0.5773489
//	lost, invalid turn: (0 - 0.1 - 0.25) / 0.4330127 = -0.8082885
//
// In the second all lost: nothing.
func TestReinforce_Batch(t *testing.T) {
	group := training.GroupDefaults()
	group.Size = 4
	episodes := []*registry.Episode{
		played(true, true, true), played(false, true, false), played(false, true), played(false, true),
		played(false, true), played(false, false), played(false, true), played(false, true),
	}
	batch := training.Reinforce{Group: group}.Batch(episodes)
	data := batch.Data(nil)
	require.Len(t, data, 8)
	require.InDeltaSlice(t, []float32{1.7320468, 1.7320468}, data[0].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{-0.5773489, -0.8082885}, data[1].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{-0.5773489}, data[2].Advantages, 1e-5)
	for _, d := range data[4:] {
		require.Equal(t, []float32{0}, d.Advantages, "a group of equal returns says nothing, invalid turns included")
	}
	require.InDelta(t, 0.5, batch.Numbers["equal_groups_share"], 0)
	require.InDelta(t, 0.1, data[0].Weights[0], 1e-7, "the mean over all ten tokens of the batch")
	require.Nil(t, data[0].RefLogProbs)
}

func TestReinforce_Reference(t *testing.T) {
	group := training.GroupDefaults()
	group.Size = 2
	episodes := []*registry.Episode{played(true, true), played(false, true)}
	data := training.Reinforce{Group: group}.Batch(episodes).Data([]backends.Score{{LogProbs: []float32{-2}}, {LogProbs: []float32{-3}}})
	require.Equal(t, []float32{-2}, data[0].RefLogProbs)
	require.Equal(t, []float32{-3}, data[1].RefLogProbs)
}
