package alfworld_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// Whatever a walk did before, where it matches the path the rest of the path wins.
func TestMatch_LeftWins(t *testing.T) {
	for _, anyInstance := range []bool{false, true} {
		t.Run(fmt.Sprint("any instance ", anyInstance), func(t *testing.T) {
			env, err := alfworld.New(alfworld.Defaults())
			require.NoError(t, err)
			matched, offPath, own := 0, 0, 0
			for i := range 40 {
				w, err := env.Reset(registry.Task{Split: "train", Index: i})
				require.NoError(t, err)
				path, ok := env.Solve(w)
				require.True(t, ok)
				m := env.Match(w.Observation(), path, anyInstance)
				x := env.Expert(w.Observation(), uint64(i))
				rng := rand.New(rand.NewPCG(uint64(i), 1))
				var done []string
				for range 30 {
					actions := w.Admissible()
					if p, ok := m.Progress(actions); ok {
						matched++
						if !slices.Equal(done, p.Done) {
							offPath++
						}
						if !slices.Equal(path[len(p.Done):], p.Left) {
							own++
						}
						require.Contains(t, actions, p.Left[0])
						// Of two objects that change roles each may lie where the path does not go.
						two := anyInstance && strings.Contains(w.(registry.Typed).TaskType(), "two")
						require.True(t, two || wins(w.Fork(), p.Left), "task %d after %v: done %v, left %v", i, done, p.Done, p.Left)
					}
					action := x.Act().Action
					if rng.IntN(4) == 0 {
						action = actions[rng.IntN(len(actions))]
					}
					out := w.Step(action)
					m.Observe(action, out.Observation)
					x.Observe(action, out.Observation)
					done = append(done, action)
					if out.Done {
						break
					}
				}
			}
			require.Greater(t, matched, 100)
			require.Greater(t, offPath, matched/4, "states are matched that were not reached along the path")
			if anyInstance {
				require.Positive(t, own, "an object of the class stands in for the path's")
			} else {
				require.Zero(t, own)
			}
		})
	}
}

func wins(w registry.World, commands []string) bool {
	return slices.ContainsFunc(commands, func(c string) bool { return w.Step(c).Won })
}

// A walk along the path is matched at every point of it.
func TestMatch_AlongThePath(t *testing.T) {
	env, err := alfworld.New(alfworld.Defaults())
	require.NoError(t, err)
	for i := range 40 {
		w, err := env.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		path, ok := env.Solve(w)
		require.True(t, ok)
		m := env.Match(w.Observation(), path, false)
		for j, c := range path {
			p, ok := m.Progress(w.Admissible())
			require.True(t, ok)
			require.Equal(t, path[:j], p.Done)
			require.Equal(t, path[j:], p.Left)
			m.Observe(c, w.Step(c).Observation)
		}
	}
}

// Each line is a walk after the reference "go to shelf 1; take cup 1; go to fridge 1; open; cool; go to desk 1; put",
// what can be done then, and how much of the reference counts as done; -1: no match.
func TestMatch_States(t *testing.T) {
	path := []string{"go to shelf 1", "take cup 1 from shelf 1", "go to fridge 1", "cool cup 1 with fridge 1", "go to desk 1", "move cup 1 to desk 1"}
	for _, c := range []struct {
		name        string
		walk        string
		admissible  string
		anyInstance bool
		done        int
		next        string
	}{
		{name: "at the start", admissible: "go to shelf 1", done: 0, next: "go to shelf 1"},
		{name: "not admissible", admissible: "look", done: -1},
		{name: "elsewhere", walk: "go to desk 1", admissible: "go to shelf 1", done: -1},
		{name: "there after a detour", walk: "go to desk 1;go to shelf 1", admissible: "take cup 1 from shelf 1", done: 1, next: "take cup 1 from shelf 1"},
		{name: "the cup has gone", walk: "go to shelf 1", admissible: "look", done: -1},
		{name: "in hand", walk: "go to shelf 1;take cup 1 from shelf 1", admissible: "go to fridge 1", done: 2, next: "go to fridge 1"},
		{name: "refused", walk: "go to shelf 1;take cup 1 from shelf 1!", admissible: "take cup 1 from shelf 1", done: 1, next: "take cup 1 from shelf 1"},
		{name: "another object in hand", walk: "go to shelf 1;take mug 1 from shelf 1", admissible: "go to fridge 1", done: -1},
		{name: "the other cup", walk: "go to shelf 1;take cup 2 from shelf 1", admissible: "go to fridge 1", done: -1},
		{name: "the other cup will do", walk: "go to shelf 1;take cup 2 from shelf 1", admissible: "go to fridge 1", anyInstance: true, done: 2, next: "go to fridge 1"},
		{name: "the other cup is cooled", walk: "go to shelf 1;take cup 2 from shelf 1;go to fridge 1", admissible: "cool cup 2 with fridge 1", anyInstance: true, done: 3, next: "cool cup 2 with fridge 1"},
		{name: "only the other cup is here", walk: "go to shelf 1", admissible: "take cup 2 from shelf 1", anyInstance: true, done: 1, next: "take cup 2 from shelf 1"},
		{name: "cooled", walk: "go to shelf 1;take cup 1 from shelf 1;go to fridge 1;cool cup 1 with fridge 1", admissible: "cool cup 1 with fridge 1;go to desk 1", done: 4, next: "go to desk 1"},
		{name: "heated again", walk: "go to shelf 1;take cup 1 from shelf 1;cool cup 1 with fridge 1;heat cup 1 with microwave 1;go to desk 1", admissible: "move cup 1 to desk 1", done: -1},
		{name: "cooled and at the desk", walk: "take cup 1 from shelf 1;cool cup 1 with fridge 1;go to desk 1", admissible: "move cup 1 to desk 1", done: 5, next: "move cup 1 to desk 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, err := alfworld.New(alfworld.Defaults())
			require.NoError(t, err)
			m := env.Match("", path, c.anyInstance)
			for command := range strings.SplitSeq(c.walk, ";") {
				observation := "You did."
				if rest, refused := strings.CutSuffix(command, "!"); refused {
					command, observation = rest, "Nothing happens."
				}
				m.Observe(command, observation)
			}
			p, ok := m.Progress(strings.Split(c.admissible, ";"))
			if c.done < 0 {
				require.False(t, ok, "%v", p)
				return
			}
			require.True(t, ok)
			require.Equal(t, path[:c.done], p.Done)
			require.Equal(t, c.next, p.Left[0])
			require.Len(t, p.Left, len(path)-c.done)
		})
	}
}

// Any path, any commands and any texts can be compared.
func FuzzMatch(f *testing.F) {
	env, err := alfworld.New(alfworld.Defaults())
	require.NoError(f, err)
	f.Add("go to shelf 1\ntake cup 1 from shelf 1\nput cup 1 in/on desk 1", "go to shelf 1\ntake cup 2 from shelf 1", "You pick up the cup 2 from the shelf 1.", true)
	f.Add("use desklamp 1", "use desklamp 1\nuse desklamp 1", "You turn off the desklamp 1.", false)
	f.Add("", "slice apple 1 with knife 1", "Nothing happens.", true)
	f.Fuzz(func(t *testing.T, path, commands, observation string, anyInstance bool) {
		steps := strings.Split(path, "\n")
		m := env.Match("", steps, anyInstance)
		for c := range strings.SplitSeq(commands, "\n") {
			m.Observe(c, observation)
			if p, ok := m.Progress([]string{c, steps[len(steps)-1]}); ok {
				require.NotEmpty(t, p.Left)
				require.Len(t, p.Left, len(steps)-len(p.Done))
			}
		}
	})
}
