package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// episode is a stream of 2 prompt tokens and three turns of response and observation:
//
//	index   0 1 | 2 3 4 | 5 | 6 7 | 8 | 9 10 11 | 12
//	        prompt  r0    o0   r1   o1    r2      o2
//
// The second turn was noise; the last token of the third was forced.
func episode() *registry.Episode {
	return &registry.Episode{
		Prompt: []backends.Token{10, 11},
		Turns: []registry.Turn{
			{Tokens: []backends.Token{20, 21, 22}, ObservationTokens: []backends.Token{30}},
			{Tokens: []backends.Token{23, 24}, ObservationTokens: []backends.Token{31}, Masked: true},
			{Tokens: []backends.Token{25, 26, 27}, Forced: 1, ObservationTokens: []backends.Token{32}},
		},
	}
}

func TestPositions(t *testing.T) {
	e := episode()
	tokens := training.Tokens(e)
	require.Len(t, tokens, 13)
	positions := training.Positions(e, nil, 0)
	require.Equal(t, []int32{2, 3, 4, 9, 10}, training.Places(positions), "noise and forced tokens are never trained on")
	for _, p := range positions {
		require.Equal(t, e.Turns[p.Turn].Tokens[p.Token], tokens[p.At], "a place in the stream holds the response's token")
	}
	require.Equal(t, []int32{14, 15}, training.Places(training.Positions(e, func(k int) bool { return k == 2 }, 5)))
}

func TestImitation(t *testing.T) {
	data, n := training.Imitation([]*registry.Episode{episode(), {Prompt: []backends.Token{1}}})
	require.Equal(t, 5, n)
	require.Len(t, data, 1, "an episode without anything to imitate is left out")
	require.Equal(t, []float32{0.2, 0.2, 0.2, 0.2, 0.2}, data[0].Weights)
}

func TestSchedule(t *testing.T) {
	linear := training.Schedule{Peak: 1, Warmup: 4, Steps: 14, Floor: 0.1}
	cosine := training.Schedule{Peak: 2, Warmup: 0, Steps: 10, Floor: 0.5, Cosine: true}
	for _, c := range []struct {
		name     string
		schedule training.Schedule
		step     int
		want     float64
	}{
		{"first step of the warm-up", linear, 0, 0.25},
		{"last step of the warm-up", linear, 3, 1},
		{"peak", linear, 4, 1},
		{"half way down", linear, 9, 0.55},
		{"end", linear, 14, 0.1},
		{"cosine start", cosine, 0, 2},
		{"cosine half way", cosine, 5, 1.5},
		{"cosine end", cosine, 10, 1},
	} {
		t.Run(c.name, func(t *testing.T) { require.InDelta(t, c.want, c.schedule.At(c.step), 1e-12) })
	}
}

func TestSummarize_Gap(t *testing.T) {
	e := episode()
	// Gaps student - teacher: turn 0: 0.5 and 0 and 0.1; turn 2: -0.2 and 1, its forced token not counted.
	e.Turns[0].LogProbs, e.Turns[0].TeacherLogProbs = []float32{-0.5, -1, -0.4}, []float32{-1, -1, -0.5}
	e.Turns[2].LogProbs, e.Turns[2].TeacherLogProbs = []float32{-1.2, -1, 0}, []float32{-1, -2, -9}
	s := registry.Summarize(e)
	require.Equal(t, 5, s.GapTokens)
	require.InDelta(t, 1.4/5, s.Gap, 1e-6)
	require.InDeltaSlice(t, []float64{0.2, 0.4}, s.TurnGaps, 1e-6)
	require.Equal(t, 7, s.ResponseTokens)
	require.Equal(t, 13, s.Tokens)
}
