package tw

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
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
	mu    sync.Mutex
	rules map[[2]string]*rules // by domain and grammar without its goal sentence
}

// File loads a game.tw-pddl file, and the traj_data.json beside it when there is one. A game of the real
// data sets takes about 0.4 MB of memory, so keep those that are played, not all. An error names the file, the part, the line and the reason; it wraps
// ErrUnsolvable for a game that is not marked solvable.
func (l *Loader) File(path string) (*Game, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load game: %w", err)
	}
	src, err := DecodeSource(data)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", path, err)
	}
	if !src.Solvable {
		return nil, fmt.Errorf("load game %s: %w", path, ErrUnsolvable)
	}
	g, err := l.compile(gameID(path), src)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", path, err)
	}
	if g.trajectory, err = readTrajectory(filepath.Join(filepath.Dir(path), trajectoryFile)); err != nil {
		return nil, fmt.Errorf("load game %s: %w", path, err)
	}
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

func (l *Loader) compile(id string, src Source) (*Game, error) {
	shared, task, cut := splitTask(src.Grammar)
	if !cut {
		shared = src.Grammar
	}
	r, err := l.link(src.Domain, shared)
	if err != nil {
		return nil, err
	}
	p, err := parseProblem(src.Problem)
	if err != nil {
		return nil, err
	}
	g, err := r.compile(id, task, cut, p)
	if err != nil {
		return nil, err
	}
	g.walkthrough = slices.Clone(src.Walkthrough)
	h := sha256.New()
	for _, text := range []string{src.Domain, src.Grammar, src.Problem} {
		var size [8]byte
		binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	h.Sum(g.digest[:0])
	return g, nil
}

// link parses and links a domain and a grammar, or finds them parsed.
func (l *Loader) link(domainText, grammarText string) (*rules, error) {
	key := [2]string{domainText, grammarText}
	l.mu.Lock()
	r, ok := l.rules[key]
	l.mu.Unlock()
	if ok {
		return r, nil
	}
	d, err := parseDomain(domainText)
	if err != nil {
		return nil, err
	}
	g, err := parseGrammar(grammarText)
	if err != nil {
		return nil, err
	}
	if r, err = link(d, g); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rules == nil || len(l.rules) >= maxCached {
		l.rules = map[[2]string]*rules{}
	}
	l.rules[key] = r
	return r, nil
}

// gameFile is the name of the file that a game consists of.
const gameFile = "game.tw-pddl"

// gameID is "split/task/trial" of a path that ends so, else the path without the file's name.
func gameID(path string) string {
	parts := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
	return strings.Join(parts[max(0, len(parts)-3):], "/")
}
