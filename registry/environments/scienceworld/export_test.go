package scienceworld

import (
	"time"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// SetPatience makes the environment give a call up after a time. It must not have started a simulator.
func (e *Environment) SetPatience(call time.Duration) {
	s := e.settings
	e.pool.open = func() (*simulator.Simulator, error) {
		return simulator.Start(simulator.Options{Java: s.Java, JAR: s.JAR, Heap: s.Heap, Start: startLimit, Call: call})
	}
}

// Listed is the simulator's own list of actions in the state of w, those that it does not understand included.
func Listed(w registry.World) (list []string, err error) {
	own := w.(*world)
	err = own.env.pool.with(own, true, func(s *simulator.Simulator) (err error) {
		list, err = s.Listed()
		return err
	})
	return list, err
}

// ShareSimulators lets e play in the simulators of another environment. Closing either ends them.
func ShareSimulators(e, other *Environment) { e.pool = other.pool }
