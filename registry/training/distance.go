package training

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Distance returns the number of turns of a shortest way from a world to its goal, 0 where the goal holds; reachable is false,
// and the number void, when there is none. The world is not changed.
func Distance(oracle registry.Oracle, w registry.World) (turns int, reachable bool) {
	if d, ok := w.(registry.Distanced); ok {
		return d.Distance()
	}
	way, ok := oracle.Solve(w)
	return len(way), ok
}

// OracleOf returns the environment's shortest solutions; an error when it has none.
func OracleOf(env registry.Environment) (registry.Oracle, error) {
	oracle, ok := env.(registry.Oracle)
	if !ok {
		return nil, fmt.Errorf("find an oracle: the environment has no shortest solutions")
	}
	return oracle, nil
}
