package training

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// played is an episode of a task, named by its attempt.
func played(task, attempt, turns int, won bool) *registry.Episode {
	return &registry.Episode{Task: registry.Task{Split: TrainSplit, Index: task}, Decode: attempt, Turns: make([]registry.Turn, turns), Won: won}
}

func TestKept(t *testing.T) {
	all := []*registry.Episode{
		played(3, 0, 5, true), played(1, 0, 9, false), played(2, 0, 4, false),
		played(3, 1, 2, true), played(1, 1, 9, true), played(2, 1, 4, false),
		played(3, 2, 2, true), played(1, 2, 9, true), played(2, 2, 4, false),
	}
	first := []*registry.Episode{all[0], all[1], all[4]} // a task is not played again once it is won
	for _, c := range []struct {
		keep string
		from []*registry.Episode
		want []*registry.Episode
	}{
		{KeepAll, all, all},
		{KeepWon, all, []*registry.Episode{all[0], all[3], all[4], all[6], all[7]}},
		{KeepShortest, all, []*registry.Episode{all[4], all[3]}},
		{KeepFirst, first, []*registry.Episode{all[4], all[0]}},
		{KeepWon, all[1:3], nil},
	} {
		t.Run(c.keep, func(t *testing.T) {
			got := (&Trajectories{Keep: c.keep}).kept(c.from)
			require.Len(t, got, len(c.want))
			for i := range got {
				require.Same(t, c.want[i], got[i], "episode %d", i)
			}
		})
	}
}

func TestUnsolved(t *testing.T) {
	tasks := []registry.Task{{Index: 4}, {Index: 2}, {Index: 7}}
	episodes := []*registry.Episode{played(4, 0, 1, true), played(2, 0, 1, false), played(7, 0, 1, false)}
	require.Equal(t, tasks[1:], unsolved(tasks, episodes))
	require.Empty(t, unsolved(tasks[:1], episodes[:1]))
}
