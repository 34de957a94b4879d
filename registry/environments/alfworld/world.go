package alfworld

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// world is a game in progress behind the registry's interface.
type world struct {
	state    *tw.State
	distance *distance // of the state, nil when not known
}

// distance is the length of a shortest way to the goal.
type distance struct {
	turns     int
	reachable bool
}

var _ registry.Typed = (*world)(nil)

// Distance is the number of turns of a shortest way to the goal, 0 when it holds; false when there is none: an object is held
// that no receptacle takes. It is computed from the hidden state once a state.
func (w *world) Distance() (turns int, reachable bool) {
	if w.distance == nil {
		plan, ok := tw.Solve(w.state)
		w.distance = &distance{len(plan), ok}
	}
	return w.distance.turns, w.distance.reachable
}

// Open implements [registry.Opener]: the game of a game.tw-pddl file. The error names the file, the
// line and the reason.
func (e *Environment) Open(file string) (registry.World, error) {
	g, err := tw.LoadFile(file)
	if err == nil {
		err = e.demonstrable(g)
	}
	if err != nil {
		return nil, err
	}
	return &world{state: g.Start()}, nil
}

// TaskType implements [registry.Typed]: ALFWorld's name of the task type.
func (w *world) TaskType() string { return w.state.Game().Goal().Type.String() }

// Observation implements [registry.World].
func (w *world) Observation() string { return w.state.Observation() }

// Step implements [registry.World]. Done and Won say whether the goal holds after this
// action: like the original, a world that is stepped on past its goal can lose it again.
// Score is 1 while the goal holds, else 0.
func (w *world) Step(action string) registry.Outcome {
	r := w.state.Step(action)
	if r.Valid {
		w.distance = nil
	}
	return registry.Outcome{Observation: r.Observation, Score: r.Score, Done: r.Done, Won: r.Won, Valid: r.Valid}
}

// Admissible implements [registry.World]: by code point, with "help".
func (w *world) Admissible() []string { return w.state.Admissible() }

// Signature implements [registry.World].
func (w *world) Signature() string { return w.state.Signature() }

// Fork implements [registry.World].
func (w *world) Fork() registry.World { return &world{w.state.Fork(), w.distance} }
