package scienceworld_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

// terse lists only a few of a world's actions: the contract suite tries everything that is listed, and the
// original lists hundreds.
type terse struct{ *scienceworld.Environment }

type terseWorld struct{ registry.World }

func (e terse) Reset(task registry.Task) (registry.World, error) {
	w, err := e.Environment.Reset(task)
	if err != nil {
		return nil, err
	}
	return terseWorld{w}, nil
}

func (e terse) ExpertIn(w registry.World, seed uint64) registry.Expert {
	return e.Environment.ExpertIn(w.(terseWorld).World, seed)
}

func (w terseWorld) Fork() registry.World { return terseWorld{w.World.Fork()} }

func (w terseWorld) Admissible() []string {
	list := w.World.Admissible()
	if n := len(list); n > 3 {
		return []string{list[n/5], list[n/2], list[n-1]}
	}
	return list
}

// The original itself meets the contract.
func TestOriginal(t *testing.T) {
	if !*whole {
		t.Skip("takes minutes; -whole runs it")
	}
	s := original(t)
	s.Families = []string{"find-living-thing", "mendelian-genetics-known-plant", "power-component"}
	s.Tasks = map[string]int{"train": 2, "seen": 1, "unseen": 1}
	registrytest.TestEnvironment(t, terse{open(t, s)})
}

func TestOriginal_Worlds(t *testing.T) {
	e := played(t, "easy")

	// Forks go on as the world itself does, with one simulator for all of them; that a list was asked for in
	// between is not seen. The task has bees that fly about by chance.
	t.Run("forks", func(t *testing.T) {
		w := start(t, e, "mendelian-genetics-known-plant/30")
		for _, a := range []string{"teleport to greenhouse", "wait", "focus on nothing", "pick up jug"} {
			w.Step(a)
		}
		fork := w.Fork()
		require.Equal(t, w.Signature(), fork.Signature())
		var outcomes, again []registry.Outcome
		actions := []string{"open bee hive", "wait", "look around", "nonsense", "inventory", "wait1", "look around"}
		for _, a := range actions {
			outcomes = append(outcomes, w.Step(a))
		}
		require.NotEmpty(t, fork.Admissible())
		for _, a := range actions {
			again = append(again, fork.Step(a))
			require.NotContains(t, again[len(again)-1].Info, "error")
		}
		require.Equal(t, outcomes, again)
		require.Equal(t, w.Signature(), fork.Signature())
	})

	// Strange actions are answered, and harm nobody.
	t.Run("any text", func(t *testing.T) {
		w := start(t, e, "boil/0")
		for _, a := range []string{"", "\x00", "\xff\xfe", "e", "a\ne\n", "\\", "pick up " + strings.Repeat("ab ", 600), strings.Repeat("go to ", 1<<20), "move to to to", "0"} {
			o := w.Step(a)
			require.NotContains(t, o.Info, "error", "%.40q", a)
			require.False(t, o.Valid, "%.40q", a)
		}
		require.True(t, w.Step("look around").Valid)
	})
}

// Of the actions that the original lists, those are left out that it does not understand, and no others.
func TestOriginal_Listed(t *testing.T) {
	e, plain := played(t, "easy"), played(t)
	for _, c := range []struct {
		env     *scienceworld.Environment
		name    string
		before  []string
		leftOut string // one of those; "" is not looked for
	}{
		{e, "find-living-thing/150", nil, "pick up metal pot"},
		{e, "find-living-thing/150", []string{"open fridge", "open cupboard"}, ""},
		{e, "power-component/10", nil, ""},
		{e, "power-component/10", []string{"open cupboard"}, ""},
		{e, "power-component/10", []string{"teleport to workshop"}, ""},
		{e, "mendelian-genetics-known-plant/30", []string{"teleport to greenhouse", "wait"}, ""},
		{plain, "find-living-thing/150", nil, ""},
		{plain, "test-conductivity/0", nil, ""},
	} {
		if c.leftOut == "" && !*whole {
			continue
		}
		w := start(t, c.env, c.name)
		for _, a := range c.before {
			require.True(t, w.Step(a).Valid, a)
		}
		every, err := scienceworld.Listed(w.Fork())
		require.NoError(t, err)
		list := w.Admissible()
		if c.leftOut != "" {
			require.True(t, slices.Contains(every, c.leftOut), c.leftOut)
			require.False(t, slices.Contains(list, c.leftOut), c.leftOut)
			require.False(t, w.Fork().Step(c.leftOut).Valid)
		}
		step := len(every)
		if *whole {
			step = 41
		}
		for i := 0; i < len(every); i += step {
			a := every[i]
			require.Equal(t, slices.Contains(list, a), w.Fork().Step(a).Valid, "%s after %q: %q", c.name, c.before, a)
		}
	}
}
