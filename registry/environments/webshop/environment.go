package webshop

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// Environment is a set of shopping tasks. It implements [registry.Environment],
// [registry.Demonstrator], [registry.Oracle], [registry.Lexicon] and [registry.Outcomes] and is
// safe for concurrent use.
type Environment struct {
	settings Settings
	splits   []registry.Split
	build    func(split string, index int) (*shop.Shop, error)
	shelf    shelf
	broken   []error
}

var (
	_ registry.Environment  = (*Environment)(nil)
	_ registry.Demonstrator = (*Environment)(nil)
	_ registry.Oracle       = (*Environment)(nil)
	_ registry.Lexicon      = (*Environment)(nil)
	_ registry.Outcomes     = (*Environment)(nil)
)

// New checks the settings and prepares the environment: it reads and indexes a real catalogue, and generates
// nothing. The error names every setting at fault.
func New(settings Settings) (*Environment, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	e := &Environment{settings: s, shelf: shelf{most: max(shelved/s.Products, 2), shops: map[registry.Task]*shop.Shop{}}}
	if s.Catalog != "" {
		lib, err := openLibrary(s)
		if err != nil {
			return nil, err
		}
		e.build, e.broken = lib.shop, lib.broken
		for _, name := range splitNames {
			e.splits = append(e.splits, registry.Split{Name: name, Tasks: len(lib.goals[name])})
		}
		return e, nil
	}
	e.build = newGenerator(s).shop
	for _, name := range splitNames {
		e.splits = append(e.splits, registry.Split{Name: name, Tasks: s.Tasks[name]})
	}
	return e, nil
}

// Splits implements [registry.Environment]: "train", "seen", "unseen".
func (e *Environment) Splits() []registry.Split {
	return append([]registry.Split(nil), e.splits...)
}

// Faults implements [registry.Faulty]: it lists the records of a real catalogue's files that cannot be read and were left
// out, one error a record, with file and reason, and a table of nouns that cannot be read at all.
func (e *Environment) Faults() []error { return append([]error(nil), e.broken...) }

// peoples says that people wrote the instructions.
func (e *Environment) peoples() bool {
	return e.settings.Vocabulary == vocabularyReal || e.settings.Catalog != "" && e.settings.Goals == goalsHuman
}

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. Its vocabulary is the same for every setting.
func (e *Environment) View() registry.View { return compactView(e.settings.Marks, e.peoples()) }

// Reset implements [registry.Environment]. A task outside the splits is an error.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	for _, s := range e.splits {
		if s.Name != task.Split {
			continue
		}
		if task.Index < 0 || task.Index >= s.Tasks {
			return nil, fmt.Errorf("reset task %d of split %s: it has %d tasks", task.Index, task.Split, s.Tasks)
		}
		made, err := e.shelf.get(task, func() (*shop.Shop, error) { return e.open(task) })
		if err != nil {
			return nil, fmt.Errorf("reset task %d of split %s: %w", task.Index, task.Split, err)
		}
		return newWorld(made), nil
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}

// open makes the shop of a task.
func (e *Environment) open(task registry.Task) (*shop.Shop, error) {
	s, err := e.build(task.Split, task.Index)
	if err != nil {
		return nil, err
	}
	s.Rich, s.ResultsAPage = e.settings.Observation == modeRich, e.settings.ResultsAPage
	return s, nil
}

// Solve implements [registry.Oracle]: the shortest way that searches for what the instruction says or for the
// title of a product that earns everything; where people wrote the instruction, for a title only when no listed search
// leads there. It panics on a world of another environment.
func (e *Environment) Solve(w registry.World) ([]string, bool) {
	own, ok := w.(*world)
	if !ok {
		panic(fmt.Sprintf("solve world: %T is no world of webshop", w))
	}
	if e.peoples() {
		if way, ok := own.session.Solve(false, own.queries...); ok {
			return way, true
		}
	}
	return own.session.Solve(true, own.queries...)
}
