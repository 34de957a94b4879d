package py

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Dict is a dictionary with text keys in the order of their insertion.
type Dict struct {
	shape *shape
	vals  []Value                // nil when the values are in chunks
	chunk []*chunk               // of large dictionaries
	memo  atomic.Pointer[digest] // see Hash
	text  atomic.Pointer[[]byte] // sorted JSON, of records that were hashed
	said  atomic.Pointer[string] // see JSON
}

// Large dictionaries keep their values in chunks, so that a change copies one chunk and the
// table of chunks and not a collection of thousands.
const (
	chunkSize  = 32
	chunksFrom = 3 * chunkSize
)

type chunk [chunkSize]Value

// newDict puts values into a dictionary and keeps the slice.
func newDict(s *shape, vals []Value) *Dict {
	if len(vals) < chunksFrom {
		return &Dict{shape: s, vals: vals}
	}
	d := &Dict{shape: s, chunk: make([]*chunk, 0, (len(vals)+chunkSize-1)/chunkSize)}
	for ; len(vals) >= chunkSize; vals = vals[chunkSize:] {
		d.chunk = append(d.chunk, (*chunk)(vals))
	}
	if len(vals) > 0 {
		last := new(chunk)
		copy(last[:], vals)
		d.chunk = append(d.chunk, last)
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

// values copies the values.
func (d *Dict) values() []Value {
	out := make([]Value, d.Len())
	if d.chunk == nil {
		copy(out, d.vals)
	}
	for i, c := range d.chunk {
		copy(out[i*chunkSize:], c[:])
	}
	return out
}

// replaced returns the dictionary with value i replaced.
func (d *Dict) replaced(i int, v Value) *Dict {
	if d.chunk == nil {
		vals := make([]Value, len(d.vals))
		copy(vals, d.vals)
		vals[i] = v
		return &Dict{shape: d.shape, vals: vals}
	}
	return &Dict{shape: d.shape, chunk: withChunk(d.chunk, i, v, len(d.chunk))}
}

// appended returns the dictionary with a value at the end, under the last key of a shape.
func (d *Dict) appended(next *shape, v Value) *Dict {
	n := d.Len()
	if d.chunk != nil {
		return &Dict{shape: next, chunk: withChunk(d.chunk, n, v, n/chunkSize+1)}
	}
	vals := make([]Value, n+1)
	copy(vals, d.vals)
	vals[n] = v
	return newDict(next, vals)
}

// withChunk copies a table of chunks, n of them, and the one that holds value i.
func withChunk(table []*chunk, i int, v Value, n int) []*chunk {
	chunks := make([]*chunk, n)
	copy(chunks, table)
	own := new(chunk)
	if old := chunks[i/chunkSize]; old != nil {
		*own = *old
	}
	own[i%chunkSize] = v
	chunks[i/chunkSize] = own
	return chunks
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
func Empty() *Dict { return &Dict{shape: noKeys} }

var noKeys = &shape{}

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
	if i := d.shape.find(key); i >= 0 {
		return d.replaced(i, v)
	}
	return d.appended(d.shape.with(key), v)
}

// WithAll sets several keys as [Dict.With] does one after the other, in one copy where all are there. It panics unless there is
// one value a key.
func (d *Dict) WithAll(keys []string, vals ...Value) *Dict {
	if len(keys) != len(vals) {
		panic(fmt.Sprintf("dictionary: %d values for %d keys", len(vals), len(keys)))
	}
	if d.chunk == nil {
		own := make([]Value, len(d.vals))
		copy(own, d.vals)
		at := 0
		for ; at < len(keys); at++ {
			i := d.shape.find(keys[at])
			if i < 0 {
				break
			}
			own[i] = vals[at]
		}
		d, keys, vals = &Dict{shape: d.shape, vals: own}, keys[at:], vals[at:]
	}
	for i, k := range keys {
		d = d.With(k, vals[i])
	}
	return d
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
