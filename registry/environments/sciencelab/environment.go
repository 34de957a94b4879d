package sciencelab

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// Environment is a set of science tasks. It implements [registry.Environment],
// [registry.Demonstrator], [registry.Oracle], [registry.Lexicon] and [registry.Outcomes] and is safe
// for concurrent use.
type Environment struct {
	settings  Settings
	splits    []registry.Split
	generator *generator
}

var (
	_ registry.Environment  = (*Environment)(nil)
	_ registry.Demonstrator = (*Environment)(nil)
	_ registry.Oracle       = (*Environment)(nil)
	_ registry.Lexicon      = (*Environment)(nil)
	_ registry.Outcomes     = (*Environment)(nil)
)

// New checks the settings and prepares the environment; worlds are drawn when they are asked for. The error
// names every setting at fault.
func New(settings Settings) (*Environment, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	e := &Environment{settings: s, generator: newGenerator(s)}
	for _, name := range splitNames {
		e.splits = append(e.splits, registry.Split{Name: name, Tasks: s.Tasks[name]})
	}
	return e, nil
}

// Splits implements [registry.Environment]: "train", "seen", "unseen".
func (e *Environment) Splits() []registry.Split { return slices.Clone(e.splits) }

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. The view is the same for every setting.
func (e *Environment) View() registry.View { return compactView() }

// Reset implements [registry.Environment]. A task outside the splits is an error.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	for _, s := range e.splits {
		if s.Name != task.Split {
			continue
		}
		if task.Index < 0 || task.Index >= s.Tasks {
			return nil, fmt.Errorf("reset task %d of split %s: it has %d tasks", task.Index, task.Split, s.Tasks)
		}
		g, err := e.generator.game(task.Split, task.Index)
		if err != nil {
			return nil, fmt.Errorf("reset task %d of split %s: %w", task.Index, task.Split, err)
		}
		return &world{state: g.start}, nil
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}
