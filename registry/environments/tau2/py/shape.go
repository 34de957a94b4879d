package py

import (
	"slices"
	"sync/atomic"
)

// indexFrom is the number of keys from which a shape has an index; shorter ones are searched.
const indexFrom = 12

// shape is what dictionaries with the same keys share.
type shape struct {
	keys   []string
	labels []string       // the keys as JSON writes them, with the colon; nil unless many dictionaries have the shape
	index  map[string]int // of keys[:base]; nil when there are few
	base   int
	added  int                   // keys since the first shape of the row
	sorted atomic.Pointer[[]int] // positions in the order of the keys
	next   atomic.Pointer[shape] // the shape with the key that was added last, see with
}

func newShape(keys []string) *shape {
	s := &shape{keys: keys}
	if len(keys) >= indexFrom {
		s.index = make(map[string]int, len(keys))
		for i, k := range keys {
			s.index[k] = i
		}
		s.base = len(keys)
	}
	return s
}

// find returns the position of a key, or -1.
func (s *shape) find(key string) int {
	if s.index != nil {
		if i, ok := s.index[key]; ok {
			return i
		}
	}
	for i := s.base; i < len(s.keys); i++ {
		if s.keys[i] == key {
			return i
		}
	}
	return -1
}

// label makes the labels of a shape that nobody else has yet.
func (s *shape) label() {
	if s.labels != nil {
		return
	}
	s.labels = make([]string, len(s.keys))
	for i, k := range s.keys {
		s.labels[i] = string(append(appendJSONText(nil, k), ": "...))
	}
}

// appendLabel writes a key as JSON does, with the colon.
func (s *shape) appendLabel(dst []byte, i int) []byte {
	if s.labels != nil {
		return append(dst, s.labels[i]...)
	}
	return append(appendJSONText(dst, s.keys[i]), ": "...)
}

// rowLimit is the number of added keys for which shapes remember the next one.
const rowLimit = 8

// with returns the shape with one more key. What episodes add to a collection is often called the same, so that a shape remembers
// the one that came of it last: neither its keys nor their order are made again.
func (s *shape) with(key string) *shape {
	n := len(s.keys)
	if next := s.next.Load(); next != nil && next.keys[n] == key {
		return next
	}
	keys := make([]string, n+1)
	copy(keys, s.keys)
	keys[n] = key
	next := &shape{keys: keys, index: s.index, base: s.base}
	if n+1 >= next.base+indexFrom {
		next = newShape(keys)
	}
	next.added = s.added + 1
	if next.added <= rowLimit {
		s.next.Store(next)
	}
	return next
}

// order returns the positions in the order of the keys by code point.
func (s *shape) order() []int {
	if o := s.sorted.Load(); o != nil {
		return *o
	}
	order := make([]int, len(s.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case s.keys[a] < s.keys[b]:
			return -1
		case s.keys[a] > s.keys[b]:
			return 1
		}
		return 0
	})
	s.sorted.Store(&order)
	return order
}

// Shape makes dictionaries with the same keys; they share them.
type Shape struct{ s *shape }

// NewShape returns the shape of the keys, which must differ from each other.
func NewShape(keys ...string) Shape {
	s := newShape(keys)
	s.label()
	return Shape{s}
}

// New returns a dictionary with these values, one a key, and keeps the slice.
func (s Shape) New(vals []Value) *Dict {
	if len(vals) != len(s.s.keys) {
		panic("values: one a key is needed")
	}
	return newDict(s.s, vals)
}
