package handcoded_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/handcoded"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// dataFolder is the optional data set beside the repository.
const dataFolder = "../../../../../shared/data/alfworld"

// eachLine decodes the lines of a compressed file, or skips the test without it.
func eachLine[T any](t testing.TB, name string, use func(T)) {
	t.Helper()
	file, err := os.Open(filepath.Join(dataFolder, name))
	if err != nil {
		t.Skipf("the ALFWorld data are not beside the repository: %v", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	for d := json.NewDecoder(z); d.More(); {
		var row T
		require.NoError(t, d.Decode(&row))
		use(row)
	}
}

// realGame is a line of the collection of real games.
type realGame struct {
	ID       string `json:"id"`
	TaskType string `json:"task_type"`
	Task     string `json:"task"`
	Problem  string `json:"pddl_problem"`
	Params   struct {
		Object     string `json:"object_target"`
		Receptacle string `json:"parent_target"`
		Lamp       string `json:"toggle_target"`
	} `json:"pddl_params"`
}

func (g *realGame) params() handcoded.Task {
	typ, _ := tw.ParseTaskType(g.TaskType)
	return handcoded.Task{Type: typ, Object: g.Params.Object, Receptacle: g.Params.Receptacle, Lamp: g.Params.Lamp}
}

// source is the game in one of the two generations: newer games say "move", older ones "put".
func (g *realGame) source(t testing.TB, old bool) tw.Source {
	t.Helper()
	src := tw.NewSource(g.Task, g.Problem)
	if old {
		for _, change := range [][2]string{
			{`"move {o.name} to {r.name}"`, `"put {o.name} in/on {r.name}"`},
			{`"You move the {o.name} to the {r.name}."`, `"You put the {o.name} in/on the {r.name}."`},
		} {
			require.Contains(t, src.Grammar, change[0])
			src.Grammar = strings.Replace(src.Grammar, change[0], change[1], 1)
		}
	}
	return src
}

// episode is a recorded episode of the original expert, with the draws it made before each next command.
type episode struct {
	ID    string `json:"id"`
	Won   bool   `json:"won"`
	Steps []struct {
		Command string   `json:"command"`
		Draws   [][2]int `json:"rnd"`
	} `json:"steps"`
}

// Fed the recorded draws, the expert gives the recorded commands.
func TestExpert_Recordings(t *testing.T) {
	t.Parallel()
	games := map[string]realGame{}
	eachLine(t, "games_all_474.jsonl.gz", func(g realGame) { games[g.ID] = g })
	var loader tw.Loader
	episodes, commands := 0, 0
	eachLine(t, "expert_handcoded.jsonl.gz", func(e episode) {
		t.Run(e.ID, func(t *testing.T) {
			row := games[e.ID]
			game, err := loader.Game(e.ID, row.source(t, false))
			require.NoError(t, err)
			var draws [][2]int
			s := game.Start()
			x, err := handcoded.New(s, row.params(), func(n int) int {
				require.NotEmpty(t, draws, "the original drew nothing here")
				d := draws[0]
				draws = draws[1:]
				require.Equal(t, d[0], n, "choices to draw from")
				return d[1]
			})
			require.NoError(t, err)
			last := ""
			for i, step := range e.Steps {
				command, err := x.Plan(s, last)
				require.NoError(t, err)
				require.Equal(t, step.Command, command, "command %d", i)
				require.Empty(t, draws, "the original drew more before command %d", i)
				s.Step(command)
				last, draws = command, step.Draws
				commands++
			}
			require.Equal(t, e.Won, s.Won())
		})
		episodes++
	})
	t.Logf("%d episodes, %d commands", episodes, commands)
	require.NotZero(t, episodes)
}

// Both generations of games, all task types: the expert finishes most games, speaks its game's language, and never gives
// a command that the game does not understand.
func TestExpert_Generations(t *testing.T) {
	t.Parallel()
	for _, generation := range []struct {
		name string
		old  bool
		verb string
	}{{"move", false, "move "}, {"put", true, "put "}} {
		t.Run(generation.name, func(t *testing.T) {
			t.Parallel()
			var loader tw.Loader
			won, played, puts, row := 0, 0, 0, 0
			eachLine(t, "games_all_474.jsonl.gz", func(g realGame) {
				row++
				stride := 16
				if testing.Short() {
					stride = 80
				}
				if row%stride != 0 {
					return
				}
				game, err := loader.Game(g.ID, g.source(t, generation.old))
				require.NoError(t, err)
				s, rng, last := game.Start(), rand.New(rand.NewPCG(1, uint64(row))), ""
				x, err := handcoded.New(s, g.params(), rng.IntN)
				require.NoError(t, err)
				for !s.Won() {
					command, err := x.Plan(s, last)
					if err != nil {
						break
					}
					require.True(t, s.Step(command).Valid, "%s: %s", g.ID, command)
					if strings.HasPrefix(command, generation.verb) {
						puts++
					}
					last = command
				}
				played++
				if s.Won() {
					won++
				}
			})
			t.Logf("%d of %d won", won, played)
			require.NotZero(t, puts)
			require.Greater(t, won, played*7/10)
		})
	}
}

// A fork goes its own way: what one does changes nothing for the other.
func TestExpert_Fork(t *testing.T) {
	t.Parallel()
	var rows []realGame
	eachLine(t, "games_all_474.jsonl.gz", func(g realGame) { rows = append(rows, g) })
	g := rows[7]
	game, err := new(tw.Loader).Game(g.ID, g.source(t, false))
	require.NoError(t, err)
	s := game.Start()
	zero := func(int) int { return 0 }
	x, err := handcoded.New(s, g.params(), zero)
	require.NoError(t, err)
	run := func(x *handcoded.Expert, s *tw.State, last string, turns int) (commands []string) {
		for range turns {
			command, err := x.Plan(s, last)
			if err != nil {
				break
			}
			s.Step(command)
			commands, last = append(commands, command), command
		}
		return commands
	}
	first := run(x, s, "", 4)
	f, at := x.Fork(zero), s.Fork()
	want := run(x, s, first[3], 20)
	require.Equal(t, want, run(f, at, first[3], 20))
}

func TestNew_UnknownTask(t *testing.T) {
	t.Parallel()
	_, err := handcoded.New(tinyGame(t).Start(), handcoded.Task{Object: "Apple"}, func(int) int { return 0 })
	require.ErrorContains(t, err, "does not know the task type unknown")
}

// tinyGame is a room with one table and an apple on it.
func tinyGame(t testing.TB) *tw.Game {
	t.Helper()
	const problem = `(define (problem tiny) (:domain alfred)
	(:objects agent1 - agent loc_bar_1 loc_bar_2 - location Table_bar_1 Shelf_bar_1 - receptacle Apple_bar_1 - object TableType ShelfType - rtype AppleType - otype)
	(:init (atLocation agent1 loc_bar_2) (receptacleAtLocation Table_bar_1 loc_bar_1) (receptacleType Table_bar_1 TableType)
		(receptacleAtLocation Shelf_bar_1 loc_bar_2) (receptacleType Shelf_bar_1 ShelfType) (canContain ShelfType AppleType) (canContain TableType AppleType)
		(objectType Apple_bar_1 AppleType) (inReceptacle Apple_bar_1 Table_bar_1) (objectAtLocation Apple_bar_1 loc_bar_1) (pickupable Apple_bar_1))
	(:goal (exists (?r - receptacle ?o - object) (and (inReceptacle ?o ?r) (objectType ?o AppleType) (receptacleType ?r ShelfType)))))`
	g, err := new(tw.Loader).Game("tiny", tw.NewSource("put a apple in shelf.", problem))
	require.NoError(t, err)
	return g
}

// Whatever was done and whatever a task asks for, the expert answers or says that it is lost.
func FuzzExpert(f *testing.F) {
	g := tinyGame(f)
	f.Add("Apple", "Shelf", "", 1, "look\ngo to table 1\ntake apple 1 from table 1\ngo to shelf 1")
	f.Add("TeddyBear", "", "DeskLamp", 2, " \ngo to \nput\ntake")
	f.Add("apple", "table", "", 6, "open shelf 1\nclose\nhelp\nmove apple 1 to table 1")
	f.Fuzz(func(t *testing.T, object, receptacle, lamp string, typ int, commands string) {
		s := g.Start()
		x, err := handcoded.New(s, handcoded.Task{Type: tw.TaskType(typ), Object: object, Receptacle: receptacle, Lamp: lamp}, func(n int) int { return n - 1 })
		if err != nil {
			return
		}
		for c := range strings.SplitSeq(commands, "\n") {
			s.Step(c)
			plan, err := x.Plan(s, c)
			if err != nil {
				require.Condition(t, func() bool { return errors.Is(err, handcoded.ErrLost) || errors.Is(err, handcoded.ErrTimeout) })
				return
			}
			require.Contains(t, s.Admissible(), plan)
		}
	})
}
