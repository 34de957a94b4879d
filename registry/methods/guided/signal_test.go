package guided

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// With N = 10 and rho = 0.8 the share falls over 8 steps: beta(s) = 1 - (1 - cos(pi s / 8)) / 2.
//
//	s    progress  cos(pi progress)  beta
//	0    0          1                1
//	2    0.25       0.7071068        0.8535534
//	4    0.5        0                0.5
//	8    1         -1                0
//	9    1 (cut)   -1                0
func TestShare(t *testing.T) {
	s := Defaults()
	s.Steps = 10
	for step, want := range map[int]float64{0: 1, 2: 0.8535534, 4: 0.5, 8: 0, 9: 0} {
		require.InDelta(t, want, s.share(step), 1e-7, "step %d", step)
	}
	s.ShareStart, s.ShareEnd = 0.25, 0.25
	require.Equal(t, 0.25, s.share(3), "constant exactly")
}

// An episode of three turns; the teacher played the second. The stream, and what is trained how:
//
//	index    0      | 1 2   | 3           | 4 5     | 6           | 7
//	         prompt   turn 0  observation   turn 1    observation   turn 2
//	         -        OPD     -             NLL       -             OPD
//
// Sampled OPD with kl_coef 1 gives A = l_T - l_old: 0.5, -1 and 2. n = 5, so every weight is 1/5; imitation at
// weight 0.5 has 1/10.
func TestParts(t *testing.T) {
	e := &registry.Episode{
		Prompt: []backends.Token{1},
		Turns: []registry.Turn{
			{Tokens: []backends.Token{5, 6}, LogProbs: []float32{-1, -0.5}, ObservationTokens: []backends.Token{2}},
			{Tokens: []backends.Token{7, 8}, LogProbs: []float32{-9, -9}, ObservationTokens: []backends.Token{2}},
			{Tokens: []backends.Token{9}, LogProbs: []float32{-3}},
		},
	}
	var asked []int
	own, guiding := divide([]*registry.Episode{e}, func(i, context int) bool {
		require.Zero(t, i)
		asked = append(asked, context)
		return context == 4
	})
	require.Equal(t, []int{1, 4, 7}, asked, "a turn is named by the length of its context")
	require.False(t, e.Turns[1].Masked, "the episode itself is left alone")

	s := Defaults()
	s.Form, s.ImitationWeight = "sampled", 0.5
	parts, numbers := s.parts(s.Objective(), own, guiding, []backends.Score{{LogProbs: []float32{-0.5, -1.5, -1}}})
	require.Len(t, parts, 2)
	student, teacher := parts[0], parts[1]
	require.Equal(t, backends.PolicyGradient, student.Loss.Kind)
	require.Equal(t, []int32{1, 2, 7}, student.Data[0].Positions)
	require.Equal(t, []float32{0.5, -1, 2}, student.Data[0].Advantages)
	require.Equal(t, []float32{0.2, 0.2, 0.2}, student.Data[0].Weights)
	require.Equal(t, backends.CrossEntropy, teacher.Loss.Kind)
	require.Equal(t, []int32{4, 5}, teacher.Data[0].Positions)
	require.Equal(t, []float32{0.1, 0.1}, teacher.Data[0].Weights)
	require.InDelta(t, 0.4, numbers["teacher_tokens_share"], 1e-12)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"steps":            func(s *Settings) { s.Steps = 0 },
		"share_start":      func(s *Settings) { s.ShareStart = 1.5 },
		"share_end":        func(s *Settings) { s.ShareEnd = -1 },
		"decay":            func(s *Settings) { s.Decay = 0 },
		"imitation_weight": func(s *Settings) { s.ImitationWeight = -1 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
