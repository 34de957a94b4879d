package bm25

import (
	"strings"

	"github.com/retort-ml/retort/registry/text/porter"
)

// Analyze returns the index terms of text, in order and with repetitions:
// tokens without possessive ending, lower-cased, without stop words, stemmed.
func Analyze(text string) []string {
	var terms []string
	tokenize(text, func(token string) {
		if term, ok := normalize(token); ok {
			terms = append(terms, porter.Stem(term))
		}
	})
	return terms
}

// normalize removes a possessive ending and lower-cases; ok is false for stop
// words.
func normalize(token string) (term string, ok bool) {
	if n := len(token); n >= 2 && (token[n-1] == 's' || token[n-1] == 'S') {
		for _, quote := range []string{"'", "\u2019", "\uff07"} {
			if rest := token[:n-1]; strings.HasSuffix(rest, quote) {
				token = rest[:len(rest)-len(quote)]
				break
			}
		}
	}
	term = strings.ToLower(token)
	return term, !stopWord(term)
}

// stopWord reports whether term is one of Lucene's 33 English stop words.
func stopWord(term string) bool {
	switch term {
	case "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in",
		"into", "is", "it", "no", "not", "of", "on", "or", "such", "that", "the",
		"their", "then", "there", "these", "they", "this", "to", "was", "will", "with":
		return true
	}
	return false
}

// tally counts the terms of one document after another.
type tally struct {
	lexicon
	counts []uint32 // of each term in the present document
	found  []uint32 // terms of the present document, in the order of first occurrence
}

func newTally() *tally { return &tally{lexicon: newLexicon()} }

// read counts the terms of text and returns how many there are, repetitions
// included. The counts stay until forget.
func (t *tally) read(text string) (length int) {
	tokenize(text, func(token string) {
		term := t.term(token)
		if term < 0 {
			return
		}
		length++
		for int(term) >= len(t.counts) {
			t.counts = append(t.counts, 0)
		}
		if t.counts[term] == 0 {
			t.found = append(t.found, uint32(term))
		}
		t.counts[term]++
	})
	return length
}

// forget makes ready for the next document.
func (t *tally) forget() {
	for _, term := range t.found {
		t.counts[term] = 0
	}
	t.found = t.found[:0]
}
