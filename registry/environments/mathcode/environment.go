package mathcode

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Environment is a set of problems. It implements [registry.Environment], [registry.Oracle], [registry.Lexicon] and
// [registry.Outcomes] and is safe for concurrent use. Problems from files have no expert: nothing here can solve them.
type Environment struct {
	settings Settings
	splits   []registry.Split
	problem  func(split string, index int) (*Problem, error)
	faults   []Fault
}

var (
	_ registry.Environment = (*Environment)(nil)
	_ registry.Oracle      = (*Environment)(nil)
	_ registry.Lexicon     = (*Environment)(nil)
	_ registry.Outcomes    = (*Environment)(nil)
	_ registry.Faulty      = (*Environment)(nil)
)

// Drawn is an environment of drawn problems. It implements [registry.Demonstrator] besides.
type Drawn struct{ *Environment }

var _ registry.Demonstrator = (*Drawn)(nil)

// New checks the settings and reads the problems of their files. The error names every setting at fault, or the file and the record when
// no problem can be used; single records that cannot be used are left out and listed by [Environment.Faults].
func New(settings Settings) (*Environment, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	if s.Problems == "" {
		return nil, registry.BadSetting("problems", "No file is named.")
	}
	sets, faults, err := readSets(s)
	if err != nil {
		return nil, err
	}
	e := &Environment{settings: s, faults: faults}
	for _, name := range splitNames {
		e.splits = append(e.splits, registry.Split{Name: name, Tasks: len(sets[name])})
	}
	e.problem = func(split string, index int) (*Problem, error) { return sets[split][index], nil }
	return e, nil
}

// NewDrawn checks the settings and prepares an environment of drawn problems. The error names every setting at fault.
func NewDrawn(settings Settings) (*Drawn, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	if s.Problems != "" {
		return nil, registry.BadSetting("problems", "Drawn problems come from no file.")
	}
	e := &Environment{settings: s, problem: (&generator{settings: s}).problem}
	for _, name := range splitNames {
		e.splits = append(e.splits, registry.Split{Name: name, Tasks: s.Tasks[name]})
		if s.Tasks[name] == 0 {
			continue
		}
		// Of very easy problems there are so few kinds that a seed may hold out none.
		if _, err := e.problem(name, 0); err != nil {
			return nil, registry.BadSetting("seed", "Of the problems that these settings allow, %d leaves none for %s. Take another seed, or harder problems.", s.Seed, name)
		}
	}
	return &Drawn{e}, nil
}

// Splits implements [registry.Environment]: "train", "seen", "unseen".
func (e *Environment) Splits() []registry.Split {
	return append([]registry.Split(nil), e.splits...)
}

// Faults implements [registry.Faulty]: the records of the files that were left out, each a [Fault].
func (e *Environment) Faults() []error {
	faults := make([]error, len(e.faults))
	for i, f := range e.faults {
		faults[i] = f
	}
	return faults
}

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. Its vocabulary is the same for every setting.
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
		p, err := e.problem(task.Split, task.Index)
		if err != nil {
			return nil, fmt.Errorf("reset task %d of split %s: %w", task.Index, task.Split, err)
		}
		return &world{problem: p, accept: e.settings.Accept, observation: p.introduction()}, nil
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}

// Solve implements [registry.Oracle]: the shortest derivation, one statement a turn, of what the answer needs and the calculator does not have, and
// the answer. A lucky guess is shorter. For problems from files it is the expected answer alone. It panics on a world of
// another environment.
func (e *Environment) Solve(w registry.World) ([]string, bool) {
	own, ok := w.(*world)
	if !ok {
		panic(fmt.Sprintf("solve world: %T is no world of mathcode", w))
	}
	if own.answered {
		return nil, false
	}
	return append(own.missing(), "answer["+own.problem.Answer+"]"), true
}
