package skillsd

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// known scores the tokens of the longer, skilled contexts with fixed log-probabilities in turn.
type known []float32

func (k known) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		scores[i].LogProbs = k[:len(r.Positions)]
	}
	return scores, nil
}

// The gradient of rho k3 at theta = old is l grad l_theta, l = l_theta - l_T. By finite differences of
// rho k3 = exp(l_theta - l_old) (exp(l_T - l_theta) - 1 + l_theta - l_T) for l_old = -1 and some l_T.
func TestGradient(t *testing.T) {
	const old, h = -1.0, 1e-5
	for _, taught := range []float64{-0.5, -1, -1.7, -4} {
		loss := func(theta float64) float64 {
			return math.Exp(theta-old) * (math.Exp(taught-theta) - 1 + theta - taught)
		}
		require.InDelta(t, old-taught, (loss(old+h)-loss(old-h))/(2*h), 1e-4)
	}
}

// A group of two, one won with the actions right and look (which only looks): A_GRPO = 1 and -1 (less 2e-6). Both read the
// skill "right". l_T is -0.5 and -3 for the two tokens of the won episode, -0.5 for the lost one's only token, l_old is -1,
// but -41 for the lost one, whose gap 40.5 is cut to 20. With lambda = 0.1:
//
//	A = 1 + 0.1 * 0.5 = 1.05,  1 - 0.1 * 2 = 0.8,  -1 + 0.1 * 20 = 1
func TestSignal(t *testing.T) {
	s := Defaults()
	s.Size, s.DistillationCoef = 2, 0.1
	format := compact.New((&corridor.Environment{}).View(), 8, false)
	right := registry.Turn{Tokens: make([]backends.Token, 1), LogProbs: []float32{-1}, Parsed: true, Valid: true, Response: registry.Response{Action: "right"}}
	look, lost := right, right
	look.Action, look.Searches = "look", true
	lost.LogProbs = []float32{-41}
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Task: registry.Task{Split: "train"}, Introduction: "cell 0 goal 1", Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{right, look}},
		{Task: registry.Task{Split: "train"}, Introduction: "cell 0 goal 1", Prompt: []backends.Token{1}, Turns: []registry.Turn{lost}},
	})
	source, err := s.Open(nil, s.Size)
	require.NoError(t, err)
	own := skills.Own{Student: known{-0.5, -3}, Environment: &corridor.Environment{}, Format: format, Source: source}
	require.NoError(t, s.shape(t.Context(), 0, batch, own))
	require.InDeltaSlice(t, []float64{1.05, 0.8}, batch.Advantages[0], 1e-5)
	require.InDeltaSlice(t, []float64{1}, batch.Advantages[1], 1e-5)
	require.Equal(t, 1.0, batch.Numbers["skilled_share"])
	require.InDelta(t, (0.5-2+40.5)/3, batch.Numbers["skill_gap"], 1e-5)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"distillation_coef": func(s *Settings) { s.DistillationCoef = -1 },
		"skills":            func(s *Settings) { s.Skills = "none" },
		"analyst":           func(s *Settings) { s.Analyst = "model" },
		"kl_coef":           func(s *Settings) { s.KLCoef = -1 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
