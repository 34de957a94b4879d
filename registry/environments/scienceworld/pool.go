package scienceworld

import (
	"errors"
	"fmt"
	"sync"
	"weak"

	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// pool lends simulators to worlds. A simulator stays in the state of the world that used it last, so that a
// world which is stepped again finds its own. It is safe for concurrent use; a world is not.
type pool struct {
	limit int
	open  func() (*simulator.Simulator, error)

	mu     sync.Mutex
	freed  sync.Cond
	seats  []*seat
	uses   int
	closed bool
}

// seat is a place for a simulator. While it is busy it belongs to whoever took it.
type seat struct {
	simulator *simulator.Simulator // nil: none yet, or the last one was given up
	busy      bool
	holder    weak.Pointer[world] // whose state the simulator has
	deeds     int                 // what of the holder's past it has
	over      bool                // the holder's episode is over
	used      int                 // the pool's count of uses, then
}

// errClosed: the environment was closed.
var errClosed = errors.New("the environment is closed")

func newPool(limit int, open func() (*simulator.Simulator, error)) *pool {
	p := &pool{limit: limit, open: open}
	p.freed.L = &p.mu
	return p
}

// with calls f with a simulator in the state of w. When f steps, it changes w accordingly before it returns; when it
// spoils the state otherwise, the simulator is no longer w's afterwards. A simulator on which anything
// fails is given up, and all is done once more with a new one; one that cannot be started is not tried again.
func (p *pool) with(w *world, spoils bool, f func(*simulator.Simulator) error) error {
	s, err := p.take(w)
	if err != nil {
		return err
	}
	defer func() {
		if spoils {
			s.holder = weak.Pointer[world]{}
		}
		p.giveBack(s, w)
	}()
	err = p.try(s, w, f)
	if _, unstarted := errors.AsType[*startError](err); err == nil || unstarted || errors.Is(err, simulator.ErrRefused) {
		return err
	}
	if again := p.try(s, w, f); again != nil {
		return fmt.Errorf("%w, after one was given up: %w", again, err)
	}
	return nil
}

func (p *pool) try(s *seat, w *world, f func(*simulator.Simulator) error) (err error) {
	if s.simulator == nil {
		if s.simulator, err = p.open(); err != nil {
			return &startError{err}
		}
		s.holder = weak.Pointer[world]{}
	}
	defer func() {
		if err != nil {
			s.simulator.Close()
			s.simulator = nil
		}
	}()
	if s.holder.Value() != w || s.deeds != w.deeds {
		s.holder = weak.Pointer[world]{}
		if err := w.bring(s.simulator); err != nil {
			return err
		}
		s.holder = weak.Make(w)
	}
	return f(s.simulator)
}

// startError says why a simulator could not be started.
type startError struct{ error }

func (e *startError) Unwrap() error { return e.error }

// take waits for a seat.
func (p *pool) take(w *world) (*seat, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.closed {
			return nil, errClosed
		}
		if s := p.choose(w); s != nil {
			s.busy = true
			p.uses++
			s.used = p.uses
			return s, nil
		}
		p.freed.Wait()
	}
}

// choose finds the seat that a world should use, nil when all are busy: its own, else one that nobody needs
// any more, else a new one, else one whose holder loses it.
func (p *pool) choose(w *world) *seat {
	var unused, victim *seat
	for _, s := range p.seats {
		if s.busy {
			continue
		}
		holder := s.holder.Value()
		switch {
		case holder == w:
			return s
		case s.simulator == nil || holder == nil || s.over:
			unused = s
		case victim == nil || p.rather(s, victim):
			victim = s
		}
	}
	if unused != nil {
		return unused
	}
	if len(p.seats) < p.limit {
		s := &seat{}
		p.seats = append(p.seats, s)
		return s
	}
	return victim
}

// stale is after how many uses of the pool, times its size, a holder that did nothing counts as forgotten.
const stale = 64

// rather says that a should be taken rather than b. Worlds that are played in turn come back in that turn, so
// taking the longest unused would take each just before its turn: the last used goes first. What was not used
// for very long goes before that.
func (p *pool) rather(a, b *seat) bool {
	limit := p.uses - stale*p.limit
	if oldA, oldB := a.used < limit, b.used < limit; oldA != oldB {
		return oldA
	}
	return a.used > b.used
}

// giveBack frees a seat.
func (p *pool) giveBack(s *seat, w *world) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
	s.deeds, s.over = w.deeds, w.over
	if p.closed && s.simulator != nil {
		s.simulator.Close()
		s.simulator = nil
	}
	p.freed.Signal()
}

// close ends the simulators that nobody uses; one in use ends when it is given back.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, s := range p.seats {
		if !s.busy && s.simulator != nil {
			s.simulator.Close()
			s.simulator = nil
		}
	}
	p.freed.Broadcast()
}
