package py

import "slices"

// pooledFrom is the length in bytes from which a text is a database rather than a call, and worth a pool.
const pooledFrom = 1 << 14

// pool keeps what a long text says again and again once, so that a database takes less memory and less of the garbage
// collector's time: short texts, and the keys of small dictionaries. The methods of a nil pool share nothing.
type pool struct {
	texts  map[string]Value
	shapes map[shapeMark]*shape
}

// shapeMark is what shapes are looked up by.
type shapeMark struct {
	first, last string
	n           int
}

func newPool() *pool {
	return &pool{texts: map[string]Value{}, shapes: map[shapeMark]*shape{}}
}

// text returns a text as a value.
func (p *pool) text(s string) Value {
	const short = 24 // names, dates and codes; sentences do not come again
	if p == nil || len(s) > short {
		return Str(s)
	}
	v, ok := p.texts[s]
	if !ok {
		v = Str(s)
		p.texts[s] = v
	}
	return v
}

// dict is [NewDict], which keeps the values and here not the keys.
func (p *pool) dict(keys []string, vals []Value) *Dict {
	if p == nil || len(keys) >= indexFrom {
		return NewDict(slices.Clone(keys), vals)
	}
	mark := shapeMark{keys[0], keys[len(keys)-1], len(keys)}
	if s := p.shapes[mark]; s != nil && slices.Equal(s.keys, keys) {
		s.label()
		return newDict(s, vals)
	}
	d := NewDict(slices.Clone(keys), vals)
	if d.Len() == len(keys) {
		p.shapes[mark] = d.shape
	}
	return d
}
