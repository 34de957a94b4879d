package scienceworld

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// Limits of a simulator's patience on a busy machine. The slowest calls, valid actions of the largest worlds,
// take a second.
const (
	startLimit = 3 * time.Minute
	callLimit  = 60 * time.Second
)

// Environment is the tasks of ScienceWorld. It implements [registry.Environment], [registry.Insider], [registry.Lexicon] and
// [registry.Outcomes] and is safe for concurrent use. Its simulators end with [Environment.Close], when the garbage collector finds that neither it nor a
// world of it can be reached, or with the program.
type Environment struct {
	settings Settings
	eased    string // the simplifications as the simulator takes them
	sets     map[string][]episode
	pool     *pool
	paths    paths
}

var (
	_ registry.Environment = (*Environment)(nil)
	_ registry.Insider     = (*Environment)(nil)
	_ registry.Lexicon     = (*Environment)(nil)
	_ registry.Outcomes    = (*Environment)(nil)
	_ registry.Floors      = (*Environment)(nil)
	_ registry.Limited     = (*Environment)(nil)
	_ registry.Opener      = (*Environment)(nil)
)

// New checks the settings. It starts nothing: Java and the JAR are needed from the first Reset on. The error
// names every setting at fault.
func New(settings Settings) (*Environment, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	e := &Environment{settings: settings, eased: strings.Join(settings.Simplifications, ","), sets: map[string][]episode{}}
	e.paths.known = map[episode][]string{}
	for _, split := range splits {
		tasks := tasksOf(settings.chosen(), split)
		if n, given := settings.Tasks[split]; given {
			tasks = tasks[:min(n, len(tasks))]
		}
		e.sets[split] = tasks
	}
	e.pool = newPool(settings.simulators(), opener(settings))
	runtime.AddCleanup(e, (*pool).close, e.pool)
	return e, nil
}

// opener starts simulators by the settings. The JAR is looked for when the first one is needed.
func opener(settings Settings) func() (*simulator.Simulator, error) {
	options := simulator.Options{Java: settings.Java, Heap: settings.Heap, Start: startLimit, Call: callLimit}
	return func() (*simulator.Simulator, error) {
		jar, err := simulator.Locate(settings.JAR)
		if err != nil {
			return nil, fmt.Errorf("%w. Set jar to the file; retort data get scienceworld fetches it", err)
		}
		o := options
		o.JAR = jar
		s, err := simulator.Start(o)
		if err != nil {
			return nil, err
		}
		if err := sameTasks(s); err != nil {
			s.Close()
			return nil, fmt.Errorf("%s: %w", jar, err)
		}
		return s, nil
	}
}

// sameTasks refuses a simulator of another version, whose tasks are others under the same numbers.
func sameTasks(s *simulator.Simulator) error {
	tasks, err := s.Tasks()
	if err != nil {
		return err
	}
	for _, f := range families {
		if tasks[f.name] != f.variations {
			return fmt.Errorf("task %s has %d variations, in version 1.2.3 it has %d: this is another version", f.name, tasks[f.name], f.variations)
		}
	}
	if len(tasks) != len(families) {
		return fmt.Errorf("there are %d tasks, in version 1.2.3 there are %d: this is another version", len(tasks), len(families))
	}
	return nil
}

// Close ends the simulators. Worlds that are stepped afterwards are lost.
func (e *Environment) Close() { e.pool.close() }

// Width is how many worlds can be played side by side without one of them losing its simulator, which costs
// a load and a repetition of its actions whenever it is stepped again.
func (e *Environment) Width() int { return e.pool.limit }

// Splits implements [registry.Environment].
func (e *Environment) Splits() []registry.Split {
	var list []registry.Split
	for _, name := range splits {
		list = append(list, registry.Split{Name: name, Tasks: len(e.sets[name])})
	}
	return list
}

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. The view is the same for every setting.
func (e *Environment) View() registry.View { return view{theLexicon()} }

// Reset implements [registry.Environment]. A task outside the splits is an error, and so is a simulator that
// cannot be started or does not answer.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	if !slices.Contains(splits, task.Split) {
		return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
	}
	set := e.sets[task.Split]
	if task.Index < 0 || task.Index >= len(set) {
		return nil, fmt.Errorf("reset task %d of split %s: it has %d tasks", task.Index, task.Split, len(set))
	}
	return e.start(set[task.Index])
}

// Open implements [registry.Opener]: an episode by the name or id of its task and the variation, as in
// "boil/7" or "1-1/7".
func (e *Environment) Open(name string) (registry.World, error) {
	f, variation, err := parseEpisode(name)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", name, err)
	}
	return e.start(episode{f, variation})
}
