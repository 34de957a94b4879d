package fuzzy

import (
	"slices"
	"strings"
	"unicode"
)

// TokenSetRatio is fuzz.token_set_ratio with difflib. It compares the words
// common to both strings, and those followed by the rest of each, and returns
// the best ratio. A string without a word gives 0, even against itself.
func TokenSetRatio(a, b string) int {
	return tokenSet(a, b, Ratio)
}

// TokenSetRatioLevenshtein is fuzz.token_set_ratio with python-Levenshtein.
func TokenSetRatioLevenshtein(a, b string) int {
	return tokenSet(a, b, RatioLevenshtein)
}

func tokenSet(a, b string, ratio func(a, b string) int) int {
	a, b = process(a), process(b)
	if a == "" || b == "" {
		return 0
	}
	wordsA, wordsB := wordSet(a), wordSet(b)
	var common, onlyA, onlyB []string
	for _, w := range wordsA {
		if _, found := slices.BinarySearch(wordsB, w); found {
			common = append(common, w)
		} else {
			onlyA = append(onlyA, w)
		}
	}
	for _, w := range wordsB {
		if _, found := slices.BinarySearch(wordsA, w); !found {
			onlyB = append(onlyB, w)
		}
	}
	base := strings.Join(common, " ")
	withA := strings.Join(append(slices.Clone(common), onlyA...), " ")
	withB := strings.Join(append(slices.Clone(common), onlyB...), " ")
	return max(ratio(base, withA), ratio(base, withB), ratio(withA, withB))
}

// wordSet returns the distinct words of s, sorted by code point.
func wordSet(s string) []string {
	words := strings.Fields(s)
	slices.Sort(words)
	return slices.Compact(words)
}

// process is thefuzz's full_process: it deletes the code points 128 to 255,
// turns everything that is not a letter, digit or underscore into a blank,
// lower-cases and trims.
func process(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	for _, r := range s {
		switch {
		case r >= 128 && r < 256:
		case r == 'İ':
			// Python's lower case of this letter is two code points.
			out.WriteString("i\u0307")
		case r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			out.WriteRune(unicode.ToLower(r))
		default:
			out.WriteByte(' ')
		}
	}
	return strings.TrimSpace(out.String())
}
