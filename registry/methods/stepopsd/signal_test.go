package stepopsd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

func turn(tokens int) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, tokens), LogProbs: make([]float32, tokens), Parsed: true, Valid: true}
}

// A group of three: A_GRPO of the won one is (1 - 1/3) / 0.471405 = 1.414214, of the lost ones -0.707107. lambda_mix = 0.5, alpha_clip = 1.
//
//	turn    gaps      e_k  u_k, won  exp       w = 3 exp / 4.086161
//	1       0.5, 1.5  1    1         2.718282  1.995723
//	masked  -
//	3       -3        -3   -1 (cut)  0.367879  0.270092
//	4       0         0    0         1         0.734185
//
// and A (0.5 + 0.5 w). The weights of a lost episode with the same gaps are those of the opposite signs: exp = 0.367879,
// 2.718282, 1. The other lost one has no skill and keeps its advantage.
func TestSignal(t *testing.T) {
	s := Defaults()
	s.Size, s.LambdaMix, s.AlphaClip = 3, 0.5, 1
	masked := turn(2)
	masked.Masked = true
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(2), masked, turn(1), turn(1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(2), turn(1), turn(1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(1)}},
	})
	g := skills.Gaps{Of: []float64{0.5, 1.5, -3, 0}, Scored: []bool{true, true, true, true}}
	s.share(batch, []skills.Gaps{g, g, {Of: []float64{0}, Scored: []bool{false}}})
	factor := func(a float64, w ...float64) []float64 {
		for k := range w {
			w[k] = a * (0.5 + 0.5*w[k])
		}
		return w
	}
	require.InDeltaSlice(t, factor(1.414214, 1.995723, 1.995723, 0.270092, 0.734185), batch.Advantages[0], 1e-5)
	require.InDeltaSlice(t, factor(-0.707107, 0.270092, 0.270092, 1.995723, 0.734185), batch.Advantages[1], 1e-5)
	require.InDeltaSlice(t, []float64{-0.707107}, batch.Advantages[2], 1e-5)
	require.InDelta(t, 1.995723, batch.Numbers["largest_weight"], 1e-5)
}

// The budget sums to the number of turns that are trained on, whatever the gaps.
func TestWeights_Budget(t *testing.T) {
	s := Defaults()
	w := s.weights([]float64{5, -0.3, 100, 0, -100}, []int{1, 3, 0, 2, 1})
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	require.InDelta(t, 4, sum, 1e-12)
	require.Zero(t, w[2])
	s.AlphaClip = 0
	require.Equal(t, []float64{1, 1, 0, 1, 1}, s.weights([]float64{5, -0.3, 100, 0, -100}, []int{1, 3, 0, 2, 1}), "no trust, no shaping")
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"lambda_mix": func(s *Settings) { s.LambdaMix = 2 },
		"alpha_clip": func(s *Settings) { s.AlphaClip = -1 },
		"skills":     func(s *Settings) { s.Skills = "none" },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
