package webshop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
)

// tally sums up episodes that an expert played.
type tally struct {
	n, won, turns, hesitations int
	score                      float64
}

// play lets the expert shop until it buys or limit turns have passed.
func (y *tally) play(e *webshop.Environment, w registry.World, x registry.Expert, limit int) (commands []string, won bool) {
	y.n++
	for range limit {
		r := x.Act()
		if e.Hesitates(r) {
			y.hesitations++
		}
		commands = append(commands, r.Action)
		y.turns++
		o := w.Step(r.Action)
		x.Observe(r.Action, o.Observation)
		if o.Done {
			y.score += o.Score
			if o.Won {
				y.won++
			}
			return commands, o.Won
		}
	}
	return commands, false
}

func (y *tally) mean(v int) float64 { return float64(v) / float64(y.n) }

const episodes = 150

func TestExpert_Finishes(t *testing.T) {
	for _, titles := range []string{"full", "short"} {
		s := webshop.Defaults()
		s.Titles = titles
		e := newEnvironment(t, s)
		var y, referred tally
		for i := range episodes {
			w := start(t, e, "train", i)
			commands, won := y.play(e, w.Fork(), e.Expert(w.Observation(), uint64(i)), 60)
			require.True(t, won, "task %d", i)
			x := e.Expert(w.Observation(), uint64(i))
			x.Reference(commands)
			_, won = referred.play(e, w, x, 60)
			require.True(t, won, "task %d with a reference", i)
		}
		require.Greater(t, y.mean(y.turns), referred.mean(referred.turns)+1, "a reference saves turns")
		require.Greater(t, y.hesitations, 2*referred.hesitations, "and hesitation")
		require.InDelta(t, map[string]float64{"full": 8.8, "short": 11.4}[titles], y.mean(y.turns), 1)
	}
}

// A reference changes where the expert goes and never what it says it has seen.
func TestExpert_ThoughtsReport(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
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
			// Both go on from what the first did.
			o := w.Step(a.Action)
			plain.Observe(a.Action, o.Observation)
			told.Observe(a.Action, o.Observation)
		}
	}
	require.Positive(t, differ)
}

// Buying the first row whose kind and price are right wins a third of the tasks and earns most of the reward
// in the rest.
func TestBlind(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	var y tally
	for i := range episodes {
		w := start(t, e, "train", i)
		y.play(e, w, e.Blind(w.Observation()), e.Horizon())
	}
	require.InDelta(t, .35, y.mean(y.won), .08)
	require.InDelta(t, .83, y.score/float64(y.n), .05)
}

func TestOutcomes_NotWon(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	w := start(t, e, "train", 0)
	first := w.Step(w.Admissible()[0])
	require.False(t, first.Done)
	require.Zero(t, first.Score)
	w.Step(w.Admissible()[len(w.Admissible())-1])
	bought := w.Step("click[buy now]")
	require.True(t, bought.Done)
	require.False(t, bought.Won, "the option was not chosen")
	require.Positive(t, bought.Score)
	require.Less(t, bought.Score, 1.0)
}

func TestOutcomeKey(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	for _, c := range []struct{ commands, key string }{
		{"search[x];click[b000000001];click[red];click[blue];click[buy now]", "b000000001 blue  "},
		{"search[x];click[b000000001];click[m];click[features];click[< prev];click[navy blue];click[thin];click[buy now]", "b000000001 navy blue m thin"},
		{"search[x];click[b000000001];click[red];click[< prev];click[next >];click[b000000002];click[buy now]", "b000000002   "},
		{"search[x];click[b000000001];click[silver];click[size 7.5];click[x-large];click[buy now]", "b000000001 silver x-large "},
		{"search[x];click[b000000001];click[features];click[buy now]", ""},
		{"search[x];click[b000000001];click[red]", ""},
		{"", ""},
	} {
		require.Equal(t, c.key, e.OutcomeKey(strings.Split(c.commands, ";")), c.commands)
	}
}

func TestSearches(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	for action, want := range map[string]bool{
		"search[x]": true, "click[next >]": true, "click[< prev]": true, "click[back to search]": true, "click[buy now]": false, "click[b000000001]": false, "look": false,
	} {
		require.Equal(t, want, e.Searches(registry.Response{Action: action}), action)
	}
	require.Equal(t, "hesitation", e.WordClass("Hmm,"))
	require.Equal(t, "search", e.WordClass("compare"))
}
