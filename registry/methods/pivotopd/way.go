package pivotopd

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/training"
)

// way is what an oracle says of the states of an episode: before each turn and, last, after all of them, [turns+1].
type way struct {
	left []int  // turns of a shortest way to the goal
	open []bool // there is one
	// pivotal are the turns that made the shortest way longer or lost it, with what starts it.
	pivotal []judge.Mistake
}

// trace asks the environment's oracle about every state of an episode. An environment without one is an error.
func trace(env registry.Environment, e *registry.Episode) (way, error) {
	o, err := training.OracleOf(env)
	if err != nil {
		return way{}, err
	}
	var w way
	var last registry.World
	err = training.Retrace(env, e, func(k int, world registry.World) error {
		left, open := training.Distance(o, world)
		if k > 0 && w.open[k-1] && (!open || left > w.left[k-1]) {
			w.pivotal = append(w.pivotal, judge.Mistake{Turn: k - 1, Action: first(o, last)})
		}
		w.left, w.open = append(w.left, left), append(w.open, open)
		last = world.Fork()
		return nil
	})
	return w, err
}

// first is the command that starts a shortest way to the goal, "" where there is none or the goal holds.
func first(o registry.Oracle, w registry.World) string {
	if way, ok := o.Solve(w); ok && len(way) > 0 {
		return way[0]
	}
	return ""
}
