package py

import (
	"slices"
	"sync/atomic"
)

// Dict is a dictionary with text keys in the order of their insertion.
type Dict struct {
	shape *shape
	vals  []Value                // nil when the values are in chunks
	chunk [][]Value              // of chunkSize values each, of large dictionaries
	memo  atomic.Pointer[digest] // see Hash
	text  atomic.Pointer[[]byte] // sorted JSON, of records that were hashed
}

// Large dictionaries keep their values in chunks, so that a change copies one chunk and the
// table of chunks and not a collection of thousands.
const (
	chunkSize  = 32
	chunksFrom = 3 * chunkSize
)

// newDict puts values into a dictionary and keeps the slice.
func newDict(s *shape, vals []Value) *Dict {
	if len(vals) < chunksFrom {
		return &Dict{shape: s, vals: vals}
	}
	d := &Dict{shape: s}
	for start := 0; start < len(vals); start += chunkSize {
		end := min(start+chunkSize, len(vals))
		d.chunk = append(d.chunk, vals[start:end:end])
	}
	return d
}

// val returns value i.
func (d *Dict) val(i int) Value {
	if d.chunk == nil {
		return d.vals[i]
	}
	return d.chunk[i/chunkSize][i%chunkSize]
}

// values copies the values, with room for one more.
func (d *Dict) values() []Value {
	out := make([]Value, 0, d.Len()+1)
	if d.chunk == nil {
		return append(out, d.vals...)
	}
	for _, c := range d.chunk {
		out = append(out, c...)
	}
	return out
}

// replaced returns the dictionary with value i replaced.
func (d *Dict) replaced(i int, v Value) *Dict {
	if d.chunk == nil {
		vals := slices.Clone(d.vals)
		vals[i] = v
		return &Dict{shape: d.shape, vals: vals}
	}
	chunks := slices.Clone(d.chunk)
	chunks[i/chunkSize] = slices.Clone(chunks[i/chunkSize])
	chunks[i/chunkSize][i%chunkSize] = v
	return &Dict{shape: d.shape, chunk: chunks}
}

// indexFrom is the number of keys from which a shape has an index; shorter ones are searched.
const indexFrom = 12

// shape is what dictionaries with the same keys share.
type shape struct {
	keys   []string
	index  map[string]int // of keys[:base]; nil when there are few
	base   int
	sorted atomic.Pointer[[]int] // positions in the order of the keys
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
func NewShape(keys ...string) Shape { return Shape{newShape(keys)} }

// New returns a dictionary with these values, one a key, and keeps the slice.
func (s Shape) New(vals []Value) *Dict {
	if len(vals) != len(s.s.keys) {
		panic("values: one a key is needed")
	}
	return newDict(s.s, vals)
}

// NewDict returns a dictionary of keys and values in turn. A key that comes again keeps its
// first place and gets the last value, as in Python.
func NewDict(keys []string, vals []Value) *Dict {
	if len(keys) < indexFrom {
		for i, k := range keys {
			if slices.Contains(keys[:i], k) {
				return dedupe(keys, vals)
			}
		}
		return newDict(newShape(keys), vals)
	}
	s := newShape(keys)
	if len(s.index) < len(keys) {
		return dedupe(keys, vals)
	}
	return newDict(s, vals)
}

func dedupe(keys []string, vals []Value) *Dict {
	at := make(map[string]int, len(keys))
	var outKeys []string
	var outVals []Value
	for i, k := range keys {
		if j, again := at[k]; again {
			outVals[j] = vals[i]
			continue
		}
		at[k] = len(outKeys)
		outKeys = append(outKeys, k)
		outVals = append(outVals, vals[i])
	}
	return newDict(newShape(outKeys), outVals)
}

// Empty is the dictionary without keys.
func Empty() *Dict { return &Dict{shape: &shape{}} }

// Len is the number of keys.
func (d *Dict) Len() int { return len(d.shape.keys) }

// Key returns key i in the order of insertion, At its value.
func (d *Dict) Key(i int) string { return d.shape.keys[i] }

// At returns the value of key i in the order of insertion.
func (d *Dict) At(i int) Value { return d.val(i) }

// Keys returns the keys, which must not be changed.
func (d *Dict) Keys() []string { return d.shape.keys }

// Get returns the value of a key.
func (d *Dict) Get(key string) (Value, bool) {
	if i := d.shape.find(key); i >= 0 {
		return d.val(i), true
	}
	return nil, false
}

// Has says whether there is such a key.
func (d *Dict) Has(key string) bool { return d.shape.find(key) >= 0 }

// Field returns the value of a key that is known to be there, and panics when it is not.
func (d *Dict) Field(key string) Value {
	i := d.shape.find(key)
	if i < 0 {
		panic("dictionary: no key " + key)
	}
	return d.val(i)
}

// Text returns the text of a key that is known to be there; a value of another type comes
// as Python's str would print it.
func (d *Dict) Text(key string) string {
	v := d.Field(key)
	if s, ok := v.(Str); ok {
		return string(s)
	}
	return Text(v)
}

// Dict returns the dictionary under a key that is known to hold one.
func (d *Dict) Dict(key string) *Dict { return d.Field(key).(*Dict) }

// List returns the list under a key that is known to hold one.
func (d *Dict) List(key string) *List { return d.Field(key).(*List) }

// With returns the dictionary with a key set: in its place when it was there, else at the end.
func (d *Dict) With(key string, v Value) *Dict {
	i := d.shape.find(key)
	if i >= 0 {
		return d.replaced(i, v)
	}
	n := d.Len()
	next := &shape{keys: append(slices.Clone(d.shape.keys), key), index: d.shape.index, base: d.shape.base}
	if n+1 >= indexFrom && n+1 >= next.base+indexFrom {
		next = newShape(next.keys)
	}
	return newDict(next, append(d.values(), v))
}

// Without returns the dictionary without a key.
func (d *Dict) Without(key string) *Dict {
	i := d.shape.find(key)
	if i < 0 {
		return d
	}
	keys := slices.Delete(slices.Clone(d.shape.keys), i, i+1)
	return newDict(newShape(keys), slices.Delete(d.values(), i, i+1))
}

// Merge returns the dictionary updated by another, dictionaries in both merged in turn and
// everything else replaced.
func (d *Dict) Merge(update *Dict) *Dict {
	for i := range update.Len() {
		key, v := update.Key(i), update.val(i)
		old, there := d.Get(key)
		if from, ok := old.(*Dict); there && ok {
			if to, ok := v.(*Dict); ok {
				v = from.Merge(to)
			}
		}
		d = d.With(key, v)
	}
	return d
}

// WithValues returns a dictionary with the same keys and these values, and keeps the slice.
func (d *Dict) WithValues(vals []Value) *Dict { return Shape{d.shape}.New(vals) }

// Put returns the dictionary with a value set deep inside: under the last key of the path, in
// the dictionaries that the keys before it lead to, which must be there.
func (d *Dict) Put(v Value, path ...string) *Dict {
	if len(path) > 1 {
		v = d.Dict(path[0]).Put(v, path[1:]...)
	}
	return d.With(path[0], v)
}
