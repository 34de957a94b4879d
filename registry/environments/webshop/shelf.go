package webshop

import (
	"sync"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// shelved is how many products, in catalogues made last, stay in memory. Methods start the same
// task several times in a row, and making a catalogue costs far more than starting in it.
const shelved = 8192

// shelf keeps the shops made last. It is safe for concurrent use.
type shelf struct {
	mu    sync.Mutex
	most  int
	shops map[registry.Task]*shop.Shop
	order []registry.Task // the oldest first
}

// get returns the shop of a task, made when it is not on the shelf. Two callers may make the
// same shop at once; either result will do.
func (s *shelf) get(task registry.Task, build func() (*shop.Shop, error)) (*shop.Shop, error) {
	s.mu.Lock()
	kept := s.shops[task]
	s.mu.Unlock()
	if kept != nil {
		return kept, nil
	}
	made, err := build()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if kept := s.shops[task]; kept != nil {
		return kept, nil
	}
	s.shops[task] = made
	s.order = append(s.order, task)
	if len(s.order) > s.most {
		delete(s.shops, s.order[0])
		s.order = s.order[1:]
	}
	return made, nil
}
