package alfworld

import (
	"sync"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// shelved and shelvedReal are how many compiled games stay in memory, generated and real ones; a real one takes up to half a
// megabyte. Methods start the same task several times in a row, and compiling a game costs far more than starting it.
const (
	shelved     = 256
	shelvedReal = 64
)

// shelf keeps the games compiled last, at most limit. It is safe for concurrent use.
type shelf struct {
	limit int
	mu    sync.Mutex
	games map[registry.Task]*tw.Game
	order []registry.Task // the oldest first
}

// get returns the game of a task, made by compile when it is not on the shelf. Two callers may
// compile the same game at once; a game is immutable, so either result will do.
func (s *shelf) get(task registry.Task, compile func(split string, index int) (*tw.Game, error)) (*tw.Game, error) {
	s.mu.Lock()
	g := s.games[task]
	s.mu.Unlock()
	if g != nil {
		return g, nil
	}
	g, err := compile(task.Split, task.Index)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games == nil {
		s.games = map[registry.Task]*tw.Game{}
	}
	if s.games[task] == nil {
		s.games[task] = g
		s.order = append(s.order, task)
	}
	if len(s.order) > s.limit {
		delete(s.games, s.order[0])
		s.order = s.order[1:]
	}
	return g, nil
}
