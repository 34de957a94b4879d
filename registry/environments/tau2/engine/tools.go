package engine

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Transfer is transfer_to_human_agents, which every domain has: it changes nothing.
func Transfer(*State, []py.Value) (py.Value, error) {
	return py.Str("Transfer successful"), nil
}

// Lookup returns a record of a collection and its key. Where there is none the error is the
// text, its %s the key as it was given.
func Lookup(collection *py.Dict, key py.Value, missing string) (string, *py.Dict, error) {
	k, text, err := py.Key(key)
	if err != nil {
		return "", nil, err
	}
	if text {
		if v, ok := collection.Get(k); ok {
			return k, v.(*py.Dict), nil
		}
	}
	return "", nil, py.Raise("%s", strings.ReplaceAll(missing, "%s", py.Text(key)))
}

// Lower is Python's text.lower(); on what is no text it is an error.
func Lower(v py.Value) (string, error) {
	s, ok := v.(py.Str)
	if !ok {
		return "", py.Raise("'%s' object has no attribute 'lower'", v.Type())
	}
	return strings.ToLower(string(s)), nil
}

// EqualLower compares a text's lower case with one that is lower-case already.
func EqualLower(text, lower string) bool {
	for i := range len(text) {
		c := text[i]
		if c >= 0x80 {
			return strings.ToLower(text) == lower
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if i == len(lower) || c != lower[i] {
			return false
		}
	}
	return len(text) == len(lower)
}
