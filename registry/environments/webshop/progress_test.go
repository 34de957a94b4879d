package webshop_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
)

// Whatever a walk did before, where it matches the path the rest of the path wins.
func TestMatch_LeftWins(t *testing.T) {
	for _, mode := range []string{"text", "text_rich"} {
		t.Run(mode, func(t *testing.T) {
			s := webshop.Defaults()
			s.Observation = mode
			env := newEnvironment(t, s)
			matched, offPath, chosen := 0, 0, 0
			for i := range 24 {
				w, err := env.Reset(registry.Task{Split: "train", Index: i})
				require.NoError(t, err)
				path, ok := env.Solve(w)
				require.True(t, ok)
				m := env.Match(w.Observation(), path, false)
				x := env.Expert(w.Observation(), uint64(i))
				rng := rand.New(rand.NewPCG(uint64(i), 1))
				var done []string
				for range 15 {
					actions := w.Admissible()
					if p, ok := m.Progress(actions); ok {
						matched++
						if !slices.Equal(done, p.Done) {
							offPath++
						}
						if len(p.Done) > 2 {
							chosen++
						}
						require.True(t, wins(w.Fork(), p.Left), "task %d after %v: done %v, left %v", i, done, p.Done, p.Left)
					}
					action := x.Act().Action
					if rng.IntN(4) == 0 {
						action = actions[rng.IntN(len(actions))]
					}
					if action == "click[buy now]" {
						break
					}
					out := w.Step(action)
					m.Observe(action, out.Observation)
					x.Observe(action, out.Observation)
					done = append(done, action)
				}
			}
			require.Greater(t, matched, 40)
			require.Greater(t, offPath, matched/4, "states are matched that were not reached along the path")
			require.Positive(t, chosen)
		})
	}
}

func wins(w registry.World, commands []string) bool {
	return slices.ContainsFunc(commands, func(c string) bool { return w.Step(c).Won })
}

// A walk along the path is matched at every point of it.
func TestMatch_AlongThePath(t *testing.T) {
	env := newEnvironment(t, webshop.Defaults())
	for i := range 16 {
		w, err := env.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		path, ok := env.Solve(w)
		require.True(t, ok)
		m := env.Match(w.Observation(), path, false)
		for j, c := range path {
			p, ok := m.Progress(w.Admissible())
			if !ok {
				require.Equal(t, "click[next >]", c, "a list without the product is no match")
			} else if c != "click[next >]" {
				require.Equal(t, path[:j], p.Done)
				require.Equal(t, path[j:], p.Left)
			}
			m.Observe(c, w.Step(c).Observation)
		}
	}
}

// Paths that buy nothing match nothing.
func TestMatch_NoPurchase(t *testing.T) {
	env := newEnvironment(t, webshop.Defaults())
	w, err := env.Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	for _, path := range [][]string{nil, {"look"}, {"search[jeans]", "click[next >]"}} {
		_, ok := env.Match(w.Observation(), path, false).Progress(w.Admissible())
		require.False(t, ok, fmt.Sprint(path))
	}
}

// Any path, any commands and any texts can be compared.
func FuzzMatch(f *testing.F) {
	env := newEnvironment(f, webshop.Defaults())
	f.Add("search[jeans]\nclick[b012345678]\nclick[white]\nclick[buy now]", pages[0].text, "click[b012345678]\nclick[white]", pages[2].text)
	f.Add("click[b012345678]\nclick[buy now]", "", "search[]", pages[1].text)
	f.Add("", "WebShop", "click[next >]", pages[7].text)
	f.Fuzz(func(t *testing.T, path, introduction, commands, observation string) {
		steps := strings.Split(path, "\n")
		m := env.Match(introduction, steps, false)
		for c := range strings.SplitSeq(commands, "\n") {
			m.Observe(c, observation)
			if p, ok := m.Progress(nil); ok {
				require.NotEmpty(t, p.Left)
			}
		}
	})
}
