package shop

import "strings"

// keeper makes strings that live as long as a catalogue: many in one allocation, and those that catalogues
// repeat (categories, names and values of options) once. A nil keeper makes ordinary ones.
type keeper struct {
	slab  strings.Builder
	names map[string]string
}

const (
	slabSize  = 1 << 16
	mostNames = 1 << 16
	// longestName bounds what is looked for among the repeated strings.
	longestName = 64
)

// text returns b as a string.
func (k *keeper) text(b []byte) string {
	if k == nil || len(b) > slabSize/8 {
		return string(b)
	}
	if k.slab.Cap()-k.slab.Len() < len(b) {
		k.slab.Reset()
		k.slab.Grow(slabSize)
	}
	// The builder only ever appends within its capacity, so that what it returned before stays as it is.
	start := k.slab.Len()
	k.slab.Write(b)
	return k.slab.String()[start:]
}

// name returns b as a string, the same one for the same bytes.
func (k *keeper) name(b []byte) string {
	if k == nil || len(b) > longestName {
		return k.text(b)
	}
	if s, ok := k.names[string(b)]; ok {
		return s
	}
	s := k.text(b)
	if k.names == nil {
		k.names = map[string]string{}
	}
	if len(k.names) < mostNames {
		k.names[s] = s
	}
	return s
}
