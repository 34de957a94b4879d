package opid

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

func turn(valid bool, tokens int) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, tokens), LogProbs: make([]float32, tokens), Parsed: true, Valid: valid}
}

func groupOfTwo(s *Settings) *training.Batch {
	s.Size = 2
	return training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(true, 2), turn(true, 1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(false, 1), turn(true, 1)}},
	})
}

// Returns 1 and 0, mean 1/2: A_ep = 0.5 and -0.5, the invalid turn's -0.5 - 0.1. episode_coef = 0.1, step_coef = 0.01; the
// second turn of the won episode and the first of the lost one have skills of their own:
//
//	episode  turn  Delta      A
//	won      1     1, -2      0.5 + 0.1 = 0.6, 0.5 - 0.2 = 0.3
//	won      2     3          0.5 + 0.03 = 0.53
//	lost     1     -4         -0.6 - 0.04 = -0.64
//	lost     2     0.5        -0.5 + 0.05 = -0.45
func TestSignal(t *testing.T) {
	s := Defaults()
	s.EpisodeCoef, s.StepCoef = 0.1, 0.01
	batch := groupOfTwo(&s)
	lessons := []judge.Lesson{
		{Episode: []string{"right"}, Steps: []judge.StepSkill{{Turn: 1, Commands: []string{"left"}}}},
		{Episode: []string{"right"}, Steps: []judge.StepSkill{{Turn: 0, Commands: []string{"left"}}}},
	}
	s.shape(batch, lessons, []skills.Gaps{{Of: []float64{1, -2, 3}}, {Of: []float64{-4, 0.5}}})
	require.InDeltaSlice(t, []float64{0.6, 0.3, 0.53}, batch.Advantages[0], 1e-12)
	require.InDeltaSlice(t, []float64{-0.64, -0.45}, batch.Advantages[1], 1e-12)
	require.Equal(t, 0.4, batch.Numbers["step_skilled_share"])
}

// The skill of the turn comes first, then the episode's; a skill whose coefficient is 0 is not told.
func TestTold(t *testing.T) {
	lessons := []judge.Lesson{{Episode: []string{"right"}, Steps: []judge.StepSkill{{Turn: 1, Commands: []string{"left"}}}}, {}}
	for _, c := range []struct {
		episode, step float64
		want          [2][]string
	}{
		{1, 1, [2][]string{{"right"}, {"left"}}},
		{1, 0, [2][]string{{"right"}, {"right"}}},
		{0, 1, [2][]string{nil, {"left"}}},
		{0, 0, [2][]string{nil, nil}},
	} {
		s := Defaults()
		s.EpisodeCoef, s.StepCoef = c.episode, c.step
		told := s.told(lessons)
		require.Equal(t, c.want, [2][]string{told(0, 0), told(0, 1)})
		require.Nil(t, told(1, 0), "no lesson")
	}
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"analyst":      func(s *Settings) { s.Analyst = "model" },
		"step_skills":  func(s *Settings) { s.StepSkills = -1 },
		"episode_coef": func(s *Settings) { s.EpisodeCoef = -1 },
		"step_coef":    func(s *Settings) { s.StepCoef = -1 },
		"normalize":    func(s *Settings) { s.Normalize = "none" },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
