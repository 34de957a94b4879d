package smrcsd

import (
	"slices"

	"github.com/retort-ml/retort/registry"
)

// byHistory is the paper's alternative to states: a turn matches point j of the path when its observation is the reference's
// there, command j+1 is admissible, and the commands given so far end with the first j of the path. Where no point is matched so,
// it is enough that the first j commands were given in their order with others between them; the paper's code
// gives that half the confidence.
type byHistory struct {
	reference *reference
	commands  []string
}

func (f *byHistory) observe(t *registry.Turn) { f.commands = append(f.commands, t.Action) }

func (f *byHistory) progress(w registry.World) (registry.Progress, bool) {
	now := normalised(w.Observation())
	var admissible []string
	for _, within := range []func(commands, path []string) bool{endsWith, containsInOrder} {
		for j, seen := range slices.Backward(f.reference.observations) {
			if seen != now || !within(f.commands, f.reference.path[:j]) {
				continue
			}
			if admissible == nil {
				admissible = w.Admissible()
			}
			if p, ok := f.reference.at(j, admissible); ok {
				return p, true
			}
		}
	}
	return registry.Progress{}, false
}

// endsWith says that the last commands are those of the path.
func endsWith(commands, path []string) bool {
	return len(commands) >= len(path) && slices.Equal(commands[len(commands)-len(path):], path)
}

// containsInOrder says that the path's commands were given in their order.
func containsInOrder(commands, path []string) bool {
	for _, c := range commands {
		if len(path) > 0 && path[0] == c {
			path = path[1:]
		}
	}
	return len(path) == 0
}
