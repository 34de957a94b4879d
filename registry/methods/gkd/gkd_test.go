package gkd

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

func TestDivergence(t *testing.T) {
	s := Defaults()
	s.Beta = 0.25
	require.Equal(t, backends.Loss{Kind: backends.JSD, Beta: 0.25}, s.divergence())
}

// streams is a bench of which only the random streams are there.
type streams struct{ registry.Bench }

func (streams) Rand(purpose string) *rand.Rand {
	var seed uint64
	for _, c := range purpose {
		seed = seed*1099511628211 + uint64(c)
	}
	return rand.New(rand.NewPCG(seed, 1))
}

func TestOnPolicy(t *testing.T) {
	for _, lambda := range []float64{0, 0.5, 1} {
		t.Run(fmt.Sprint(lambda), func(t *testing.T) {
			s := Defaults()
			s.OnPolicy = lambda
			n := 0
			for step := range 1000 {
				if s.onPolicy(streams{}, step) {
					n++
				}
				require.Equal(t, s.onPolicy(streams{}, step), s.onPolicy(streams{}, step), "a step is one or the other")
			}
			require.InDelta(t, 1000*lambda, n, 60*lambda*(1-lambda)*4)
		})
	}
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"beta":         func(s *Settings) { s.Beta = -0.1 },
		"lambda":       func(s *Settings) { s.OnPolicy = 1.1 },
		"trajectories": func(s *Settings) { s.Trajectories = 0 },
		"steps":        func(s *Settings) { s.Steps = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
