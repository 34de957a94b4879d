package answers

import (
	"errors"
	"regexp"
	"strings"
)

// errHendrycks stands for the exceptions of the original's normalization,
// after which it compares the strings as they are.
var errHendrycks = errors.New("normalize answer: not covered by the rules")

// HendrycksEqual reports whether answer equals gold by the rule of the MATH
// data set's own evaluation (Hendrycks et al., 2021): equality after
// [HendrycksNormalize], or of the texts as they are when either fails. As in
// lm-evaluation-harness, of an answer with dollar signs only what stands
// between the first and the last of them counts.
func HendrycksEqual(gold, answer string) bool {
	if first, last := strings.IndexByte(answer, '$'), strings.LastIndexByte(answer, '$'); first < last {
		answer = answer[first+1 : last]
	}
	p, errP := HendrycksNormalize(gold)
	q, errQ := HendrycksNormalize(answer)
	if errP != nil || errQ != nil {
		return gold == answer
	}
	return p == q
}

// HendrycksNormalize brings a LaTeX answer to the form that the MATH
// evaluation compares. It fails where the original raises an exception: more
// than one unit, a command without its argument, a quotient of anything but
// integers.
func HendrycksNormalize(answer string) (string, error) {
	s := answer
	for _, r := range [][2]string{
		{"\n", ""}, {`\!`, ""}, {`\\`, `\`}, {"tfrac", "frac"}, {"dfrac", "frac"}, {`\left`, ""}, {`\right`, ""},
		{`^{\circ}`, ""}, {`^\circ`, ""}, {`\$`, ""},
	} {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	if head, tail, found := strings.Cut(s, `\text{ `); found {
		if strings.Contains(tail, `\text{ `) {
			return "", errHendrycks
		}
		s = head
	}
	for _, r := range [][2]string{{`\%`, ""}, {" .", " 0."}, {"{.", "{0."}} {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	if s == "" {
		return "", nil
	}
	if s[0] == '.' {
		s = "0" + s
	}
	if left, right, found := strings.Cut(s, "="); found && !strings.Contains(right, "=") && len([]rune(left)) <= 2 {
		s = right
	}
	s, err := braceRoots(s)
	if err != nil {
		return "", err
	}
	s = strings.ReplaceAll(s, " ", "")
	s, err = braceFractions(s)
	if err != nil {
		return "", err
	}
	if s == "0.5" {
		return `\frac{1}{2}`, nil
	}
	return slashFraction(s)
}

// braceRoots writes \sqrt3 as \sqrt{3}.
func braceRoots(s string) (string, error) {
	parts := strings.Split(s, `\sqrt`)
	var out strings.Builder
	out.WriteString(parts[0])
	for _, p := range parts[1:] {
		r := []rune(p)
		switch {
		case len(r) == 0:
			return "", errHendrycks
		case r[0] == '{':
			out.WriteString(`\sqrt` + p)
		default:
			out.WriteString(`\sqrt{` + string(r[0]) + "}" + string(r[1:]))
		}
	}
	return out.String(), nil
}

// braceFractions writes \frac12 and \frac1{2} as \frac{1}{2}. A single
// character after \frac leaves the whole text as it is.
func braceFractions(s string) (string, error) {
	parts := strings.Split(s, `\frac`)
	var out strings.Builder
	out.WriteString(parts[0])
	for _, p := range parts[1:] {
		r := []rune(p)
		switch {
		case len(r) == 0:
			return "", errHendrycks
		case r[0] == '{':
			out.WriteString(`\frac` + p)
		case len(r) < 2:
			return s, nil
		case r[1] == '{':
			out.WriteString(`\frac{` + string(r[0]) + "}" + string(r[1:]))
		default:
			out.WriteString(`\frac{` + string(r[0]) + "}{" + string(r[1]) + "}" + string(r[2:]))
		}
	}
	return out.String(), nil
}

// slashFraction writes a quotient of two integers a/b as \frac{a}{b}.
func slashFraction(s string) (string, error) {
	a, b, found := strings.Cut(s, "/")
	if !found || strings.Contains(b, "/") {
		return s, nil
	}
	for _, part := range []string{a, b} {
		if !pythonInteger.MatchString(part) {
			return "", errHendrycks
		}
	}
	if !plainInteger.MatchString(a) || !plainInteger.MatchString(b) {
		return s, nil
	}
	return `\frac{` + a + "}{" + b + "}", nil
}

// pythonInteger is what Python reads as an integer, plainInteger how it prints
// one.
var (
	pythonInteger = regexp.MustCompile(`^[+-]?\p{Nd}+(_\p{Nd}+)*$`)
	plainInteger  = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
)
