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

// analyzer caches the stems of the words seen while building, because the
// same few ten thousand words make up almost all text.
type analyzer struct {
	stems map[string]string
}

// maxCachedStems bounds the cache; words beyond it are stemmed each time.
const maxCachedStems = 1 << 17

// visit calls emit with every term of text.
func (a *analyzer) visit(text string, emit func(term string)) {
	tokenize(text, func(token string) {
		if stem, ok := a.stems[token]; ok {
			if stem != "" {
				emit(stem)
			}
			return
		}
		term, keep := normalize(token)
		stem := ""
		if keep {
			stem = porter.Stem(term)
		}
		if len(a.stems) < maxCachedStems {
			a.stems[strings.Clone(token)] = strings.Clone(stem)
		}
		if stem != "" {
			emit(stem)
		}
	})
}
