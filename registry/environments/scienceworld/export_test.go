package scienceworld

import (
	"time"

	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// SetPatience makes the environment give a call up after a time. It must not have started a simulator.
func (e *Environment) SetPatience(call time.Duration) {
	s := e.settings
	e.pool.open = func() (*simulator.Simulator, error) {
		return simulator.Start(simulator.Options{Java: s.Java, JAR: s.JAR, Heap: s.Heap, Start: startLimit, Call: call})
	}
}
