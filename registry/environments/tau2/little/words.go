package little

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// SlotCount is how many names of a kind an episode has words for.
const SlotCount = 9

// Other is the word of whatever has none.
const Other = "other"

// Slots are names of one kind that are new in every task, in the order in which texts mentioned
// them: the first is kind_1.
type Slots []string

// Word returns the word of a name, which gets the next slot when it has none. When the slots have
// run out it is [Other].
func (s *Slots) Word(kind, name string) string {
	i := slices.Index(*s, name)
	if i < 0 {
		if len(*s) == SlotCount {
			return Other
		}
		*s = append(*s, name)
		i = len(*s) - 1
	}
	return fmt.Sprintf("%s_%d", kind, i+1)
}

// Name returns the name in a slot.
func (s Slots) Name(kind, word string) (string, bool) {
	for i, n := range s {
		if word == fmt.Sprintf("%s_%d", kind, i+1) {
			return n, true
		}
	}
	return "", false
}

// Numbered is the word kind_number.
func Numbered(kind, number string) registry.Word {
	return registry.Word{Text: kind + "_" + number, Type: kind, Number: number}
}

// Lexicon is the words of a view as a set.
type Lexicon map[string]bool

// NewLexicon returns the set of a vocabulary.
func NewLexicon(words []registry.Word) Lexicon {
	m := Lexicon{}
	for _, w := range words {
		m[w.Text] = true
	}
	return m
}

// Word returns a word where the vocabulary has it, else [Other].
func (l Lexicon) Word(text string) string {
	if l[text] {
		return text
	}
	return Other
}

// Cut returns what follows a prefix of a word, such as the 12 of item_12; false for what is no
// such word.
func (l Lexicon) Cut(text, kind string) (string, bool) {
	if !l[text] {
		return "", false
	}
	return strings.CutPrefix(text, kind+"_")
}
