package registry_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// Turn 2 shares three of four words in order with turn 1 (P = R = 3/4), turn 3 says nothing new.
func TestSummarize_Repetition(t *testing.T) {
	turn := func(thought, action string, tokens ...int32) registry.Turn {
		return registry.Turn{Response: registry.Response{Thought: thought, Action: action}, Tokens: tokens}
	}
	e := &registry.Episode{Turns: []registry.Turn{
		turn("need lamp", "open drawer", 1, 2, 1, 2, 1, 2),
		turn("need lamp", "open shelf", 1, 2),
		turn("need lamp", "open drawer", 5, 5, 5, 5, 5),
	}}
	e.Turns[2].Forced = 1 // the appended end is no response token
	s := registry.Summarize(e)
	require.InDelta(t, (0+0.75+1)/3, s.Stagnation, 1e-12)
	require.Equal(t, 4, s.FourGrams, "1212 2121 1212 and 5555")
	require.Equal(t, 1, s.RepeatedFourGrams)
	require.Zero(t, registry.Summarize(&registry.Episode{Turns: e.Turns[:1]}).Stagnation, "one turn repeats nothing")
	require.Equal(t, []string{"need lamp open drawer", "look"}, registry.TurnTexts(&registry.Episode{Turns: []registry.Turn{e.Turns[0], turn("", "look")}}))
}
