package answers

import (
	"regexp"
	"strings"
)

// unitWords are units that may stand bare after a number.
const unitWords = `cm|mm|km|m|kg|ft|feet|inch|inches|miles?|meters?|hours?|minutes?|seconds?|days?|years?|mph|units?|degrees?|st|rd|th`

var (
	// wordJoin is a conjunction between answers.
	wordJoin = regexp.MustCompile(`\s*,?\s*(\\(text|mbox|textrm|mathrm)\s*\{\s*,?\s*(and|or)\s*\}|\b(and|or)\b)\s*`)
	// gluedOr is a conjunction without blanks between a digit and a letter.
	gluedOr = regexp.MustCompile(`(\d)or([A-Za-z])`)
	// textGroup is upright text with an optional power.
	textGroup = regexp.MustCompile(`\\(text|mbox|textbf|textnormal|textrm|mathrm|textit)\s*\{([^{}]*)\}(\s*\^\s*\{?\d\}?)?`)
	// bareUnit is a unit word after a number.
	bareUnit    = regexp.MustCompile(`^(\s*[-+]?[\d.,/]*\d\s*)(` + unitWords + `)$`)
	percentWord = regexp.MustCompile(`(\d)\s*(percentage|percent|pct)\b`)
	spacing     = regexp.MustCompile(`\\(quad|qquad|displaystyle|limits|left|right|bigl|bigr|Bigl|Bigr|big|Big)([^A-Za-z]|$)`)
	// thinSpace also matches line breaks, which are to stay.
	thinSpace = regexp.MustCompile(`\\\\|\\[!,;: ]`)
	// groupedComma is a thousands separator in disguise.
	groupedComma = regexp.MustCompile(`(\d)\s*(\{\s*,\s*\}|,\\!)\s*(\d{3})`)
	doubled      = regexp.MustCompile(`\\\\([A-Za-z{}])`)
)

// clean removes what does not change the meaning of an answer: boxes, dollar
// signs, spacing, units, upright text beside a value; and writes conjunctions
// as semicolons, which never group digits. word reports that the answer was
// upright letters, two at least.
func clean(s string) (cleaned string, word bool) {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, `\begin`) {
		s = doubled.ReplaceAllString(s, `\$1`)
	}
	if all, ok := boxes(s); ok {
		s = all
	} else if inner, ok := strings.CutPrefix(s, `\boxed `); ok {
		s = inner
	}
	s = strings.ReplaceAll(s, `\$`, "")
	s = strings.Trim(s, "$")
	for _, r := range [][2]string{{`\ldots`, ""}, {`\lbrace`, `\{`}, {`\rbrace`, `\}`}, {`\dotsc`, ""}} {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	s = groupedComma.ReplaceAllString(s, "$1$3")
	s = groupedComma.ReplaceAllString(s, "$1$3")
	s = thinSpace.ReplaceAllStringFunc(s, func(m string) string {
		if m == `\\` {
			return m
		}
		return " "
	})
	for range 2 { // neighbours share a character
		s = spacing.ReplaceAllString(s, " $2")
	}
	s = percentWord.ReplaceAllString(s, `$1\%`)
	s = gluedOr.ReplaceAllString(s, "$1 or $2")
	s = wordJoin.ReplaceAllString(s, ";")
	s, word = dropText(s)
	s = strings.TrimSpace(s)
	if m := bareUnit.FindStringSubmatch(s); m != nil {
		s = strings.TrimSpace(m[1])
	}
	return s, word
}

// dropText removes upright text beside mathematics. Text that is the whole
// answer is unwrapped, a single upright letter or a number is kept in place.
func dropText(s string) (kept string, word bool) {
	if loc := textGroup.FindStringSubmatchIndex(s); loc != nil && loc[0] == 0 && loc[1] == len(s) {
		inner := s[loc[4]:loc[5]]
		return inner, len(inner) > 1 && onlyLetters(squeeze(inner))
	}
	return textGroup.ReplaceAllStringFunc(s, func(group string) string {
		m := textGroup.FindStringSubmatch(group)
		inner := strings.TrimSpace(m[2])
		if strings.HasPrefix(m[2], " ") || strings.HasPrefix(m[2], "~") || m[1] != "mathrm" && !onlyDigits(inner) {
			return " "
		}
		if onlyDigits(inner) {
			return inner + m[3]
		}
		return group
	}), false
}

func onlyDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func onlyLetters(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) < 0
}
