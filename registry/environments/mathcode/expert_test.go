package mathcode_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

// tally sums up episodes that an expert played.
type tally struct{ n, won, turns, hesitations, repeats int }

// play lets the expert solve until it answers or limit turns have passed.
func (y *tally) play(e *mathcode.Drawn, w registry.World, x registry.Expert, limit int) (commands []string, won bool) {
	y.n++
	said := map[string]bool{}
	for range limit {
		r := x.Act()
		y.turns++
		if e.Hesitates(r) {
			y.hesitations++
		}
		if said[r.Action] {
			y.repeats++
		}
		said[r.Action] = true
		commands = append(commands, r.Action)
		o := w.Step(r.Action)
		x.Observe(r.Action, o.Observation)
		if o.Done {
			if o.Won {
				y.won++
			}
			return commands, o.Won
		}
	}
	return commands, false
}

func TestExpert_Finishes(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	var y, referred tally
	for i := range 300 {
		w := start(t, e, "train", i)
		commands, won := y.play(e, w.Fork(), e.Expert(w.Observation(), uint64(i)), 60)
		require.True(t, won, "task %d", i)
		x := e.Expert(w.Observation(), uint64(i))
		x.Reference(commands)
		_, won = referred.play(e, w, x, 60)
		require.True(t, won, "task %d with a reference", i)
	}
	require.Greater(t, y.turns, referred.turns+300, "a reference saves the failing programs")
	require.Greater(t, y.hesitations, referred.hesitations)
	require.InDelta(t, 6.6, float64(y.turns)/300, .5)
	// What the calculator lacked is run again once it is there: that, and hesitation.
	require.InDelta(t, 2.6, float64(y.repeats)/300, .5)
}

// A reference changes what the expert does and never what it says it has read.
func TestExpert_ThoughtsReport(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	differ := 0
	for i := range 60 {
		w := start(t, e, "train", i)
		solution, ok := e.Solve(w)
		require.True(t, ok)
		plain, told := e.Expert(w.Observation(), 1), e.Expert(w.Observation(), 1)
		told.Reference(solution)
		for range 4 {
			a, b := plain.Act(), told.Act()
			if !e.Hesitates(a) && !e.Hesitates(b) {
				require.Equal(t, a.Thought, b.Thought)
				if a.Action != b.Action {
					differ++
				}
			}
			o := w.Step(a.Action)
			plain.Observe(a.Action, o.Observation)
			told.Observe(a.Action, o.Observation)
		}
	}
	require.Positive(t, differ)
}

// An agent that repeats its first program learns nothing, whatever the number of turns.
func TestStagnation(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	w := start(t, e, "train", 0)
	first := e.Expert(w.Observation(), 1).Act().Action
	o := w.Step(first)
	require.True(t, o.Valid)
	require.True(t, strings.HasSuffix(o.Observation, "is not defined"))
	before := w.Signature()
	for range 20 {
		require.Equal(t, o, w.Step(first))
	}
	require.Equal(t, before, w.Signature())
}
