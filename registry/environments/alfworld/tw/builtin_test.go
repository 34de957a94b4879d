package tw_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

func TestBuiltinGrammar_Task(t *testing.T) {
	t.Parallel()
	require.Contains(t, tw.BuiltinGrammar(`look at the "cd".`), `"rhs": "Your task is to: look at the \"cd\"."`)
	src := tw.NewSource(`look at the "cd".`, strings.Replace(kitchenProblem, "GOAL", kitchenGoals["look at bowl under lamp"], 1))
	g, err := new(tw.Loader).Game("quoted", src)
	require.NoError(t, err)
	require.Equal(t, "look at the cd.", g.Task(), "a grammar's quotes are not printed")
	require.True(t, strings.HasSuffix(g.Start().Observation(), "\n\nYour task is to: look at the cd."))
}

// Real games answer the same with the embedded domain and grammar as with their own.
func TestBuiltin_EqualsOriginal(t *testing.T) {
	c := loadCollection(t)
	for part := range 8 {
		t.Run("part="+string(rune('0'+part)), func(t *testing.T) {
			t.Parallel()
			stride := 8
			if testing.Short() {
				stride = 80
			}
			for i := part; i < len(c.games); i += stride {
				original := c.game(t, c.games[i].ID)
				ours, err := c.loader.Game(original.ID(), tw.NewSource(c.games[i].Task, c.games[i].Problem))
				require.NoError(t, err)
				sameGame(t, original, ours, rand.New(rand.NewPCG(17, uint64(i))))
			}
		})
	}
}

// sameGame plays both games alike: random commands, then a solution.
func sameGame(t *testing.T, original, ours *tw.Game, rng *rand.Rand) {
	t.Helper()
	a, b := original.Start(), ours.Start()
	require.Equal(t, a.Observation(), b.Observation())
	step := func(command string) {
		require.Equal(t, a.Step(command), b.Step(command), "%s: %s", original.ID(), command)
		require.Equal(t, a.Admissible(), b.Admissible(), "%s: %s", original.ID(), command)
	}
	for range 40 {
		list := a.Admissible()
		command := list[rng.IntN(len(list))]
		// The verb first: moving and looking would otherwise crowd out the rest.
		for range 4 {
			if !strings.HasPrefix(command, "go to ") {
				break
			}
			command = list[rng.IntN(len(list))]
		}
		step(command)
	}
	plan, ok := tw.Solve(a)
	if !ok {
		return // the walk picked up what cannot be put down
	}
	for _, command := range plan {
		step(command)
	}
	require.True(t, a.Won())
}

// A game of the older release: other commands, other answers, no help; its own grammar decides.
func TestLoader_OlderGrammar(t *testing.T) {
	t.Parallel()
	src := kitchenSource(kitchenGoals["place bread on shelf"])
	replace := func(text, old, with string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, with, 1)
	}
	src.Grammar = replace(src.Grammar, `"move {o.name} to {r.name}"`, `"put {o} in/on {r}"`)
	src.Grammar = replace(src.Grammar, `"You move the {o.name} to the {r.name}."`, `"You put the {o.name} in/on the {r.name}."`)
	src.Grammar = replace(src.Grammar, `"You arrive at {r.name}. #contents#"`, `"You arrive at {to.name}. #contents#"`)
	src.Grammar = src.Grammar[:strings.Index(src.Grammar, "action help")]
	src.Domain = replace(src.Domain, `  (:action help
    :parameters (?a - agent)
    :precondition ()
    :effect (checked ?a))
`, "")
	g, err := new(tw.Loader).Game("older", src)
	require.NoError(t, err)
	s := g.Start()
	require.NotContains(t, s.Admissible(), "help")
	require.Equal(t, "Nothing happens.", s.Step("help").Observation)
	require.Equal(t, "You arrive at loc 2. On the table 1, you see a apple 2, a bread 1, and a knife 1.", s.Step("go to table 1").Observation)
	s.Step("take apple 2 from table 1")
	require.Contains(t, s.Admissible(), "put apple 2 in/on table 1")
	require.NotContains(t, s.Admissible(), "move apple 2 to table 1")
	plan, ok := tw.Solve(s)
	require.True(t, ok)
	require.Equal(t, []string{
		"put apple 2 in/on sinkbasin 1", "take bread 1 from table 1", "go to shelf 1", "put bread 1 in/on shelf 1",
	}, plan)
}
