package alfworld_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// episode is what an expert made of a task.
type episode struct {
	turns, hesitations, searches int
	won                          bool
	commands                     []string
	responses                    []registry.Response
}

// play lets x act in w for at most limit turns; every noise-th action (0: none) is replaced by a
// random listed one.
func play(e *alfworld.Environment, w registry.World, x registry.Expert, limit, noise int, rng *rand.Rand) episode {
	var p episode
	for range limit {
		r := x.Act()
		p.turns++
		p.responses = append(p.responses, r)
		if e.Hesitates(r) {
			p.hesitations++
		}
		if e.Searches(r) {
			p.searches++
		}
		action := r.Action
		if noise > 0 && rng.IntN(noise) == 0 {
			list := w.Admissible()
			action = list[rng.IntN(len(list))]
		}
		p.commands = append(p.commands, action)
		o := w.Step(action)
		if o.Won {
			p.won = true
			return p
		}
		x.Observe(action, o.Observation)
	}
	return p
}

// The expert's episodes have the length and the share of hesitation that the default world was
// designed for: about ten productive turns, nearly three wasted ones, nine in ten done by turn
// 20.
func TestExpert_Statistics(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	const n = 500
	var turns, hesitations, productive, inTime float64
	for i := range n {
		w := start(t, e, "train", i)
		p := play(e, w, e.Expert(w.Observation(), uint64(i)), 200, 0, nil)
		require.True(t, p.won, "task %d is finished some time", i)
		turns += float64(p.turns) / n
		hesitations += float64(p.hesitations) / n
		productive += float64(p.turns-p.hesitations) / n
		if p.turns <= e.Horizon() {
			inTime += 1.0 / n
		}
	}
	t.Logf("turns %.2f, hesitations %.2f, others %.2f, within %d turns %.3f", turns, hesitations, productive, e.Horizon(), inTime)
	require.InDelta(t, 12.8, turns, 1)
	require.InDelta(t, 2.3, hesitations, .6)
	require.InDelta(t, .93, inTime, .035)
}

// Whatever is done to its world, the expert finds back.
func TestExpert_RecoversFromNoise(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			e := shaped(t, shape.size, shape.rooms, shape.thing, shape.tasks)
			rng := rand.New(rand.NewPCG(1, 2))
			for _, split := range e.Splits() {
				for i := range split.Tasks {
					w := start(t, e, split.Name, i)
					p := play(e, w, e.Expert(w.Observation(), uint64(i)), 1500, 3, rng)
					require.True(t, p.won, "%s %d: %v", split.Name, i, p.commands[max(0, len(p.commands)-30):])
				}
			}
		})
	}
}

func TestExpert_RealGames(t *testing.T) {
	s := alfworld.Defaults()
	s.Games = realData
	e, err := alfworld.New(s)
	if err != nil {
		t.Skipf("real games are not here: %v", err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			w := start(t, e, split.Name, i)
			p := play(e, w.Fork(), e.Expert(w.Observation(), 1), 300, 0, nil)
			require.True(t, p.won, "%s %d: %s\n%v", split.Name, i, w.Observation(), p.commands)
			p = play(e, w, e.Expert(w.Observation(), 1), 2500, 4, rng)
			require.True(t, p.won, "%s %d, with noise: %v", split.Name, i, p.commands)
		}
	}
}

// A command refused at the wrong moment does not put the expert off: here the target is asked for
// from across the room, with its place known.
func TestExpert_MistimedCommand(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	x := e.Expert("You are in the middle of a room. Looking quickly around you, you see a desk 1, and a sidetable 1.\n\nYour task is to: put a cup in sidetable.", 3)
	for _, s := range [][2]string{
		{"go to desk 1", "You arrive at desk 1. On the desk 1, you see a cup 1."},
		{"go to sidetable 1", "You arrive at sidetable 1. On the sidetable 1, you see nothing."},
		{"take cup 1 from desk 1", "Nothing happens."},
		{"move cup 1 to sidetable 1", "Nothing happens."},
	} {
		x.Observe(s[0], s[1])
	}
	require.Equal(t, registry.Response{Thought: "found cup", Action: "go to desk 1"}, x.Act())
	x.Observe("go to desk 1", "You arrive at desk 1. On the desk 1, you see a cup 1.")
	require.Equal(t, "take cup 1 from desk 1", x.Act().Action)
}

// A reference moves the expert, never its words: it goes where the reference leads, but says
// "search" until it has seen the target.
func TestExpert_Reference(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	var plain, led float64
	for i := range 150 {
		w := start(t, e, "train", i)
		intro := w.Observation()
		_, words := e.View().Begin(intro)
		object := words[slices.Index(words, ":")-3]
		solution, ok := e.Solve(w)
		require.True(t, ok)
		plain += float64(play(e, w.Fork(), e.Expert(intro, 1), 200, 0, nil).turns)

		x := e.Expert(intro, 1)
		x.Reference(solution)
		seen, f := false, w.Fork()
		for range 200 {
			r := x.Act()
			led++
			phase, _, _ := strings.Cut(r.Thought, " ")
			if !seen {
				require.Contains(t, []string{"search", "wait", "hmm", "maybe"}, phase, "nothing was seen yet: %v", r)
			}
			o := f.Step(r.Action)
			if o.Won {
				break
			}
			seen = seen || strings.Contains(o.Observation, " "+object+" ")
			x.Observe(r.Action, o.Observation)
		}
	}
	require.Less(t, led, .75*plain, "led %.0f turns, not led %.0f", led, plain)
}

// A wrong reference costs turns, not the task.
func TestExpert_WrongReference(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	for i := range 100 {
		other, ok := e.Solve(start(t, e, "train", i+200))
		require.True(t, ok)
		w := start(t, e, "train", i)
		x := e.Expert(w.Observation(), 1)
		x.Reference(other)
		require.True(t, play(e, w, x, 200, 0, nil).won, "task %d", i)
	}
}

func TestOutcomeKey(t *testing.T) {
	e := newEnvironment(t, alfworld.Defaults())
	tests := []struct {
		commands []string
		want     string
	}{
		{nil, ""},
		{[]string{"go to desk 1", "open drawer 1", "look"}, ""},
		{[]string{"take apple 1 from desk 1", "go to cabinet 2"}, ""},
		{[]string{"take apple 1 from desk 1", "move apple 1 to cabinet 2", "look"}, "put apple cabinet"},
		{[]string{"put apple 3 in/on cabinet 9"}, "put apple cabinet"},
		{[]string{"heat egg 1 with microwave 1", "close microwave 1"}, ""},
		{[]string{"use desklamp 1", "no command"}, "use desklamp"},
	}
	for _, test := range tests {
		require.Equal(t, test.want, e.OutcomeKey(test.commands), "%v", test.commands)
	}
}
