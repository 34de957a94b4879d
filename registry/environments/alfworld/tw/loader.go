package tw

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// maxCached bounds how many distinct domains and grammars a Loader keeps. A data set has one of each.
const maxCached = 64

// Loader compiles games and keeps the parsed form of the domains and grammars it has seen. The zero
// value is ready; it is safe for concurrent use.
type Loader struct {
	mu     sync.Mutex
	linked []linked
	own    *rules // of the embedded domain and grammar, nil before the first of their games

	grounders sync.Pool // of *grounder
}

// File loads a game.tw-pddl file, and the traj_data.json beside it when there is one. A game of the real
// data sets takes up to half a megabyte, so keep those that are played, not all. An error names the file, the
// part, the line and the reason; it wraps ErrUnsolvable for a game that is not marked solvable. A broken
// traj_data.json is no error here but one of Game.Trajectory: the game can be played without it.
func (l *Loader) File(path string) (*Game, error) { return l.FileWithTask(path, nil) }

// FileWithTask is File with the goal sentence that task makes of what stands beside the game, without "Your task is to: ",
// with its full stop; "" keeps the file's. task gets nil when there is no traj_data.json; a broken one is an error.
// Without task the file's sentence stays.
func (l *Loader) FileWithTask(path string, task func(*Trajectory) (string, error)) (*Game, error) {
	fail := func(err error) (*Game, error) { return nil, fmt.Errorf("load game %s: %w", path, err) }
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("load game: %w", err)
	}
	src, err := DecodeSource(data)
	if err != nil {
		return fail(err)
	}
	if !src.Solvable {
		return fail(ErrUnsolvable)
	}
	trajectory, trajectoryErr := readTrajectory(filepath.Join(filepath.Dir(path), trajectoryFile))
	if task != nil {
		if trajectoryErr != nil {
			return fail(trajectoryErr)
		}
		sentence, err := task(trajectory)
		if err != nil {
			return fail(err)
		}
		if sentence != "" {
			if src, err = src.WithTask(sentence); err != nil {
				return fail(err)
			}
		}
	}
	g, err := l.compile(gameID(path), src)
	if err != nil {
		return fail(err)
	}
	g.trajectory, g.trajectoryErr = trajectory, trajectoryErr
	return g, nil
}

// Game compiles a game in memory. id names it in errors and is its ID. Whether the source calls itself
// solvable makes no difference.
func (l *Loader) Game(id string, src Source) (*Game, error) {
	g, err := l.compile(id, src)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", id, err)
	}
	return g, nil
}

// LoadFile loads one game with a Loader of its own.
func LoadFile(path string) (*Game, error) { return new(Loader).File(path) }

// Own compiles a game with the embedded domain and grammar: the game of NewSource(task, setup.Problem()), without writing
// texts down and reading them.
func (l *Loader) Own(id, task string, setup *Setup) (*Game, error) {
	r, err := l.ownRules()
	if err != nil {
		panic(fmt.Sprintf("link embedded rules: %v", err)) // they are the same in every program
	}
	if !printable(task) {
		return l.Game(id, NewSource(task, setup.Problem())) // how it is printed is the grammar's affair
	}
	g, err := l.assemble(id, r, taskPrefix+task, true, func(p *problem) error { return p.set(setup) })
	if err != nil {
		return l.Game(id, NewSource(task, setup.Problem())) // the text has lines for the error to name
	}
	g.identity.setup, g.identity.task = setup, task
	return g, nil
}

// printable says that a goal sentence is printed by any grammar as it stands.
func printable(task string) bool {
	return isPlain(task) && !strings.ContainsFunc(task, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
}

// ownRules are the rules of games of our own.
func (l *Loader) ownRules() (*rules, error) {
	l.mu.Lock()
	r := l.own
	l.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, _, _, err := l.link(NewSource("", ""))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.own = r
	return r, err
}

func (l *Loader) compile(id string, src Source) (*Game, error) {
	r, task, cut, err := l.link(src)
	if err != nil {
		return nil, err
	}
	g, err := l.assemble(id, r, task, cut, func(p *problem) error { return p.parse(src.Problem) })
	if err != nil {
		return nil, err
	}
	g.walkthrough = slices.Clone(src.Walkthrough)
	g.identity.source = Source{Domain: src.Domain, Grammar: src.Grammar, Problem: src.Problem}
	return g, nil
}

// assemble compiles a problem, which fill puts into place, under its rules.
func (l *Loader) assemble(id string, r *rules, task string, cut bool, fill func(*problem) error) (*Game, error) {
	gr, _ := l.grounders.Get().(*grounder)
	if gr == nil {
		gr = &grounder{}
	}
	defer l.grounders.Put(gr)
	if err := fill(&gr.problem); err != nil {
		return nil, err
	}
	return r.compile(gr, id, task, cut)
}

// linked is the rules of a domain and of the grammars that begin and end alike, with the goal sentence between.
type linked struct {
	domain, before, after string
	cut                   bool // false: before is the whole grammar
	rules                 *rules
}

// task is the goal sentence of a grammar, false when these are not its rules.
func (l *linked) task(src *Source) (string, bool) {
	if src.Domain != l.domain {
		return "", false
	}
	if !l.cut {
		return "", src.Grammar == l.before
	}
	between, ok := strings.CutPrefix(src.Grammar, l.before)
	if !ok {
		return "", false
	}
	if between, ok = strings.CutSuffix(between, l.after); !ok {
		return "", false
	}
	return plainSentence(between)
}

// link parses and links a domain and a grammar, or finds them parsed. task is the goal sentence if it could be
// cut out of the grammar.
func (l *Loader) link(src Source) (r *rules, task string, cut bool, err error) {
	l.mu.Lock()
	known := l.linked
	l.mu.Unlock()
	for i := range known {
		if task, ok := known[i].task(&src); ok {
			return known[i].rules, task, known[i].cut, nil
		}
	}
	d, err := parseDomain(src.Domain)
	if err != nil {
		return nil, "", false, err
	}
	entry := linked{domain: src.Domain, before: src.Grammar}
	shared := src.Grammar
	if from, to, sentence, ok := findTask(src.Grammar); ok {
		task = sentence
		entry.cut, entry.before, entry.after = true, src.Grammar[:from], src.Grammar[to:]
		shared = entry.before + `""` + entry.after
	}
	g, err := parseGrammar(shared)
	if err != nil {
		return nil, "", false, err
	}
	if entry.rules, err = link(d, g); err != nil {
		return nil, "", false, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.linked) >= maxCached {
		l.linked = nil
	}
	// A new slice: others may be reading the old one.
	l.linked = append(slices.Clip(l.linked), entry)
	return entry.rules, task, entry.cut, nil
}

// gameFile is the name of the file that a game consists of.
const gameFile = "game.tw-pddl"

// gameID is "split/task/trial" of a path that ends so, else the path without the file's name.
func gameID(path string) string {
	parts := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
	return strings.Join(parts[max(0, len(parts)-3):], "/")
}
