package alfworld

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// Environment is a set of household games. It implements [registry.Environment],
// [registry.Demonstrator], [registry.Oracle], [registry.Lexicon] and [registry.Outcomes] and is
// safe for concurrent use.
type Environment struct {
	settings Settings
	splits   []registry.Split
	games    games
	broken   []error
	shelf    shelf
}

// games compiles the game of a task.
type games interface {
	game(split string, index int) (*tw.Game, error)
}

var (
	_ registry.Environment  = (*Environment)(nil)
	_ registry.Demonstrator = (*Environment)(nil)
	_ registry.Oracle       = (*Environment)(nil)
	_ registry.Lexicon      = (*Environment)(nil)
	_ registry.Outcomes     = (*Environment)(nil)
)

// New checks the settings and prepares the environment: it reads the list of real games, but
// no game, and generates none. The error names every setting at fault.
func New(settings Settings) (*Environment, error) {
	s, err := settings.complete()
	if err != nil {
		return nil, err
	}
	e := &Environment{settings: s, shelf: shelf{limit: shelved}}
	if s.Games != "" {
		lib, err := openLibrary(s)
		if err != nil {
			return nil, err
		}
		e.games, e.broken, e.shelf.limit = lib, lib.broken, shelvedReal
		for _, name := range splitNames {
			e.splits = append(e.splits, registry.Split{Name: name, Tasks: len(lib.entries[name])})
		}
		return e, nil
	}
	gen, err := newGenerator(s)
	if err != nil {
		return nil, err
	}
	e.games = &generated{generator: gen}
	for _, name := range splitNames {
		e.splits = append(e.splits, registry.Split{Name: name, Tasks: s.Tasks[name]})
	}
	return e, nil
}

// Faults implements [registry.Faulty]: it lists the game files of the folder that cannot be read and were left out: one error a file, with path and reason. A
// fault inside a game's texts shows when its task is reset, one of its traj_data.json too where the settings need that file.
func (e *Environment) Faults() []error { return append([]error(nil), e.broken...) }

// Splits implements [registry.Environment]: "train", "seen", "unseen".
func (e *Environment) Splits() []registry.Split {
	return append([]registry.Split(nil), e.splits...)
}

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
		g, err := e.shelf.get(task, e.games.game)
		if err == nil {
			err = e.demonstrable(g)
		}
		if err != nil {
			return nil, fmt.Errorf("reset task %d of split %s: %w", task.Index, task.Split, err)
		}
		return &world{state: g.Start()}, nil
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}

// demonstrable is the error of a game whose traj_data.json is broken when the expert needs it: the hand-coded one takes its
// task from there.
func (e *Environment) demonstrable(g *tw.Game) error {
	if e.settings.Expert != expertHandcoded {
		return nil
	}
	_, err := g.Trajectory()
	return err
}

// Solve implements [registry.Oracle]. It panics on a world of another environment.
func (e *Environment) Solve(w registry.World) ([]string, bool) {
	own, ok := w.(*world)
	if !ok {
		panic(fmt.Sprintf("solve world: %T is no world of alfworld", w))
	}
	return tw.Solve(own.state)
}

// generated makes the game of a task when it is asked for.
type generated struct {
	*generator
	loader tw.Loader
}

func (g *generated) game(split string, index int) (*tw.Game, error) {
	id, sentence, setup, err := g.generate(split, index)
	if err != nil {
		return nil, err
	}
	return g.loader.Own(id, sentence, setup)
}

// source is the generated game's file content and its id.
func (g *generator) source(split string, index int) (id string, src tw.Source, err error) {
	id, sentence, setup, err := g.generate(split, index)
	if err != nil {
		return "", tw.Source{}, err
	}
	return id, tw.NewSource(sentence, setup.Problem()), nil
}

// generate is the id, the goal sentence and the problem of a game.
func (g *generator) generate(split string, index int) (id, sentence string, setup *tw.Setup, err error) {
	d, rng, err := g.draft(split, index)
	if err != nil {
		return "", "", nil, err
	}
	id = fmt.Sprintf("%s/%s-%s-None-%s-%d/trial_S%d_%d", folderOf[split], taskTypes[d.task], d.object, d.dest, roomNumber(d), g.settings.Seed, index)
	return id, d.sentence(), d.setup(fmt.Sprintf("plan_trial_S%d_%d", g.settings.Seed, index), rng), nil
}
