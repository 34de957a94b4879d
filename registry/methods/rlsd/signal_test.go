package rlsd

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// lambda = 0.5 and eps = 0.2: A (0.5 + 0.5 clip(exp(sign(A) g), 0.8, 1.2)).
//
//	A   g     exp(sign(A) g)  clipped  factor
//	2   0.1   1.105171        -        1.052585
//	2   1     2.718           1.2      1.1
//	2   -1    0.368           0.8      0.9
//	-2  0.1   0.904837        -        0.952419
//	-2  -1    2.718           1.2      1.1
//	2   0     1               -        1
func TestFactor(t *testing.T) {
	s := Defaults()
	for _, c := range []struct{ advantage, gap, want float64 }{
		{2, 0.1, 1.052585}, {2, 1, 1.1}, {2, -1, 0.9}, {-2, 0.1, 0.952419}, {-2, -1, 1.1}, {2, 0, 1}, {0, 3, 1.1}, {2, math.Inf(1), 1.1},
	} {
		require.InDelta(t, c.want, s.factor(0.5, c.advantage, c.gap), 1e-6, "A %v, gap %v", c.advantage, c.gap)
		require.Equal(t, 1.0, s.factor(0, c.advantage, c.gap))
	}
}

// lambda falls from 0.5 in a line and is 0 from decay_steps on.
func TestLambda(t *testing.T) {
	s := Defaults()
	s.DecaySteps = 4
	var got []float64
	for step := range 6 {
		got = append(got, s.lambda(step))
	}
	require.Equal(t, []float64{0.5, 0.375, 0.25, 0.125, 0, 0}, got)
	s.DecaySteps = 0
	require.Equal(t, 0.5, s.lambda(1000))
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"lambda":      func(s *Settings) { s.Lambda = 2 },
		"decay_steps": func(s *Settings) { s.DecaySteps = -1 },
		"mix_clip":    func(s *Settings) { s.MixClip = -1 },
		"skills":      func(s *Settings) { s.Skills = "none" },
		"clip":        func(s *Settings) { s.Clip = -1 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
