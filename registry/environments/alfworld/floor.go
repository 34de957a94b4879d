package alfworld

import "github.com/retort-ml/retort/registry"

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]: doing nothing is looking around until time is up.
func (e *Environment) Floor(name, introduction string) (registry.Expert, bool) {
	switch name {
	case registry.FloorNothing:
		return registry.Still("look"), true
	case registry.FloorBlind:
		return newBlind(introduction), true
	}
	return nil, false
}
