package answers

import (
	"regexp"
	"strings"
	"unicode"
)

// MinervaEqual reports whether two answers are equal after
// [MinervaNormalize].
func MinervaEqual(a, b string) bool {
	return MinervaNormalize(a) == MinervaNormalize(b)
}

// The replacements are those of Minerva (Lewkowycz et al., 2022), in its
// order; each sees the result of the one before.
var (
	minervaSubstitutions = [][2]string{
		{"an ", ""}, {"a ", ""}, {".$", "$"}, {`\$`, ""}, {`\ `, ""}, {" ", ""},
		{"mbox", "text"}, {`,\text{and}`, ","}, {`\text{and}`, ","}, {`\text{m}`, `\text{}`},
	}
	minervaRemoved = []string{
		"square", "ways", "integers", "dollars", "mph", "inches", "hours", "km", "units",
		`\ldots`, "sue", "points", "feet", "minutes", "digits", "cents", "degrees", "cm", "gm",
		"pounds", "meters", "meals", "edges", "students", "childrentickets", "multiples",
		`\text{s}`, `\text{.}`, "\\text{\ns}", `\text{}^2`, `\text{}^3`, "\\text{\n}", `\text{}`,
		`\mathrm{th}`, `^\circ`, `^{\circ}`, `\;`, `,\!`, "{,}", `"`, `\dots`,
	}
	minervaRewrites = []struct {
		pattern *regexp.Regexp
		with    string
	}{
		{regexp.MustCompile(`(.*?)(\$)(.*?)(\$)(.*)`), `$$${3}$$`},
		{regexp.MustCompile(`(\\text\{)(.*?)(\})`), `${2}`},
		{regexp.MustCompile(`(\\textbf\{)(.*?)(\})`), `${2}`},
		{regexp.MustCompile(`(\\overline\{)(.*?)(\})`), `${2}`},
		{regexp.MustCompile(`(\\boxed\{)(.*)(\})`), `${2}`},
		{regexp.MustCompile(`(frac)([^{])(.)`), `frac{${2}}{${3}}`},
		{regexp.MustCompile(`(sqrt)([^{])`), `sqrt{${2}}`},
	}
)

// MinervaNormalize brings an answer to the form that Minerva's evaluation,
// also used by DAPO, compares: the text after the last equals sign without
// articles, blanks, units and markup, with short fractions and roots braced
// and thousands separators removed.
func MinervaNormalize(answer string) string {
	s := answer[strings.LastIndex(answer, "=")+1:]
	for _, r := range minervaSubstitutions {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	for _, r := range minervaRemoved {
		s = strings.ReplaceAll(s, r, "")
	}
	for _, r := range minervaRewrites {
		s = r.pattern.ReplaceAllString(s, r.with)
	}
	s = strings.ReplaceAll(s, "$", "")
	if plain := strings.ReplaceAll(s, ",", ""); plain != "" && strings.IndexFunc(plain, notDigit) < 0 {
		return plain
	}
	return s
}

func notDigit(r rune) bool { return !unicode.IsDigit(r) }
