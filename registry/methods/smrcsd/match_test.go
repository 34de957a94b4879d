package smrcsd

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

// The corridor's goal is two cells away and its expert's path, found by playing, may look around.
type known struct{ *corridor.Environment }

func (known) Solve(w registry.World) ([]string, bool) {
	var at, goal int
	if _, err := fmt.Sscan(w.Signature(), &at, &goal); err != nil {
		panic(err)
	}
	way := []string{}
	for ; at < goal; at++ {
		way = append(way, "right")
	}
	return way, true
}

// walk plays commands in task 2, whose goal is three cells away.
func walk(env registry.Environment, commands ...string) *registry.Episode {
	e := &registry.Episode{Task: registry.Task{Split: "train", Index: 2}}
	w, err := env.Reset(e.Task)
	if err != nil {
		panic(err)
	}
	e.Introduction = w.Observation()
	for _, c := range commands {
		out := w.Step(c)
		e.Turns = append(e.Turns, registry.Turn{Response: registry.Response{Action: c}, Parsed: true, Valid: out.Valid, Observation: out.Observation})
		e.Won = out.Won
	}
	return e
}

// done is how much of the path counts as done before each turn, -1 where there is no match.
func done(p place) []int {
	list := make([]int, len(p.turns))
	for k, found := range p.turns {
		list[k] = -1
		if found != nil {
			list[k] = len(found.Done)
		}
	}
	return list
}

// The path is right, right, right. States match wherever they are; histories while the last commands, or all of them with others in
// between, are those of the path and the text is the one seen there. "nothing" answers a jump, and no text of the path says it.
func TestMatch(t *testing.T) {
	env := known{&corridor.Environment{Turns: 20}}
	for _, c := range []struct {
		commands   []string
		structured []int
		history    []int
	}{
		{[]string{"right", "right", "right"}, []int{0, 1, 2}, []int{0, 1, 2}},
		// After "left" the state is cell 0 again but the text is no longer the introduction.
		{[]string{"left", "right"}, []int{0, 0}, []int{0, -1}},
		{[]string{"right", "look", "right"}, []int{0, 1, 1}, []int{0, 1, 1}},
		{[]string{"right", "jump", "right"}, []int{0, 1, 1}, []int{0, 1, -1}},
		// Cell 1 reached from cell 2: one "right" is among the commands.
		{[]string{"right", "right", "left", "look"}, []int{0, 1, 2, 1}, []int{0, 1, 2, 1}},
	} {
		e := walk(env, c.commands...)
		for kind, want := range map[string][]int{"structured": c.structured, "history": c.history} {
			p, err := newMatcher(env, kind, false).match(e)
			require.NoError(t, err)
			require.Equal(t, []string{"right", "right", "right"}, p.path)
			require.Equal(t, want, done(p), "%s %v", kind, c.commands)
		}
	}
}

func TestContainsInOrder(t *testing.T) {
	path := []string{"a", "b"}
	require.True(t, containsInOrder(nil, nil))
	require.True(t, containsInOrder([]string{"x", "a", "x", "b", "x"}, path))
	require.False(t, containsInOrder([]string{"b", "a"}, path))
	require.True(t, endsWith([]string{"x", "a", "b"}, path))
	require.False(t, endsWith([]string{"a", "b", "x"}, path))
	require.False(t, endsWith([]string{"b"}, path))
}

// Without a reward nobody knows a path, and nothing is matched.
func TestMatch_NoPath(t *testing.T) {
	env := &corridor.Environment{Turns: 20, Blind: true}
	p, err := newMatcher(env, "structured", false).match(walk(env, "right"))
	require.NoError(t, err)
	require.Nil(t, p.path)
	require.Equal(t, []int{-1}, done(p))
}

func TestMatch_OtherEpisode(t *testing.T) {
	env := known{&corridor.Environment{Turns: 20}}
	e := walk(env, "right")
	e.Turns[0].Observation = "cell 9"
	_, err := newMatcher(env, "structured", false).match(e)
	require.ErrorContains(t, err, `observed "cell 1", recorded "cell 9"`)
}
