package scienceworld

import "github.com/retort-ml/retort/registry"

// Floor implements [registry.Floors]: doing nothing is looking around, which takes no time.
func (e *Environment) Floor(name, _ string) (registry.Expert, bool) {
	return registry.Still(lookAround), name == registry.FloorNothing
}
