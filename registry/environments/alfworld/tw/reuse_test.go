package tw_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// told is what a game says and offers on a fixed walk.
func told(g *tw.Game) []string {
	s := g.Start()
	rng := rand.New(rand.NewPCG(5, 6))
	out := []string{g.Task(), s.Observation(), s.Signature()}
	for range 30 {
		list := s.Admissible()
		out = append(out, strings.Join(list, "|"))
		if len(list) > 0 {
			s.Step(list[rng.IntN(len(list))])
		}
		out = append(out, s.Observation(), s.Signature())
	}
	return out
}

// A loader reuses memory from game to game: games of other domains and sizes, and games that were refused, leave
// nothing behind, and games compiled at once do not meet.
func TestLoader_ReusesMemory(t *testing.T) {
	t.Parallel()
	broken := kitchenSource(kitchenGoals["two apples in drawer"])
	broken.Problem = strings.Replace(broken.Problem, "(isCool Apple_bar_c)", "(isCool Apple_bar_z)", 1)
	quoted := kitchenSource(kitchenGoals["look at bowl under lamp"])
	quoted.Grammar = tw.BuiltinGrammar(`look at the "bowl" {o}.`) // no plain sentence: not shared with the others
	sources := []tw.Source{
		kitchenSource(kitchenGoals["two apples in drawer"]),
		{Domain: lightsDomain, Grammar: lightsGrammar, Problem: lightsProblem},
		broken,
		tw.NewSource("look around.", "(define (problem p) (:objects a - agent) (:init) (:goal (and)))"),
		tw.NewSource("clean it.", kitchenSource(kitchenGoals["clean apple in fridge"]).Problem),
		quoted,
	}
	want := make([][]string, len(sources))
	for i, src := range sources {
		if g, err := new(tw.Loader).Game("game", src); err == nil {
			want[i] = told(g)
		}
	}
	require.Nil(t, want[2])
	require.NotEqual(t, want[0], want[4])
	var l tw.Loader
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(7, uint64(worker)))
			for range 25 {
				i := rng.IntN(len(sources))
				g, err := l.Game("game", sources[i])
				if want[i] == nil {
					if err == nil {
						t.Errorf("source %d was not refused", i)
					}
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if got := told(g); strings.Join(got, "\n") != strings.Join(want[i], "\n") {
					t.Errorf("source %d plays differently", i)
				}
			}
		})
	}
	group.Wait()
}
