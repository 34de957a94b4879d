package alfworld

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The splits share no game and unseen tasks ask for pairs of object and destination that the
// others never ask for. This goes through drafts: thousands of games need no texts.
func TestDraft_SplitsDisjoint(t *testing.T) {
	for _, shape := range []struct {
		name           string
		size           string
		rooms, objects int
		games          int
	}{{"smallest", "small", 5, 2, 900}, {"default", "small", 0, 0, 900}, {"full", "full", 0, 0, 900}, {"largest", "full", 54, 71, 450}} {
		t.Run(shape.name, func(t *testing.T) {
			s := Defaults()
			s.Size, s.Receptacles, s.Objects = shape.size, shape.rooms, shape.objects
			s, err := s.complete()
			require.NoError(t, err)
			g, err := newGenerator(s)
			require.NoError(t, err)

			owner, pairs := map[uint64]string{}, map[string]map[string]bool{}
			for _, split := range splitNames {
				pairs[split] = map[string]bool{}
				types := map[int]int{}
				for i := range shape.games {
					d, _, err := g.draft(split, i)
					require.NoError(t, err)
					require.True(t, owner[d.hash()] == "" || owner[d.hash()] == split, "a game in %s and %s", owner[d.hash()], split)
					owner[d.hash()] = split
					pairs[split][d.object+" "+d.dest] = true
					types[d.task]++
				}
				require.Len(t, types, 6)
				for task, n := range types {
					require.InDelta(t, 1.0/6, float64(n)/float64(shape.games), .06, "task types are drawn evenly: %s in %s", taskTypes[task], split)
				}
			}
			for p := range pairs["unseen"] {
				require.False(t, pairs["train"][p] || pairs["seen"][p], "%s is held out", p)
			}
			all := len(g.allPairs())
			require.InDelta(t, .2, float64(len(pairs["unseen"]))/float64(all), .05, "a fifth of the %d pairs is held out", all)
		})
	}
}
