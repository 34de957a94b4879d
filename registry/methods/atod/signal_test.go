package atod

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

// A group of two episodes, one won: A_GRPO is 1 and -1 (less 2e-6). At step 2 of 4 in a line kappa = 0.55 and rho = 0.55. Student
// log-probabilities are -1, but -31 for the lost one.
//
//	turn  gaps       d_k  entropies  u_k
//	1     0.5, -1.5  1    0.2, 0.4   0.3
//	2     3          3    0.3        0.3
//	lost  30         30   0.9        0.9
//
// d: mean 11.333333, deviation 13.224556, z = -0.781375, -0.630141, 1.411515; u: mean 0.5, deviation 0.282843, z = -0.707104, -0.707104, 1.414209. With sigma(z):
//
//	w before scaling  1 - (1 - 0.314045)(1 - 0.330239) = 0.540560, 1 - (1 - 0.347478)(1 - 0.330239) = 0.562967, 1 - (1 - 0.804030)(1 - 0.804430) = 0.961669
//	sum 2.065195: w = 0.785243, 0.817792, 1.396966
//
//	A = 0.55 * 0.785243 * 0.5 + 0.55 = 0.765942,  0.55 * 0.785243 * -1.5 + 0.55 = -0.097825,
//	    0.55 * 0.817792 * 3 + 0.55 = 1.899356;  the lost one 0.55 * 1.396966 * 30 = 23.05 is cut to 10: 10 - 0.55 = 9.45
func TestSignal(t *testing.T) {
	s := Defaults()
	s.Size, s.AnnealSteps = 2, 4
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1, -1), turn(-1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-31)}},
	})
	scores := []backends.Score{{LogProbs: []float32{-0.5, -2.5, 2}}, {LogProbs: []float32{-1}}}
	s.mix(2, batch, scores, [][]float64{{0.2, 0.4, 0.3}, {0.9}})
	require.InDeltaSlice(t, []float64{0.765942, -0.097825, 1.899356}, batch.Advantages[0], 1e-5)
	require.InDeltaSlice(t, []float64{9.45}, batch.Advantages[1], 1e-5)
	require.InDelta(t, 0.55, batch.Numbers["kappa"], 1e-12)
	require.InDelta(t, 0.55, batch.Numbers["rho"], 1e-12)
}

func TestCoefficients(t *testing.T) {
	s := Defaults()
	s.KappaStart, s.KappaEnd, s.RhoStart, s.RhoEnd, s.AnnealSteps = 1, 0, 0, 2, 4
	for schedule, want := range map[string][]float64{"linear": {1, 0.75, 0.5, 0.25, 0, 0}, "cosine": {1, 0.853553, 0.5, 0.146447, 0, 0}} {
		s.Schedule = schedule
		for step, kappa := range want {
			k, r := s.coefficients(step)
			require.InDelta(t, kappa, k, 1e-6, "%s at step %d", schedule, step)
			require.InDelta(t, 2*(1-kappa), r, 1e-6, "%s at step %d", schedule, step)
		}
	}
}

// The weights have mean 1, and turns that are alike have weight 1.
func TestWeights(t *testing.T) {
	s := Defaults()
	require.InDeltaSlice(t, []float64{1, 1, 1}, s.weights([]span{{d: 2, u: 1}, {d: 2, u: 1}, {d: 2, u: 1}}), 1e-12)
	w := s.weights([]span{{d: 5, u: 1}, {d: 1, u: 1}, {d: 1, u: 3}, {d: 1, u: 1}})
	require.InDelta(t, 4, w[0]+w[1]+w[2]+w[3], 1e-12)
	require.Greater(t, w[0], 1.0, "disagreement alone")
	require.Greater(t, w[2], 1.0, "uncertainty alone")
	require.Less(t, w[1], 1.0)
	require.Empty(t, s.weights(nil))
	s.Weighting = "none"
	require.Equal(t, []float64{1, 1}, s.weights([]span{{d: 5}, {d: 1}}))
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"kappa_start":  func(s *Settings) { s.KappaStart = -1 },
		"rho_end":      func(s *Settings) { s.RhoEnd = -1 },
		"anneal_steps": func(s *Settings) { s.AnnealSteps = 0 },
		"schedule":     func(s *Settings) { s.Schedule = "step" },
		"weighting":    func(s *Settings) { s.Weighting = "all" },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
