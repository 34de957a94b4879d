package tw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// pantry is a setup of one shelf with an apple, and an empty cupboard for it.
func pantry(goal string) *tw.Setup {
	s := tw.NewSetup("pantry", goal)
	agent := s.Declare("agent1", "agent")
	apple := s.Declare("Apple_bar_a", "object")
	shelf := s.Declare("Shelf_bar_a", "receptacle")
	cupboard := s.Declare("Cabinet_bar_a", "receptacle")
	shelfType, cupboardType := s.Declare("ShelfType", "rtype"), s.Declare("CabinetType", "rtype")
	appleType := s.Declare("AppleType", "otype")
	middle, one, two := s.Declare("loc_bar_0", "location"), s.Declare("loc_bar_1", "location"), s.Declare("loc_bar_2", "location")
	s.Fact("receptacleType", shelf, shelfType)
	s.Fact("receptacleType", cupboard, cupboardType)
	s.Fact("objectType", apple, appleType)
	s.Fact("canContain", shelfType, appleType)
	s.Fact("canContain", cupboardType, appleType)
	s.Fact("pickupable", apple)
	s.Fact("openable", cupboard)
	s.Fact("atLocation", agent, middle)
	s.Fact("inReceptacle", apple, shelf)
	s.Fact("receptacleAtLocation", shelf, one)
	s.Fact("receptacleAtLocation", cupboard, two)
	s.Fact("objectAtLocation", apple, one)
	return s
}

const pantryGoal = "(exists (?r - receptacle ?o - object) (and (objectType ?o AppleType) (receptacleType ?r CabinetType) (inReceptacle ?o ?r)))"

// A setup plays as the text written of it does, to the signatures of its states, whatever its sentence.
func TestLoader_OwnEqualsText(t *testing.T) {
	t.Parallel()
	for _, sentence := range []string{"put a apple in cabinet.", `put the "apple" away.`, "put #apple# {away}.", "put a äpple away.", ""} {
		setup := pantry(pantryGoal)
		g, err := new(tw.Loader).Own("pantry", sentence, setup)
		text, textErr := new(tw.Loader).Game("pantry", tw.NewSource(sentence, setup.Problem()))
		if textErr != nil {
			require.EqualError(t, err, textErr.Error())
			continue
		}
		require.NoError(t, err)
		require.Equal(t, told(text), told(g), "%q", sentence)
		plan, ok := tw.Solve(g.Start())
		require.True(t, ok)
		require.Equal(t, []string{"go to shelf 1", "take apple 1 from shelf 1", "go to cabinet 1", "open cabinet 1", "move apple 1 to cabinet 1"}, plan)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	text, err := new(tw.Loader).Game("pantry", tw.NewSource("look around.", pantry(pantryGoal).Problem()))
	require.NoError(t, err)
	own, err := new(tw.Loader).Own("pantry", "look around.", pantry(pantryGoal))
	require.NoError(t, err)
	sameGame(t, text, own, rng)
}

// What is wrong with a setup is named as in its text, by line.
func TestLoader_OwnFaults(t *testing.T) {
	t.Parallel()
	for goal, want := range map[string]string{
		"(holds ?a":      "list is not closed",
		"(holds ?a ?b)":  "variable ?a of holds is not bound",
		"(holds agent1)": "holds has 1 terms here and 2 elsewhere",
		"":               "want 1 condition in :goal, got 0",
	} {
		_, err := new(tw.Loader).Own("pantry", "look.", pantry(goal))
		require.ErrorContains(t, err, want, goal)
		var syntax *tw.SyntaxError
		require.ErrorAs(t, err, &syntax)
		require.Positive(t, syntax.Line)
	}
	setup := pantry(pantryGoal)
	setup.Fact("openable", 1, 2)
	_, err := new(tw.Loader).Own("pantry", "look.", setup)
	require.ErrorContains(t, err, "problem line 30: openable has 2 terms here and 1 elsewhere")
	require.PanicsWithValue(t, "add fact near: 4 objects, at most 3 are supported", func() { setup.Fact("near", 0, 1, 2, 3) })
}
