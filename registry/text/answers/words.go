package answers

import (
	"strings"
	"unicode"
)

// NormalizeWords is the normalization of SQuAD: lower case, no ASCII
// punctuation, none of the articles a, an, the, single blanks.
func NormalizeWords(s string) string {
	return strings.Join(words(s), " ")
}

// punctuation is Python's string.punctuation.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

func words(s string) []string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, lower.Replace(s))
	return strings.FieldsFunc(dropArticles(strings.ToLower(s)), isBlank)
}

// lower is the capital that Python's lower makes two characters of, and Go's one.
var lower = strings.NewReplacer("\u0130", "i\u0307")

// isBlank reports whether a character separates words for Python's split.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// dropArticles replaces the articles by blanks where they stand between
// characters that are no letters, digits or underscores.
func dropArticles(s string) string {
	inWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
	var out strings.Builder
	for len(s) > 0 {
		end := strings.IndexFunc(s, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(s)
		}
		switch s[:end] {
		case "a", "an", "the":
			out.WriteByte(' ')
		default:
			out.WriteString(s[:end])
		}
		s = s[end:]
		next := strings.IndexFunc(s, inWord)
		if next < 0 {
			next = len(s)
		}
		out.WriteString(s[:next])
		s = s[next:]
	}
	return out.String()
}

// ExactMatch reports whether the prediction equals one of the expected answers
// after [NormalizeWords] (Search-R1's reward).
func ExactMatch(prediction string, golds ...string) bool {
	p := NormalizeWords(prediction)
	for _, gold := range golds {
		if p == NormalizeWords(gold) {
			return true
		}
	}
	return false
}

// SubMatch reports whether the prediction contains one of the expected answers
// after [NormalizeWords].
func SubMatch(prediction string, golds ...string) bool {
	p := NormalizeWords(prediction)
	for _, gold := range golds {
		if strings.Contains(p, NormalizeWords(gold)) {
			return true
		}
	}
	return false
}

// F1 returns the best harmonic mean of precision and recall of words over the
// expected answers, in [0, 1], by HotpotQA's rule: when one side is yes, no or
// noanswer and the other differs, it is 0.
func F1(prediction string, golds ...string) float64 {
	best := 0.0
	for _, gold := range golds {
		best = max(best, wordF1(words(prediction), words(gold)))
	}
	return best
}

func wordF1(prediction, gold []string) float64 {
	p, g := strings.Join(prediction, " "), strings.Join(gold, " ")
	if p != g && (closedAnswer(p) || closedAnswer(g)) {
		return 0
	}
	left := map[string]int{}
	for _, w := range gold {
		left[w]++
	}
	common := 0
	for _, w := range prediction {
		if left[w] > 0 {
			left[w]--
			common++
		}
	}
	if common == 0 {
		return 0
	}
	precision := float64(common) / float64(len(prediction))
	recall := float64(common) / float64(len(gold))
	return 2 * precision * recall / (precision + recall)
}

func closedAnswer(s string) bool {
	return s == "yes" || s == "no" || s == "noanswer"
}
