// Package thoughts classes the words of a thought for records: those that delay a decision, those that look for something, and
// the others. Which words those are is each world's own. It judges no action and trains nothing. Words is the entry point.
package thoughts

import (
	"slices"
	"strings"
)

// Classes of words.
const (
	Hesitation = "hesitation"
	Search     = "search"
	Other      = "other"
)

// Words are a world's words of two classes, in small letters; all that are in neither are others. A thought's words are counted
// one by one, so that thoughts of large models are read too.
type Words struct{ Hesitation, Search []string }

// Class is the class of a word. Case and punctuation around it are ignored.
func (w Words) Class(word string) string {
	word = strings.ToLower(strings.Trim(word, ".,;:!?\"'()"))
	switch {
	case slices.Contains(w.Hesitation, word):
		return Hesitation
	case slices.Contains(w.Search, word):
		return Search
	}
	return Other
}

// Hesitates says whether any word of a thought delays a decision.
func (w Words) Hesitates(thought string) bool {
	for word := range strings.FieldsSeq(thought) {
		if w.Class(word) == Hesitation {
			return true
		}
	}
	return false
}
