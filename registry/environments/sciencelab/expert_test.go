package sciencelab_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

// demonstrate plays the expert; the turns are what it took, the limit included.
func demonstrate(e *sciencelab.Environment, w registry.World, reference []string, seed uint64, limit int) (turns, hesitations int, o registry.Outcome) {
	x := e.Expert(w.Observation(), seed)
	x.Reference(reference)
	for turns < limit && !o.Done {
		a := x.Act()
		if e.Hesitates(a) {
			hesitations++
		}
		o = w.Step(a.Action)
		x.Observe(a.Action, o.Observation)
		turns++
	}
	return turns, hesitations, o
}

// The expert never fails: it waits for what it needs to know. It hesitates, less so with a reference, which
// also saves it the search.
func TestExpert(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	const tasks = 400
	turns, hesitations, within := 0, 0, 0
	shorter, calmer := 0, 0
	for i := range tasks {
		w := start(t, e, "train", i)
		solution, ok := e.Solve(w)
		require.True(t, ok)
		n, h, o := demonstrate(e, w.Fork(), nil, uint64(i), 80)
		require.True(t, o.Won, "task %d: %s", i, w.Observation())
		turns, hesitations = turns+n, hesitations+h
		if n <= e.Horizon() {
			within++
		}
		n, h, o = demonstrate(e, w.Fork(), solution, uint64(i), 80)
		require.True(t, o.Won, "with a reference, task %d", i)
		shorter, calmer = shorter+n, calmer+h
	}
	require.InDelta(t, 13.6, float64(turns)/tasks, 1)
	require.InDelta(t, .98, float64(within)/tasks, .02)
	require.Greater(t, hesitations, tasks, "more than one an episode")
	require.Less(t, shorter, turns*85/100)
	require.Less(t, calmer, hesitations*7/10)
}

// In the full world the expert looks around by itself.
func TestExpert_Full(t *testing.T) {
	s := sciencelab.Defaults()
	s.Size, s.Objects, s.Simplifications = "full", 18, nil
	e := newEnvironment(t, s)
	won := 0
	for i := range 100 {
		_, _, o := demonstrate(e, start(t, e, "train", i), nil, uint64(i), 120)
		require.True(t, o.Won || !o.Done, "task %d fails", i)
		if o.Won {
			won++
		}
	}
	require.GreaterOrEqual(t, won, 97)
}

// Thoughts report what was observed: a thing is "found" only once a text has named it.
func TestExpert_ThoughtsClaimNothingUnseen(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	v := e.View()
	for i := range 200 {
		w := start(t, e, "train", i)
		solution, _ := e.Solve(w)
		x := e.Expert(w.Observation(), uint64(i))
		x.Reference(solution)
		r, said := v.Begin(w.Observation())
		_, room, _ := strings.Cut(strings.Join(said, " "), " : ")
		named := map[string]bool{}
		for _, word := range strings.Fields(room) {
			named[word] = true
		}
		for range e.Horizon() {
			a := x.Act()
			words := strings.Fields(a.Thought)
			if words[0] == "found" && strings.Contains(strings.Join(said, " "), words[1]) && !fixed[words[1]] {
				require.True(t, named[words[1]], "%q before it was seen, task %d", a.Thought, i)
			}
			o := w.Step(a.Action)
			x.Observe(a.Action, o.Observation)
			for _, word := range r.Observe(o.Observation) {
				named[word] = true
			}
			if o.Done {
				break
			}
		}
	}
}

// fixed things stand at the same place in every world and are left out of the view.
var fixed = map[string]bool{"red_light_bulb": true, "green_light_bulb": true, "electric_motor": true, "recipe": true, "metal_pot": true, "jug": true}

func TestLexicon(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	require.True(t, e.Hesitates(registry.Response{Thought: "hmm wax"}))
	require.False(t, e.Hesitates(registry.Response{Thought: "search wax", Action: "wait"}))
	for action, want := range map[string]bool{
		"look around": true, "go to kitchen": true, "open cupboard": true, "examine wax": true, "look in cupboard": true,
		"wait": false, "focus on wax": false, "pick up wax": false, "xyzzy": false,
	} {
		require.Equal(t, want, e.Searches(registry.Response{Action: action}), action)
	}
	for word, want := range map[string]string{"Hmm,": "hesitation", "again": "hesitation", "search": "search", "found": "other"} {
		require.Equal(t, want, e.WordClass(word))
	}
}

func TestOutcomeKey(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	for _, test := range []struct {
		commands []string
		want     string
	}{
		{nil, ""},
		{[]string{"focus on wax", "pick up wax", "move wax to red box"}, "move wax > red box"},
		{[]string{"move wax to red box", "go to kitchen", "look around", "nonsense"}, "move wax > red box"},
		{[]string{"Put  wax into red box"}, "move wax > red box"},
		{[]string{"move wax to red box", "pick up wax"}, ""},
		{[]string{"focus on green box", "wait"}, "focus on green box"},
		{[]string{"connect battery to red wire"}, "connect battery > red wire"},
	} {
		require.Equal(t, test.want, e.OutcomeKey(test.commands), "%v", test.commands)
	}
}
