package r2s

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// lastCommand makes the last command an episode's outcome, and "look" no outcome.
type lastCommand struct{}

func (lastCommand) OutcomeKey(commands []string) string {
	for i := len(commands) - 1; i >= 0; i-- {
		if commands[i] != "look" {
			return commands[i]
		}
	}
	return ""
}

// takeover is an episode of valid commands; one that starts with "!" was refused.
func takeover(won bool, commands ...string) *registry.Episode {
	e := &registry.Episode{Won: won}
	for _, c := range commands {
		name, refused := strings.CutPrefix(c, "!")
		e.Turns = append(e.Turns, registry.Turn{Tokens: []backends.Token{1}, Response: registry.Response{Action: name}, Parsed: true, Valid: !refused})
	}
	return e
}

func TestByConsensus(t *testing.T) {
	for _, c := range []struct {
		name      string
		agreement float64
		takeovers []*registry.Episode
		want      []bool
	}{
		{"three of four agree", 0.5, []*registry.Episode{takeover(true, "a"), takeover(false, "x", "a"), takeover(true, "b"), takeover(true, "a")}, []bool{true, true, false, true}},
		{"half is not more than half", 0.5, []*registry.Episode{takeover(true, "a"), takeover(true, "a"), takeover(true, "b"), takeover(true, "c")}, []bool{false, false, false, false}},
		{"no outcome is no vote", 0.5, []*registry.Episode{takeover(true, "look"), takeover(true, "look"), takeover(true, "look"), takeover(true, "a")}, []bool{false, false, false, false}},
		{"refused commands do not count", 0.5, []*registry.Episode{takeover(true, "a", "!b"), takeover(true, "a"), takeover(true, "!a", "b")}, []bool{true, true, false}},
		{"winning is not looked at", 0.5, []*registry.Episode{takeover(false, "a"), takeover(false, "a"), takeover(true, "b")}, []bool{true, true, false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, byConsensus(&branch{Takeovers: c.takeovers}, lastCommand{}, c.agreement))
		})
	}
}

// Three of four pass the judge: more than half; of two of four none passes. The refused and the looping end pass no judge, nor
// does winning help.
func TestByJudge(t *testing.T) {
	ends, refused, loops := takeover(false, "a", "b"), takeover(true, "a", "!b"), takeover(true, "b", "b")
	for _, c := range []struct {
		takeovers []*registry.Episode
		want      []bool
	}{
		{[]*registry.Episode{ends, refused, ends, ends}, []bool{true, false, true, true}},
		{[]*registry.Episode{ends, refused, ends, loops}, []bool{false, false, false, false}},
	} {
		s := Repair{Select: "judge", Agreement: 0.5}
		rule, asked := s.completion()
		require.Nil(t, asked)
		got, err := byJudge(t.Context(), []*branch{{}, {Takeovers: c.takeovers}}, rule, s.Agreement)
		require.NoError(t, err)
		require.Equal(t, [][]bool{{}, c.want}, got)
	}
	sure, unsure := takeover(false, "a", "b"), takeover(false, "a", "b")
	sure.Turns[1].LogProbs, unsure.Turns[1].LogProbs = []float32{-0.1}, []float32{-0.9}
	s := Repair{Select: "judge", Judge: "scorer", JudgeTurns: 1, JudgeThreshold: -0.5}
	confident, _ := s.completion()
	kept, err := choose(t.Context(), []*branch{{Takeovers: []*registry.Episode{unsure}}, {Takeovers: []*registry.Episode{unsure, sure}}}, nil, &s, confident)
	require.NoError(t, err)
	require.Len(t, kept, 1)
	require.Same(t, sure, kept[0].Takeover)
}

// Settings of the judge are part of a stage's identity only where they matter.
func TestRepair_Judge(t *testing.T) {
	s := Defaults()
	require.Empty(t, s.repair().Judge)
	s.Select = "judge"
	require.Equal(t, []any{"rule", 0}, []any{s.repair().Judge, s.repair().JudgeTurns})
	s.Judge = "scorer"
	require.Equal(t, -0.1, s.repair().JudgeThreshold)
	require.Empty(t, s.repair().Address)
	s.Judge = "model"
	require.ErrorContains(t, s.Validate(), `judge = "model" needs text_model_url`)
	s.URL, s.Name = "http://localhost:8000/v1", "a model"
	require.NoError(t, s.Validate())
	require.Equal(t, s.Address, s.repair().Address)
	s.Select = "consensus"
	require.Empty(t, s.repair().Address, "nobody asks it")
	s.Judge = "rule"
	require.ErrorContains(t, s.Validate(), "Nobody asks this text model")
}

func TestShortest(t *testing.T) {
	long, short, wordy := takeover(true, "x", "y", "a"), takeover(true, "a"), takeover(true, "a")
	wordy.Turns[0].Tokens = []backends.Token{1, 2}
	br := &branch{Takeovers: []*registry.Episode{long, wordy, short}}
	require.Same(t, short, shortest(br, []bool{true, true, true}))
	require.Same(t, wordy, shortest(br, []bool{true, true, false}))
	require.Nil(t, shortest(br, []bool{false, false, false}))
}
