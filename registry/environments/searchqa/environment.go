package searchqa

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// Environment is a set of questions. It implements [registry.Environment], [registry.Lexicon] and [registry.Outcomes] and
// is safe for concurrent use.
type Environment struct {
	settings Settings
	splits   []registry.Split
	source   source
}

var (
	_ registry.Environment = (*Environment)(nil)
	_ registry.Lexicon     = (*Environment)(nil)
	_ registry.Outcomes    = (*Environment)(nil)
	_ registry.Opener      = (*Read)(nil)
)

// source has the tasks.
type source interface {
	// sizes are the numbers of tasks by split.
	sizes() map[string]int
	// task makes a task inside the sizes.
	task(split string, index int) (*task, error)
}

// New checks the settings and makes the environment: [*Drawn] without files, [*Read] with them. The error names every
// setting at fault, or the file and the record when a file cannot be used at all; records that cannot be used are
// left out and listed by [Read.Faults].
func New(settings Settings) (registry.Environment, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	if s.Data == "" {
		return &Drawn{newEnvironment(s, &generator{settings: s})}, nil
	}
	lib, err := load(s)
	if err != nil {
		return nil, err
	}
	return &Read{newEnvironment(s, lib), lib}, nil
}

func newEnvironment(s Settings, from source) *Environment {
	e := &Environment{settings: s, source: from}
	sizes := from.sizes()
	for _, name := range splitNames {
		if n, ok := sizes[name]; ok {
			e.splits = append(e.splits, registry.Split{Name: name, Tasks: n})
		}
	}
	return e
}

// Splits implements [registry.Environment].
func (e *Environment) Splits() []registry.Split { return slices.Clone(e.splits) }

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. Questions in general have no compact form.
func (e *Environment) View() registry.View { return nil }

// Reset implements [registry.Environment]. A task outside the splits is an error.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	for _, s := range e.splits {
		if s.Name != task.Split {
			continue
		}
		if task.Index < 0 || task.Index >= s.Tasks {
			return nil, fmt.Errorf("reset task %d of split %s: it has %d tasks", task.Index, task.Split, s.Tasks)
		}
		t, err := e.source.task(task.Split, task.Index)
		if err != nil {
			return nil, fmt.Errorf("reset task %d of split %s: %w", task.Index, task.Split, err)
		}
		return e.start(t), nil
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}

// Read is the environment of question sets in files.
type Read struct {
	*Environment
	library *library
}

// Faults implements [registry.Faulty]: it lists the records of the files that were left out, each a corpus.Fault.
func (r *Read) Faults() []error {
	faults := make([]error, len(r.library.faults))
	for i, f := range r.library.faults {
		faults[i] = f
	}
	return faults
}

// Open implements [registry.Opener]: a question by its id.
func (r *Read) Open(id string) (registry.World, error) {
	t, err := r.library.open(id)
	if err != nil {
		return nil, err
	}
	return r.start(t), nil
}
