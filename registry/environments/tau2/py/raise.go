package py

import (
	"fmt"
	"unicode/utf8"
)

// Exception is an error whose text is the str of the exception that Python would have raised.
type Exception struct{ text string }

func (e *Exception) Error() string { return e.text }

// Raise returns an exception.
func Raise(format string, args ...any) error {
	return &Exception{fmt.Sprintf(format, args...)}
}

// Key returns the text of a value that is used as a dictionary key. A value of another type is
// in no dictionary of texts: it comes as false. One that Python cannot hash is an error.
func Key(v Value) (string, bool, error) {
	switch v := v.(type) {
	case Str:
		return string(v), true, nil
	case *List, *Dict:
		return "", false, Raise("unhashable type: '%s'", v.Type())
	}
	return "", false, nil
}

// Iterate returns what a loop over the value visits: items, keys or characters.
func Iterate(v Value) ([]Value, error) {
	switch v := v.(type) {
	case *List:
		return v.items, nil
	case *Dict:
		items := make([]Value, v.Len())
		for i := range items {
			items[i] = Str(v.Key(i))
		}
		return items, nil
	case Str:
		items := make([]Value, 0, utf8.RuneCountInString(string(v)))
		for i := 0; i < len(v); {
			if c := v[i]; c < utf8.RuneSelf {
				items = append(items, characters[c])
				i++
				continue
			}
			_, size := decode(string(v[i:]))
			items = append(items, v[i:i+size])
			i += size
		}
		return items, nil
	}
	return nil, Raise("'%s' object is not iterable", v.Type())
}

// characters are the texts of one character of ASCII, so that a long text becomes as many items without as many allocations.
var characters = func() (t [utf8.RuneSelf]Value) {
	for c := range t {
		t[c] = Str(rune(c))
	}
	return t
}()

// Len is Python's len(v).
func Len(v Value) (int, error) {
	switch v := v.(type) {
	case *List:
		return v.Len(), nil
	case *Dict:
		return v.Len(), nil
	case Str:
		items, err := Iterate(v)
		return len(items), err
	}
	return 0, Raise("object of type '%s' has no len()", v.Type())
}
