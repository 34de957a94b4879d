package tw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// play executes a plan, requires every command to be understood and the goal to hold at the end and not before.
func play(t *testing.T, s *tw.State, plan []string) {
	t.Helper()
	s = s.Fork()
	for i, c := range plan {
		require.False(t, s.Won(), "won before command %d of %q", i, plan)
		require.True(t, s.Step(c).Valid, "command %d of %q", i, plan)
	}
	require.True(t, s.Won(), "%q", plan)
}

// shortest is the length of a shortest solution by breadth-first search over all commands, limit+1 when
// it is longer than limit.
func shortest(s *tw.State, limit int) int {
	if s.Won() {
		return 0
	}
	seen := map[string]bool{s.Signature(): true}
	frontier := []*tw.State{s}
	for depth := 1; depth <= limit; depth++ {
		var next []*tw.State
		for _, from := range frontier {
			for _, c := range from.Admissible() {
				to := from.Fork()
				to.Step(c)
				if to.Won() {
					return depth
				}
				if sig := to.Signature(); !seen[sig] {
					seen[sig] = true
					next = append(next, to)
				}
			}
		}
		frontier = next
	}
	return limit + 1
}

// Solve against breadth-first search over the real game from states met on random walks.
func TestSolve_IsShortest(t *testing.T) {
	t.Parallel()
	limit := 4 // of the search by brute force
	if testing.Short() {
		limit = 3
	}
	for name, goal := range kitchenGoals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := kitchen(t, goal)
			rng := rand.New(rand.NewPCG(7, uint64(len(name))))
			compared := 0
			for range 60 {
				s := g.Start()
				wander(s, rng, rng.IntN(40))
				before := s.Signature()
				plan, ok := tw.Solve(s)
				require.Equal(t, before, s.Signature())
				require.True(t, ok)
				play(t, s, plan)
				if want := shortest(s, limit); want <= limit || len(plan) <= limit {
					require.Len(t, plan, want, "%q", plan)
					compared++
				}
			}
			t.Logf("%d of 60 compared", compared)
		})
	}
}

func TestSolve_None(t *testing.T) {
	t.Parallel()
	for name, goal := range map[string]string{
		"knife cannot be heated":  placeGoal("Knife", "Table", "(heatable ?o) (isHot ?o)"),
		"bowl not in drawers":     placeGoal("Bowl", "Drawer", ""),
		"one knife only":          twoGoal("Knife", "Table"),
		"no such lamp":            lookGoal("Knife", "FloorLamp"),
		"goal of another kind":    "(exists (?o - object) (and (isSliced ?o) (objectType ?o AppleType)))",
		"looks like placing only": "(and " + placeGoal("Apple", "Drawer", "") + "(exists (?a - agent ?o - object) (and (objectType ?o AppleType) (holds ?a ?o))))",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, ok := tw.Solve(kitchen(t, goal).Start())
			require.False(t, ok)
		})
	}
}

// consistent requires what only shortest lengths fulfil everywhere: no command brings the goal closer
// than Solve says, and one brings it closer by one.
func consistent(t *testing.T, s *tw.State) {
	t.Helper()
	plan, ok := tw.Solve(s)
	if !ok {
		require.True(t, stuck(s))
		return
	}
	play(t, s, plan)
	for _, c := range s.Admissible() {
		to := s.Fork()
		to.Step(c)
		after, ok := tw.Solve(to)
		if !ok {
			require.True(t, stuck(to), c)
			continue
		}
		require.GreaterOrEqual(t, len(after)+1, len(plan), "%q, then %q, instead of %q", c, after, plan)
	}
}

// stuck reports that the agent holds what no receptacle takes: real games have such objects, and who
// picks one up has lost.
func stuck(s *tw.State) bool {
	held := s.Holding()
	for r := range s.Game().Receptacles() {
		if held < 0 || s.Game().CanHold(r, held) {
			return false
		}
	}
	return true
}

// wander plays random admissible commands, favouring those that change what matters.
func wander(s *tw.State, rng *rand.Rand, steps int) {
	for range steps {
		list := s.Admissible()
		c := list[rng.IntN(len(list))]
		if again := list[rng.IntN(len(list))]; c < "m" {
			c = again
		}
		s.Step(c)
	}
}

func TestSolve_Consistent(t *testing.T) {
	t.Parallel()
	for name, goal := range kitchenGoals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := kitchen(t, goal)
			rng := rand.New(rand.NewPCG(11, uint64(len(name))))
			for range 40 {
				s := g.Start()
				wander(s, rng, rng.IntN(60))
				consistent(t, s)
			}
		})
	}
}

func TestSolve_ConsistentRealGames(t *testing.T) {
	c := loadCollection(t)
	for i := 0; i < len(c.games); i += 16 {
		t.Run(c.games[i].ID, func(t *testing.T) {
			t.Parallel()
			g := c.game(t, c.games[i].ID)
			rng := rand.New(rand.NewPCG(13, uint64(i)))
			for range 3 {
				s := g.Start()
				wander(s, rng, rng.IntN(60))
				consistent(t, s)
			}
		})
	}
}

// All real games: walkthroughs win, and Solve wins and is never longer.
func TestSolve_RealGames(t *testing.T) {
	c := loadCollection(t)
	for part := range 8 {
		t.Run("part="+string(rune('0'+part)), func(t *testing.T) {
			t.Parallel()
			for i := part; i < len(c.games); i += 8 {
				want := &c.games[i]
				g := c.game(t, want.ID)
				require.Equal(t, want.Task, g.Task())
				require.Equal(t, want.TaskType, g.Goal().Type.String())
				plan, ok := tw.Solve(g.Start())
				require.True(t, ok, want.ID)
				play(t, g.Start(), plan)
				if g.Walkthrough() == nil {
					continue
				}
				var walkthrough []string
				for _, command := range g.Walkthrough() {
					walkthrough = append(walkthrough, g.Readable(command))
				}
				play(t, g.Start(), walkthrough)
				require.LessOrEqual(t, len(plan), len(walkthrough), want.ID)
			}
		})
	}
}
