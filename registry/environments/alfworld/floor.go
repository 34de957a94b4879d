package alfworld

import "github.com/retort-ml/retort/registry"

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]: doing nothing is looking around until time is up.
func (e *Environment) Floor(name, _ string) (registry.Expert, bool) {
	return registry.Still("look"), name == registry.FloorNothing
}
