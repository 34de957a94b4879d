package prod

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/text/stagnation"
	"github.com/retort-ml/retort/registry/training"
)

func acting(won bool, actions ...string) *registry.Episode {
	e := &registry.Episode{Won: won}
	for _, a := range actions {
		e.Turns = append(e.Turns, registry.Turn{Response: registry.Response{Action: a}, Observation: "none"})
	}
	return e
}

// The student does the same thing in three of four turns: s = 0, 1, 1, and 0 for a turn that shares no word; S = 2/4. The
// teacher's two turns share one word of two: s = 0, 1/2; S = 1/4. DeltaS = 1/4, f = c0 (alpha/4 + (1 - alpha) [failed]).
func TestPairs(t *testing.T) {
	shown := []*registry.Episode{acting(true, "search boss", "search mayor")}
	for _, c := range []struct {
		alpha, c0, want float64
		won             bool
	}{
		{0.5, 1, 0.125, true}, {0.5, 1, 0.625, false}, {1, 2, 0.5, false}, {0, 2, 2, false}, {0, 2, 0, true}, {0.5, 0, 0, false},
	} {
		s := Signal{Alpha: c.alpha, C0: c.c0, Margin: "adaptive", Similarity: "lexical"}
		own := []*registry.Episode{acting(c.won, "search boss", "search boss", "search boss", "answer city")}
		pairs, found, err := s.Pairs(t.Context(), judge.RuleStagnation{}, shown, own)
		require.NoError(t, err)
		require.Equal(t, []training.Pair{{Chosen: shown[0], Rejected: own[0], Margin: c.want}}, pairs)
		require.InDelta(t, 0.5, found.student, 1e-12)
		require.InDelta(t, 0.25, found.teacher, 1e-12)
		require.Equal(t, 1.0, found.beyond)
		s.Margin, s.FixedAt = "fixed", 0.3
		pairs, _, err = s.Pairs(t.Context(), judge.RuleStagnation{}, shown, own)
		require.NoError(t, err)
		require.InDelta(t, 0.3, pairs[0].Margin, 0)
	}
}

// Only the turns that repeat others word for word are rejected; the margin is that of the whole episode.
func TestPairs_Stagnant(t *testing.T) {
	s := Signal{Alpha: 1, C0: 1, Similarity: "lexical", Rejected: "stagnant", StagnantAt: 0.99}
	own := []*registry.Episode{acting(false, "search boss", "search mayor", "search boss")}
	pairs, _, err := s.Pairs(t.Context(), judge.RuleStagnation{}, []*registry.Episode{acting(true, "answer city")}, own)
	require.NoError(t, err)
	require.InDelta(t, 0.5, pairs[0].Margin, 1e-12)
	masked := []bool{}
	for _, turn := range pairs[0].Rejected.Turns {
		masked = append(masked, turn.Masked)
	}
	require.Equal(t, []bool{true, true, false}, masked)
	require.False(t, own[0].Turns[0].Masked, "the episode stays as it was")
}

// A student that repeats itself less than the teacher is not pushed for it.
func TestMargin_NegativeGap(t *testing.T) {
	s := Signal{Alpha: 0.5, C0: 1}
	require.Zero(t, s.margin(-0.4, false))
	require.InDelta(t, 0.5, s.margin(-0.4, true), 1e-12)
}

// By the judge's rule only doing the same and being told the same counts in full.
func TestStagnation_Similarities(t *testing.T) {
	e := []*registry.Episode{acting(false, "search boss", "search mayor", "search boss")}
	for similarity, want := range map[string]float64{"judge": 1.0 / 3, "lexical": (0.5 + 1) / 3} {
		s := Signal{Similarity: similarity}
		got, err := s.stagnation(t.Context(), judge.RuleStagnation{}, e)
		require.NoError(t, err)
		require.InDelta(t, want, stagnation.Mean(got[0]), 1e-12, similarity)
	}
	s := Signal{Similarity: "semantic"}
	got, err := s.stagnation(t.Context(), judge.RuleStagnation{}, e)
	require.NoError(t, err)
	require.Greater(t, stagnation.Mean(got[0]), 1.0/3)
	require.Less(t, stagnation.Mean(got[0]), 2.0/3)
}

func TestPairs_Uneven(t *testing.T) {
	s := Signal{Similarity: "lexical"}
	_, _, err := s.Pairs(t.Context(), judge.RuleStagnation{}, nil, []*registry.Episode{acting(true, "a")})
	require.EqualError(t, err, "pair trajectories: 0 of the teacher and 1 of the student")
}

// r of (1, 2, 3) and (2, 4, 7) is 5 / sqrt(2 * 38/3).
func TestCorrelation(t *testing.T) {
	r, ok := correlation([]float64{1, 2, 3}, []float64{2, 4, 7})
	require.True(t, ok)
	require.InDelta(t, 5/math.Sqrt(2*38.0/3), r, 1e-12)
	_, ok = correlation([]float64{1, 1}, []float64{2, 3})
	require.False(t, ok)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"alpha":       func(s *Settings) { s.Alpha = 1.5 },
		"similarity":  func(s *Settings) { s.Similarity = "model" },
		"judge":       func(s *Settings) { s.Judge = "model" },
		"margin":      func(s *Settings) { s.Margin = "none" },
		"text_model":  func(s *Settings) { s.Name = "a model" },
		"rounds":      func(s *Settings) { s.Rounds = 0 },
		"beta":        func(s *Settings) { s.Beta = -1 },
		"temperature": func(s *Settings) { s.Temperature = 11 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
