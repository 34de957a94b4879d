// Package porter stems English words with Porter's algorithm, in the two
// variants that reference tools use: [Stem] is Porter's own program with his
// later departures, which Lucene's PorterStemFilter follows; [StemNLTK] is
// the default mode of NLTK's PorterStemmer, which rouge-score uses. The two
// differ on about 3 % of English words. It does no tokenizing.
package porter

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Stem returns the stem of a lower-case word as Lucene's PorterStemFilter
// gives it. It does not change case: capitals count as consonants. Words of
// one or two letters, and bytes that are not UTF-8, are returned unchanged.
func Stem(word string) string {
	return run(word, false)
}

// StemNLTK returns the stem of word as nltk.stem.PorterStemmer gives it in its
// default mode (NLTK_EXTENSIONS). The word is lower-cased first.
func StemNLTK(word string) string {
	word = lower(word)
	if stem, ok := irregular[word]; ok {
		return stem
	}
	return run(word, true)
}

// irregular holds the words that NLTK stems by table.
var irregular = map[string]string{
	"sky": "sky", "skies": "sky",
	"dying": "die", "lying": "lie", "tying": "tie",
	"news":    "news",
	"innings": "inning", "inning": "inning",
	"outings": "outing", "outing": "outing",
	"cannings": "canning", "canning": "canning",
	"howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}

// lower lower-cases as Python's str.lower does for the one letter whose full
// mapping Go's strings.ToLower shortens.
func lower(s string) string {
	if strings.ContainsRune(s, 'İ') {
		s = strings.ReplaceAll(s, "İ", "i̇")
	}
	return strings.ToLower(s)
}

// run picks the representation: bytes for ASCII words, UTF-16 units for
// Lucene (Java's char) and code points for NLTK otherwise, because the rules
// count letters.
func run(word string, nltk bool) string {
	if len(word) <= 2 {
		return word
	}
	if isASCII(word) {
		var buf [64]byte
		w := stemmer[byte]{w: append(buf[:0], word...), nltk: nltk}
		w.stem()
		return string(w.w)
	}
	if !utf8.ValidString(word) {
		return word
	}
	runes := []rune(word)
	if nltk {
		if len(runes) <= 2 {
			return word
		}
		w := stemmer[rune]{w: runes, nltk: true}
		w.stem()
		return string(w.w)
	}
	units := utf16.Encode(runes)
	if len(units) <= 2 {
		return word
	}
	w := stemmer[uint16]{w: units}
	w.stem()
	return string(utf16.Decode(w.w))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
