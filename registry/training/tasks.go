package training

import (
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
)

// TrainSplit is the task set methods train on.
const TrainSplit = "train"

// SplitSize returns the number of tasks of a split; an error names a split that is not there or empty.
func SplitSize(env registry.Environment, split string) (int, error) {
	for _, s := range env.Splits() {
		if s.Name == split && s.Tasks > 0 {
			return s.Tasks, nil
		}
	}
	return 0, fmt.Errorf("find tasks: the environment has no tasks in split %q", split)
}

// Draw returns n training tasks of one step. They are a function of the source alone; within one call
// no task comes twice while there are enough.
func Draw(rng *rand.Rand, size, n int) []registry.Task {
	tasks := make([]registry.Task, 0, n)
	seen := make(map[int]bool, n)
	for len(tasks) < n {
		i := rng.IntN(size)
		if seen[i] && len(seen) < size {
			continue
		}
		seen[i] = true
		tasks = append(tasks, registry.Task{Split: TrainSplit, Index: i})
	}
	return tasks
}
