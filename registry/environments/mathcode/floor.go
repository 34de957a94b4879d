package mathcode

import "github.com/retort-ml/retort/registry"

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]. The blind policy answers with the last number of the problem, 0 when there is none.
func (e *Environment) Floor(name, introduction string) (registry.Expert, bool) {
	switch name {
	case registry.FloorNothing:
		return registry.Still("run[0]"), true
	case registry.FloorBlind:
		number := "0"
		for _, t := range scan(problemText(introduction)) {
			if t.kind == numberSeen {
				number = t.text
			}
		}
		return registry.Still("answer[" + number + "]"), true
	}
	return nil, false
}
