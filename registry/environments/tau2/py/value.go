package py

import "math/big"

// Value is None, Bool, Int, Big, Float, Str, *List or *Dict.
type Value interface {
	// Type is the name of the value's class in Python.
	Type() string
}

type (
	// None is Python's None.
	None struct{}
	// Bool is Python's bool, which counts as the integer 0 or 1.
	Bool bool
	// Int is an integer that fits 64 bits.
	Int int64
	// Big is an integer outside the range of Int. Its number is never changed.
	Big struct{ n *big.Int }
	// Float is Python's float.
	Float float64
	// Str is text in UTF-8. A lone surrogate, which JSON can escape, is kept as the three
	// bytes that UTF-8 would have for it.
	Str string
	// List is a sequence of values.
	List struct{ items []Value }
)

func (None) Type() string  { return "NoneType" }
func (Bool) Type() string  { return "bool" }
func (Int) Type() string   { return "int" }
func (Big) Type() string   { return "int" }
func (Float) Type() string { return "float" }
func (Str) Type() string   { return "str" }
func (*List) Type() string { return "list" }
func (*Dict) Type() string { return "dict" }

// NewList returns a list of the items and keeps the slice, which must not be changed afterwards.
func NewList(items ...Value) *List { return &List{items} }

// Strings returns a list of strings.
func Strings(texts ...string) *List {
	items := make([]Value, len(texts))
	for i, t := range texts {
		items[i] = Str(t)
	}
	return &List{items}
}

// Len is the number of items.
func (l *List) Len() int { return len(l.items) }

// At returns item i, counted from 0.
func (l *List) At(i int) Value { return l.items[i] }

// Items returns the items, which must not be changed.
func (l *List) Items() []Value { return l.items }

// Append returns the list with more items.
func (l *List) Append(more ...Value) *List {
	items := make([]Value, 0, len(l.items)+len(more))
	return &List{append(append(items, l.items...), more...)}
}

// With returns the list with item i replaced.
func (l *List) With(i int, v Value) *List {
	items := append([]Value(nil), l.items...)
	items[i] = v
	return &List{items}
}

// Truth is Python's truth of a value: false for None, zero and everything empty.
func Truth(v Value) bool {
	switch v := v.(type) {
	case None:
		return false
	case Bool:
		return bool(v)
	case Int:
		return v != 0
	case Float:
		return v != 0
	case Str:
		return v != ""
	case *List:
		return len(v.items) > 0
	case *Dict:
		return v.Len() > 0
	}
	return true
}
