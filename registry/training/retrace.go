package training

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Retrace executes the turns of an episode again in a world of its task (P10 of the methods' primitives) and shows the world
// before each turn, numbered from 0, and once more after the last. Visit must not step the world, only forks of it. An
// observation that differs from the recorded one is an error: what was retraced is another episode then.
func Retrace(env registry.Environment, e *registry.Episode, visit func(turn int, w registry.World) error) error {
	w, err := env.Reset(e.Task)
	if err != nil {
		return fmt.Errorf("retrace %s task %d: %w", e.Task.Split, e.Task.Index, err)
	}
	if w.Observation() != e.Introduction {
		return fmt.Errorf("retrace %s task %d: introduction differs from the recorded one", e.Task.Split, e.Task.Index)
	}
	for k := range e.Turns {
		if err := visit(k, w); err != nil {
			return err
		}
		t := &e.Turns[k]
		if got := w.Step(t.Action).Observation; got != t.Observation {
			return fmt.Errorf("retrace %s task %d: turn %d: observed %q, recorded %q", e.Task.Split, e.Task.Index, k, got, t.Observation)
		}
	}
	return visit(len(e.Turns), w)
}
