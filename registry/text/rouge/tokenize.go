package rouge

import (
	"strings"

	"github.com/retort-ml/retort/registry/text/porter"
)

// minStemmed is the length in letters above which a word is stemmed.
const minStemmed = 3

// tokenize lower-cases text and returns its runs of ASCII letters and digits.
func tokenize(text string, stem bool) []string {
	words := strings.FieldsFunc(lower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	if stem {
		for i, w := range words {
			if len(w) > minStemmed {
				words[i] = porter.StemNLTK(w)
			}
		}
	}
	return words
}

// lower is Python's str.lower as far as ASCII results are concerned: the
// dotted capital I leaves a combining mark, which separates words.
func lower(text string) string {
	if strings.ContainsRune(text, 'İ') {
		text = strings.ReplaceAll(text, "İ", "i\u0307")
	}
	return strings.ToLower(text)
}

// sentences tokenizes every non-empty line.
func sentences(text string, stem bool) [][]string {
	var out [][]string
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			out = append(out, tokenize(line, stem))
		}
	}
	return out
}
