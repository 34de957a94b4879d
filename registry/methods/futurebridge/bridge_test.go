package futurebridge

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// scored is a turn of the student with its log-probabilities and the teacher's.
func scored(student, teacher []float32) registry.Turn {
	return registry.Turn{
		Tokens: make([]backends.Token, len(student)), LogProbs: student, TeacherLogProbs: teacher, Parsed: true, Valid: true,
	}
}

// Mean l_S - l_T a turn:
//
//	turn 0  replayed, masked                      would be 9
//	turn 1  (0.5 + 1.5) / 2                       1
//	turn 2  not parsable                          would be 5
//	turn 3  (-1 + 4.2) / 2                        1.6     <- k*
//	turn 4  forced token not counted: 0.4 / 1     0.4
//	turn 5  final                                 would be 7
func episode() *registry.Episode {
	e := &registry.Episode{Turns: []registry.Turn{
		scored([]float32{-1}, []float32{-10}),
		scored([]float32{-1, -1}, []float32{-1.5, -2.5}),
		scored([]float32{-1}, []float32{-6}),
		scored([]float32{-2, -0.1}, []float32{-1, -4.3}),
		scored([]float32{-0.1, 0}, []float32{-0.5, -30}),
		scored([]float32{-1}, []float32{-8}),
	}}
	e.Turns[0].Masked, e.Turns[2].Parsed, e.Turns[4].Forced = true, false, 1
	return e
}

func TestTurn(t *testing.T) {
	s := Defaults()
	require.Equal(t, 3, s.turn(episode(), nil))
	require.Equal(t, -1, s.turn(&registry.Episode{Turns: episode().Turns[5:]}, nil), "an episode of one turn has no turn to bridge")
	none := episode()
	for k := range none.Turns {
		none.Turns[k].Masked = true
	}
	require.Equal(t, -1, s.turn(none, nil))

	s.Select = "random"
	drawn := map[int]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		drawn[s.turn(episode(), rng)]++
	}
	require.Len(t, drawn, 3)
	for _, k := range []int{1, 3, 4} {
		require.InDelta(t, 1000, drawn[k], 100, "each candidate as often as the others")
	}
}

// Tokens after turn 1 with l_T > l_S: none of turn 2's one, one of turn 3's two, none of turn 4's one that counts,
// none of turn 5's one: 1/5.
func TestRatio(t *testing.T) {
	require.InDelta(t, 0.2, ratio(episode(), 2), 1e-12)
	require.Zero(t, ratio(episode(), 6))
	equal := &registry.Episode{Turns: []registry.Turn{scored([]float32{-1}, []float32{-1})}}
	require.Zero(t, ratio(equal, 0), "no difference is not better")
}

func TestFull(t *testing.T) {
	e := &registry.Episode{Turns: make([]registry.Turn, 5)}
	for k := range e.Turns {
		e.Turns[k].Parsed, e.Turns[k].Valid = true, true
	}
	require.True(t, full(e, 1, 3))
	require.False(t, full(e, 1, 4), "it ended early")
	e.Turns[1].Valid = false
	require.True(t, full(e, 1, 3), "the turn itself is not asked")
	e.Turns[4].Valid = false
	require.False(t, full(e, 1, 3))
	e.Turns[4].Valid, e.Turns[3].Parsed = true, false
	require.False(t, full(e, 1, 3))
}

// line is a world that is over after its steps.
type line struct {
	registry.World
	steps int
}

func (w *line) Step(string) registry.Outcome { w.steps--; return registry.Outcome{Done: w.steps <= 0} }
func (w *line) Fork() registry.World         { c := *w; return &c }

func TestBounded(t *testing.T) {
	w := &bounded{World: &line{steps: 9}, left: 2}
	fork := w.Fork().(*bounded)
	require.False(t, w.Step("").Done)
	require.True(t, w.Step("").Done)
	require.False(t, w.over, "the bound ended it, not the world")
	require.Equal(t, 2, fork.left)

	w = &bounded{World: &line{steps: 1}, left: 2}
	require.True(t, w.Step("").Done)
	require.True(t, w.over)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"form":               func(s *Settings) { s.Form = "" },
		"eta":                func(s *Settings) { s.Eta = 0 },
		"attempts":           func(s *Settings) { s.Attempts = 0 },
		"select":             func(s *Settings) { s.Select = "last" },
		"gate":               func(s *Settings) { s.Gate = "past" },
		"bridge_turns":       func(s *Settings) { s.BridgeTurns = 0 },
		"bridge_temperature": func(s *Settings) { s.BridgeTemperature = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
