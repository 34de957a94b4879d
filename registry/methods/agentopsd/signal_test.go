package agentopsd

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

// group is one won and one lost episode of three turns each, the first of two tokens, with the same gaps; the masked turn of the
// won one is no evidence. A_GRPO is 1 and -1 (less 2e-6).
func group(s *Settings) (*training.Batch, []skills.Gaps) {
	s.Size = 2
	masked := turn(3)
	masked.Masked = true
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(2), masked, turn(1), turn(1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(2), turn(1), turn(1)}},
	})
	g := skills.Gaps{Of: []float64{0.5, 0.5, -2, 0}, Scored: []bool{true, true, true, true}}
	return batch, []skills.Gaps{g, g}
}

// B_0 = 1/2, log-odds 0; gamma = 0.95; lambda = 0.5, b = 0.2.
//
//	k  e_k  c_k                          B_k       DeltaB_k
//	1  1    1                            0.731059   0.231059
//	2  -2   0.95 - 2 = -1.05             0.259225  -0.471833
//	3  0    -0.9975                      0.269433   0.010208
//
// mean -0.076856, deviation 0.293484.
//
// Won, q = DeltaB: z = 1.049168, -1.345824, 0.296656; w = 1.2 (cut from 1.209834), 0.8 (cut), 1.059331;
// A_k = 0.5 + 0.5 w = 1.1, 0.9, 1.029666. Lost, q = -DeltaB: z changes sign, w = 0.8, 1.2, 0.940669 and A_k = -0.9, -1.1, -0.970334.
func TestSignal(t *testing.T) {
	s := Defaults()
	batch, gaps := group(&s)
	s.credit(batch, gaps)
	require.InDeltaSlice(t, []float64{1.1, 1.1, 0.9, 1.029666}, batch.Advantages[0], 1e-5)
	require.InDeltaSlice(t, []float64{-0.9, -0.9, -1.1, -0.970334}, batch.Advantages[1], 1e-5)
	require.InDelta(t, 0.269433, batch.Numbers["belief"], 1e-6)
}

// The ablations on the same group, b = 1 so that nothing is cut but z = -1.35 and below.
//
//	unsigned  the lost episode has the weights of the won one: w = 2 (cut), 0 (cut), 1.296656; A_k = -1.5, -0.5, -1.148328
//	raw gap   e = 1, -2, 0: mean -1/3, deviation 1.247219; z = 1.069045, -1.336306, 0.267261; w = 2, 0, 1.267261; A = 1.5, 0.5, 1.133631
//	token     e = 0.5, 0.5, -2, 0: c = 0.5, 0.975, -1.07375, -1.020063; B = 0.622459, 0.726115, 0.254691, 0.265015;
//	          DeltaB = 0.122459, 0.103656, -0.471424, 0.010325; mean -0.058746, deviation 0.242014;
//	          z = 0.748739, 0.671042, -1.705180, 0.285400; w = 1.748739, 1.671042, 0, 1.285400; A = 1.374369, 1.335521, 0.5, 1.142700
func TestSignal_Ablations(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(*Settings)
		won, lost []float64
	}{
		"unsigned": {func(s *Settings) { s.Signed = false }, []float64{1.5, 1.5, 0.5, 1.148328}, []float64{-1.5, -1.5, -0.5, -1.148328}},
		"raw gap":  {func(s *Settings) { s.Credit = "gap" }, []float64{1.5, 1.5, 0.5, 1.133631}, []float64{-0.5, -0.5, -1.5, -0.866369}},
		"token":    {func(s *Settings) { s.Credit = "token" }, []float64{1.374369, 1.335521, 0.5, 1.142700}, []float64{-0.625631, -0.664479, -1.5, -0.857300}},
	} {
		t.Run(name, func(t *testing.T) {
			s := Defaults()
			s.Bound = 1
			c.change(&s)
			batch, gaps := group(&s)
			s.credit(batch, gaps)
			require.InDeltaSlice(t, c.won, batch.Advantages[0], 1e-5)
			require.InDeltaSlice(t, c.lost, batch.Advantages[1], 1e-5)
		})
	}
}

// The success rate of the group is the prior, held off 0 and 1; prior = "half" is log-odds 0.
func TestPrior(t *testing.T) {
	won, lost := &registry.Episode{Won: true}, &registry.Episode{}
	s := Defaults()
	require.Equal(t, 0.75, s.prior([]*registry.Episode{won, lost, won, won}))
	require.Equal(t, 1-1e-3, s.prior([]*registry.Episode{won}))
	require.Equal(t, 1e-3, s.prior([]*registry.Episode{lost, lost}))
	s.Prior = "half"
	require.Equal(t, 0.5, s.prior([]*registry.Episode{won}))
}

// Without evidence, or without a skill, advantages stay as they are.
func TestSignal_Nothing(t *testing.T) {
	s := Defaults()
	batch, gaps := group(&s)
	want, _ := group(&s)
	gaps[0] = skills.Gaps{Of: make([]float64, 4), Scored: make([]bool, 4)}
	gaps[1] = skills.Gaps{Of: make([]float64, 4), Scored: []bool{true, true, true, true}}
	s.credit(batch, gaps)
	require.Equal(t, want.Advantages, batch.Advantages)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"lambda": func(s *Settings) { s.Lambda = 2 },
		"bound":  func(s *Settings) { s.Bound = -1 },
		"gamma":  func(s *Settings) { s.Gamma = 1.5 },
		"prior":  func(s *Settings) { s.Prior = "none" },
		"credit": func(s *Settings) { s.Credit = "turn" },
		"skills": func(s *Settings) { s.Skills = "" },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
