package lists

import (
	"strings"

	"github.com/retort-ml/retort/registry/text/porter"
)

// links are words that stand inside an attribute when people write it: "easy to clean" asks for "easy clean".
var links = map[string]bool{"to": true, "of": true, "and": true, "the": true, "a": true, "an": true, "is": true, "are": true}

// Stems cuts a text into the stems of its words as the search engine forms them (package porter): lower-cased, cut at hyphens and slashes
// too, without the punctuation around them, possessive endings and linking words. Two texts with equal stems ask for the same.
func Stems(text string) []string {
	var list []string
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r <= ' ' || r == '-' || r == '/' }) {
		w = strings.TrimSuffix(strings.Trim(w, ".,;:!?\"'()[]&"), "'s")
		if w != "" && !links[w] {
			list = append(list, porter.Stem(w))
		}
	}
	return list
}
