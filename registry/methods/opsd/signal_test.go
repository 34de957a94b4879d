package opsd

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

func turn(student ...float32) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, len(student)), LogProbs: student, Parsed: true, Valid: true}
}

// A group of two episodes, one won: A_GRPO is 1 and -1 (less 2e-6). The won one has three tokens with gaps 0.2, -0.4 and 0, the
// lost one a token without a skill. beta = 5, a vocabulary of 4 words (ln V = 1.38629), entropies 0.693147 (half of ln V), 0 and
// 1.38629 (all of it):
//
//	g     sigma(5 g)  H/ln V  soft or: 1 - (1 - .)(1 - .)
//	0.2   0.731059    0.5     1 - 0.268941 * 0.5 = 0.865529
//	-0.4  0.119203    0       0.119203
//	0     0.5         1       1
//
// A_t = 1 + 0.01 gate_t; the token without a skill keeps -1. With the sigmoid L_D = (0.731059 * 0.2 - 0.119203 * 0.4) / 4 = 0.0246327.
func TestSignal(t *testing.T) {
	gaps := []skills.Gaps{{Of: []float64{0.2, -0.4, 0}, Scored: []bool{true, true, true}}, {Of: []float64{0}, Scored: []bool{false}}}
	entropies := [][]float64{{math.Ln2, 0, math.Log(4)}, {math.Ln2}}
	for gate, want := range map[string][]float64{
		"sigmoid": {0.731059, 0.119203, 0.5},
		"entropy": {0.5, 0, 1},
		"soft-or": {0.865529, 0.119203, 1},
	} {
		t.Run(gate, func(t *testing.T) {
			s := Defaults()
			s.Size, s.Gate = 2, gate
			batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
				{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1, -1), turn(-1)}},
				{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-1)}},
			})
			gates := s.gates(gaps, entropies, 4)
			require.InDeltaSlice(t, want, gates[0], 1e-6)
			s.add(batch, gaps, gates)
			data := batch.Data(nil)
			for j := range want {
				require.InDelta(t, 1+0.01*want[j], data[0].Advantages[j], 1e-5)
			}
			require.InDelta(t, -1, data[1].Advantages[0], 1e-5)
			require.InDelta(t, (want[0]+want[1]+want[2])/3, batch.Numbers["gate"], 1e-6)
			if gate == "sigmoid" {
				require.InDelta(t, 0.0246327, batch.Numbers["distillation"], 1e-6)
			}
		})
	}
}

// grpo-opsd at its defaults, beta = 0 and coefficient 0.01: every token with a skill gets 0.01 * 1/2, whatever its gap, and one
// without gets nothing. A group of two, one won, A_GRPO 1 and -1 (less 2e-6):
//
//	A = 1 + 0.005 = 1.005 on the won episode's two tokens, -1 + 0.005 = -0.995 and -1 on the lost one's
//	L_D = 1/2 (0.2 - 3 + 1) / 4 = -0.225
func TestSignal_Constant(t *testing.T) {
	s := ConstantDefaults()
	s.Size = 2
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1, -1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-1), turn(-1)}},
	})
	gaps := []skills.Gaps{{Of: []float64{0.2, -3}, Scored: []bool{true, true}}, {Of: []float64{1, 0}, Scored: []bool{true, false}}}
	s.add(batch, gaps, s.gates(gaps, nil, 4))
	require.InDeltaSlice(t, []float64{1.005, 1.005}, batch.Advantages[0], 1e-5)
	require.InDeltaSlice(t, []float64{-0.995, -1}, batch.Advantages[1], 1e-5)
	require.Equal(t, 0.5, batch.Numbers["gate"])
	require.InDelta(t, -0.225, batch.Numbers["distillation"], 1e-12)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*AloneSettings){
		"gate":              func(s *AloneSettings) { s.Gate = "open" },
		"gate_beta":         func(s *AloneSettings) { s.GateBeta = -1 },
		"distillation_coef": func(s *AloneSettings) { s.DistillationCoef = math.NaN() },
		"form":              func(s *AloneSettings) { s.Form = "half" },
		"skills":            func(s *AloneSettings) { s.Skills = skills.Hindsight },
		"analyst":           func(s *AloneSettings) { s.Analyst = "model" },
		"group":             func(s *AloneSettings) { s.Size = 0 },
		"steps":             func(s *AloneSettings) { s.Steps = 0 },
	} {
		s := AloneDefaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
	s := Defaults()
	s.Skills = skills.Hindsight
	require.NoError(t, s.Validate(), "reinforcement may read the outcome")
}

// likely says of every wanted token that it is as likely as any of four.
type likely struct{ requests []backends.ScoreRequest }

func (l *likely) Score(_ context.Context, requests []backends.ScoreRequest) ([]backends.Score, error) {
	l.requests = append(l.requests, requests...)
	scores := make([]backends.Score, len(requests))
	for i, r := range requests {
		scores[i] = backends.Score{LogProbs: make([]float32, len(r.Positions)), Full: make([]float32, 4*len(r.Positions))}
		for j := range scores[i].Full {
			scores[i].Full[j] = float32(math.Log(0.25))
		}
	}
	return scores, nil
}

// told is a source with the same skill for the first episode of a batch and none for the others.
type told []string

func (s told) Tell(context.Context, *training.Batch) (training.Privilege, error) {
	return func(episode, _ int) []string {
		if episode == 0 {
			return s
		}
		return nil
	}, nil
}

// The outcome is dropped, and each token of the episode with a skill is compared with a whole distribution, weighted
// distillation_coef over the four tokens of the batch.
func TestFull(t *testing.T) {
	s := AloneDefaults()
	s.Size, s.Form, s.DistillationCoef = 2, "full", 0.5
	format := compact.New((&corridor.Environment{}).View(), 8, false)
	prompt := format.Begin("cell 0 goal 1").Prompt()
	batch := training.Reinforce{Group: s.Group}.Batch([]*registry.Episode{
		{Task: registry.Task{Split: "train"}, Introduction: "cell 0 goal 1", Prompt: prompt, Won: true, Turns: []registry.Turn{turn(-1, -1), turn(-1)}},
		{Task: registry.Task{Split: "train"}, Introduction: "cell 0 goal 1", Prompt: prompt, Turns: []registry.Turn{turn(-1)}},
	})
	scorer := &likely{}
	require.NoError(t, s.alone(t.Context(), 0, batch, skills.Own{Student: scorer, Environment: &corridor.Environment{}, Format: format, Source: told{"right"}}))
	require.Equal(t, [][]float64{{0, 0, 0}, {0}}, batch.Advantages)
	require.Len(t, scorer.requests, 1)
	require.Len(t, scorer.requests[0].Tokens, len(prompt)+4+3, "<ref> right ; </ref> before the three tokens")
	require.Len(t, batch.Terms, 1)
	require.Equal(t, backends.Loss{Kind: backends.ReverseKL}, batch.Terms[0].Loss)
	data := batch.Terms[0].Data
	require.Len(t, data, 1)
	require.Len(t, data[0].Tokens, len(prompt)+3, "the student reads no skill")
	require.Equal(t, []float32{0.125, 0.125, 0.125}, data[0].Weights)
	require.Len(t, data[0].Target, 12)
	require.Equal(t, 0.75, batch.Numbers["skilled_share"])
}
