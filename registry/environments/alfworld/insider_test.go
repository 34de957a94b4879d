package alfworld_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

func handcodedEnvironment(t testing.TB) *alfworld.Environment {
	s := alfworld.Defaults()
	s.Expert = "handcoded"
	return newEnvironment(t, s)
}

// The hand-coded expert plays by its own copy of the world: same seed, same episode, also in a fork and after commands of
// others.
func TestExpertIn_Handcoded(t *testing.T) {
	t.Parallel()
	e := handcodedEnvironment(t)
	won := 0
	for i := range 60 {
		w := start(t, e, "train", i)
		p := play(e, w.Fork(), e.ExpertIn(w, 7), 200, 0, nil)
		again := play(e, w.Fork(), e.ExpertIn(w, 7), 200, 0, nil)
		require.Equal(t, p.commands, again.commands)
		require.Equal(t, "look", p.commands[0], "the original's first plan")
		if p.won {
			won++
		}
		noisy := play(e, w.Fork(), e.ExpertIn(w, 7), 60, 3, rand.New(rand.NewPCG(1, uint64(i))))
		require.NotEmpty(t, noisy.commands)

		x, f := e.ExpertIn(w, 7), w.Fork()
		for range 5 {
			a := x.Act().Action
			x.Observe(a, f.Step(a).Observation)
		}
		require.Equal(t, x.Act(), x.Fork(9).Act(), "the plan of a state is made when it is reached")
	}
	t.Logf("won %d of 60", won)
	require.Greater(t, won, 45)
}

// On the real games at hand the original's expert mostly wins.
func TestExpertIn_HandcodedRealGames(t *testing.T) {
	t.Parallel()
	s := ofFolder(realData)
	s.Expert = "handcoded"
	e, err := alfworld.New(s)
	if err != nil {
		t.Skipf("real games are not here: %v", err)
	}
	won, n := 0, 0
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			w := start(t, e, split.Name, i)
			n++
			if play(e, w, e.ExpertIn(w, 1), 200, 0, nil).won {
				won++
			}
		}
	}
	t.Logf("won %d of %d", won, n)
	require.Greater(t, won, n*3/4)
}

// The exploring expert is the same whether it starts from the text or in the world.
func TestExpertIn_Exploring(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t, alfworld.Defaults())
	for i := range 10 {
		w := start(t, e, "train", i)
		require.Equal(t, play(e, w.Fork(), e.Expert(w.Observation(), 3), 100, 0, nil), play(e, w.Fork(), e.ExpertIn(w, 3), 100, 0, nil))
	}
}

// The distance is the length of the shortest solution, and one command changes it by at most one for the better.
func TestWorld_Distance(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t, alfworld.Defaults())
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 40 {
		w := start(t, e, "train", i)
		for range 25 {
			before, ok := w.(interface{ Distance() (int, bool) }).Distance()
			require.True(t, ok, "nothing in these rooms can be made impossible")
			solution, _ := e.Solve(w)
			require.Len(t, solution, before)
			list := w.Admissible()
			f := w.Fork()
			o := w.Step(list[rng.IntN(len(list))])
			after, ok := w.(interface{ Distance() (int, bool) }).Distance()
			require.True(t, ok)
			require.GreaterOrEqual(t, after, before-1)
			require.Equal(t, o.Won, after == 0)
			kept, _ := f.(interface{ Distance() (int, bool) }).Distance()
			require.Equal(t, before, kept)
		}
	}
}

var _ interface {
	ExpertIn(w registry.World, seed uint64) registry.Expert
} = (*alfworld.Environment)(nil)
