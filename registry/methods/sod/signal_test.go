package sod

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

func turn(student ...float32) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, len(student)), LogProbs: student, Parsed: true, Valid: true}
}

// A group of two episodes, one won: mean 1/2, deviation 1/2, so that A_GRPO is 1 and -1 (less 2e-6).
//
// The won episode has four turns of student log-probabilities -1; the teacher's gaps l_T - l_S and what follows of them:
//
//	turn  gaps        d_k   (d_1+eps)/(d_k+eps)  w_k           A_t = A_GRPO + w_k gap
//	1     0.5, -0.5   0.5   -                    1             1.5, 0.5
//	2     -2          2     0.25                 0.25          0.5
//	3     0.1         0.1   5                    1.2 (cut)     1.12
//	4     -0.5        0.5   1                    1             0.5
//
// The lost one has one turn with gap 30, of which 10 is left: 9.
func TestSignal(t *testing.T) {
	s := Defaults()
	s.Size = 2
	episodes := []*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1, -1), turn(-1), turn(-1), turn(-1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-31)}},
	}
	scores := []backends.Score{{LogProbs: []float32{-0.5, -1.5, -3, -0.9, -1.5}}, {LogProbs: []float32{-1}}}
	batch := training.Reinforce{Group: s.Group}.Batch(episodes)
	s.shape(batch, scores)
	data := batch.Data(nil)
	require.Len(t, data, 2)
	require.InDeltaSlice(t, []float32{1.5, 0.5, 0.5, 1.12, 0.5}, data[0].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{9}, data[1].Advantages, 1e-5)
	require.Equal(t, []float32{-1, -1, -1, -1, -1}, data[0].OldLogProbs)
	sixth := float32(1) / 6
	require.Equal(t, []float32{sixth, sixth, sixth, sixth, sixth}, data[0].Weights)
	require.InDelta(t, (1+1+0.25+1.2+1+1)/6, batch.Numbers["distillation_weight"], 1e-5)
}

func TestWeights(t *testing.T) {
	s := Defaults()
	// The product of ratios telescopes.
	d := []float64{0.3, 0.6, 0.9, 0.4}
	product := 1.0
	s.Delta = 1000
	for k, w := range s.weights(d) {
		if k > 0 {
			product *= (d[k-1] + epsilon) / (d[k] + epsilon)
		}
		require.InDelta(t, product, w, 1e-12)
	}
	s.Delta = 0
	require.Equal(t, []float64{1, 1, 1}, s.weights([]float64{0.7, 0.7, 0.7}), "constant disagreement, nothing above 1: no weight at all")
	s.Delta = 0.2
	require.Equal(t, []float64{1, 1, 1, 1.2}, s.weights([]float64{-1, 0.5, -1, 0.1}), "turns without tokens are passed over")
	require.Equal(t, []float64{1, 1}, s.weights([]float64{0, 0}), "the student is its own teacher")
	s.Discount = "none"
	require.Equal(t, []float64{1, 1}, s.weights([]float64{0.1, 5}))
	require.Empty(t, s.weights(nil))
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"group":     func(s *Settings) { s.Size = 0 },
		"discount":  func(s *Settings) { s.Discount = "all" },
		"delta":     func(s *Settings) { s.Delta = -1 },
		"clip_high": func(s *Settings) { s.ClipHigh = -1 },
		"kl_coef":   func(s *Settings) { s.KLCoef = -1 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
