package sciencelab

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// everything is what there is to read in a game before anything happens: the task, and every room with all that is closed
// open.
func everything(t *testing.T, e *Environment, split string, index int) string {
	t.Helper()
	g, err := e.generator.game(split, index)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(g.text)
	s := g.start
	for _, thing := range g.present {
		s.opened.add(thing)
	}
	for _, r := range g.plan.rooms {
		s.room = int8(r)
		b.WriteString(s.look(nil))
	}
	return b.String()
}

// Worlds with nothing in them but the task, in which two of a family are most alike: no task of seen reads like one of train,
// whatever its hidden numbers are.
func TestSplits_DoNotOverlapInBareWorlds(t *testing.T) {
	for _, family := range families {
		s := Defaults()
		s.Objects, s.Families = 0, []string{family.name}
		s.Tasks = map[string]int{"train": 1000, "seen": 100}
		e, err := New(s)
		require.NoError(t, err, family.name)
		worlds := map[string]bool{}
		for i := range 1000 {
			worlds[everything(t, e, "train", i)] = true
		}
		for i := range 100 {
			text := everything(t, e, "seen", i)
			require.False(t, worlds[text], "%s: task %d of seen is in train: %s", family.name, i, text)
		}
	}
}
