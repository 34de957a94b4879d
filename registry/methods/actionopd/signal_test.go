package actionopd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/actions"
)

func proposal(tokens int, valid bool, matches int) candidate {
	t := registry.Turn{Tokens: make([]backends.Token, tokens), LogProbs: make([]float32, tokens), Parsed: true}
	for j := range t.LogProbs {
		t.LogProbs[j] = -1
	}
	return candidate{turn: t, valid: valid, matches: matches}
}

// The paper's table: a teacher that said A, A, B. Proposing A earns 1 + 0.5 (2-1)/(3-1) = 1.25, B 1, another valid action 0,
// an invalid one -1.
func TestReward(t *testing.T) {
	said := []actions.Action{action("a"), action("a"), action("b")}
	s := Defaults()
	for text, want := range map[string]float64{"a": 1.25, "b": 1, "c": 0, "": -1} {
		a := action(text)
		n, err := actions.Matches(a, said, nil)
		require.NoError(t, err)
		require.Equal(t, want, s.reward(candidate{valid: a.Kind != actions.Invalid, matches: n}), text)
	}
	require.Equal(t, 1.5, s.reward(proposal(1, true, 3)))
	s.Lambda = 0
	require.Equal(t, 1.0, s.reward(proposal(1, true, 3)), "binary")
	s.TeacherSamples = 1
	require.Equal(t, 1.0, s.reward(proposal(1, true, 1)))
}

func action(text string) actions.Action { return actions.Commands{}.Read(text) }

// Two states that differ and two that teach nothing. Rewards of the first 1.25, 1, 0, -1: mean 0.3125, so that the
// advantages are 0.9375, 0.6875, -0.3125, -1.3125. Of the second 0, 0, 0, 1: -0.25 three times and 0.75. Over
// these eight rows the mean is 0 and the squares sum to 0.87890625 + 0.47265625 + 0.09765625 + 1.72265625 + 3*0.0625 + 0.5625 =
// 3.921875, so that the deviation is sqrt(3.921875/8) = 0.7001674. The third state ties, at the fourth the teacher was silent.
func TestSignal(t *testing.T) {
	s := Defaults()
	prompt := []backends.Token{7, 8}
	data, numbers := s.signal([]state{
		{context: prompt, candidates: []candidate{proposal(2, true, 2), proposal(1, true, 1), proposal(1, true, 0), proposal(1, false, 0)}},
		{context: prompt, candidates: []candidate{proposal(1, true, 0), proposal(1, true, 0), proposal(1, true, 0), proposal(1, true, 1)}},
		{context: prompt, candidates: []candidate{proposal(1, true, 1), proposal(1, true, 1), proposal(1, true, 1), proposal(1, true, 1)}},
		{context: prompt, unanswered: true, candidates: []candidate{proposal(1, true, 0), proposal(1, false, 0), proposal(1, true, 0), proposal(1, true, 0)}},
	})
	require.Len(t, data, 8)
	const deviation = 0.7001674
	for i, want := range []float64{0.9375, 0.6875, -0.3125, -1.3125, -0.25, -0.25, -0.25, 0.75} {
		for _, a := range data[i].Advantages {
			require.InDelta(t, want/deviation, a, 1e-5)
		}
		require.InDelta(t, 1.0/9, data[i].Weights[0], 1e-7, "the mean over nine tokens")
	}
	require.Equal(t, []int32{2, 3}, data[0].Positions)
	require.Len(t, data[0].Tokens, 4)
	require.Equal(t, 0.5, numbers["dropped_states_share"])
	require.Equal(t, 0.25, numbers["unanswered_states_share"])
	require.Equal(t, 14.0/16, numbers["valid_share"])

	s.Reward = "validity"
	data, _ = s.signal([]state{{context: prompt, candidates: []candidate{proposal(1, true, 2), proposal(1, true, 0)}}})
	require.Empty(t, data, "valid candidates tie")
}

func TestSignal_ForcedTokens(t *testing.T) {
	s := Defaults()
	c := proposal(3, true, 1)
	c.turn.Forced = 1
	data, _ := s.signal([]state{{context: []backends.Token{7}, candidates: []candidate{c, proposal(1, false, 0)}}})
	require.Equal(t, []int32{1, 2}, data[0].Positions)
	require.Len(t, data[0].OldLogProbs, 2)
}

func TestCommit(t *testing.T) {
	s := Defaults()
	rng := rand.New(rand.NewPCG(1, 2))
	candidates := []candidate{proposal(1, true, 2), proposal(1, true, 0), proposal(1, false, 0), proposal(1, true, 2)}
	draws := func() map[int]int {
		n := map[int]int{}
		for range 300 {
			n[s.commit(candidates, rng)]++
		}
		return n
	}
	n := draws()
	require.Zero(t, n[1]+n[2])
	require.Greater(t, n[0], 100)
	require.Greater(t, n[3], 100)
	s.Select = "random"
	n = draws()
	require.Zero(t, n[2], "an invalid candidate is never executed while there is a valid one")
	require.Greater(t, n[1], 60)
}
