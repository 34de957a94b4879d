package answers

import (
	"regexp"
	"strings"
)

// LastBoxed returns the content of the last \boxed{...} of a text, with nested
// braces. As in the MATH data set's own evaluation, a text without one may have
// \boxed and a blank before what is boxed, up to the next dollar sign, or
// \fbox{...}. ok is false when there is none or its braces do not close.
func LastBoxed(text string) (content string, ok bool) {
	if all := findBoxes(text, `\boxed{`); len(all) > 0 {
		return all[len(all)-1].content, true
	}
	if i := strings.LastIndex(text, bareBox); i >= 0 {
		content, _, _ = strings.Cut(text[i+len(bareBox):], "$")
		content = strings.TrimSpace(content)
		return content, content != ""
	}
	if all := findBoxes(text, `\fbox{`); len(all) > 0 {
		return all[len(all)-1].content, true
	}
	return "", false
}

// bareBox is a box whose content has no braces.
const bareBox = `\boxed `

// box is one boxed group, from start to end.
type box struct {
	start, end int
	content    string
}

// findBoxes finds the groups that follow a command, which ends in a brace.
func findBoxes(text, command string) []box {
	var out []box
	if !strings.Contains(text, command) {
		return nil
	}
	closing := closingBraces(text)
	for at := 0; ; {
		i := strings.Index(text[at:], command)
		if i < 0 {
			return out
		}
		start := at + i
		at = start + len(command)
		if end := closing[at-1]; end > 0 {
			out = append(out, box{start, end + 1, text[at:end]})
			at = end + 1
		}
	}
}

// closingBraces returns for every opening brace the position of the one that
// closes it. A backslash takes the character behind it.
func closingBraces(text string) map[int]int {
	closing := map[int]int{}
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			open = append(open, i)
		case '}':
			if n := len(open); n > 0 {
				closing[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return closing
}

// maxGap is the length up to which text between two boxes may join them.
const maxGap = 40

// joining is what may stand between the parts of one answer.
var joining = regexp.MustCompile(`^(\s|[$,;.+*]|\\quad|\\\(|\\\)|\\\[|\\\]|\\text\{[^{}]*\}|and|or)*$`)

// boxes returns the content of the last box, with those before it that belong
// to the same enumeration, separated by semicolons.
func boxes(text string) (string, bool) {
	all := findBoxes(text, `\boxed{`)
	if len(all) == 0 {
		return "", false
	}
	first := len(all) - 1
	for first > 0 {
		gap := text[all[first-1].end:all[first].start]
		if len(gap) > maxGap || !joining.MatchString(gap) {
			break
		}
		first--
	}
	return joinDistinct(all[first:], func(b box) string { return b.content }), true
}

// joinDistinct joins the distinct texts of parts by semicolons.
func joinDistinct[T any](parts []T, text func(T) string) string {
	var out []string
	seen := map[string]bool{}
	for _, p := range parts {
		t := strings.TrimSpace(text(p))
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return strings.Join(out, ";")
}

var (
	// looseNumber is a number in running text.
	looseNumber = regexp.MustCompile(`[-−]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:[.,]\d+)?(?:\s*/\s*[-−]?\d+(?:\.\d+)?)?|[-−]?\.\d+`)
	answerLine  = regexp.MustCompile(`(?m)Answer\s*:\s*(.+?)\s*$`)
)

// answerTail is how far from the end DAPO looks for an answer line, in bytes.
const answerTail = 300

// LastAnswerLine returns what follows the last "Answer:" within the last 300
// bytes of a text, the format that DAPO asks for.
func LastAnswerLine(text string) (answer string, ok bool) {
	all := answerLine.FindAllStringSubmatch(text[max(0, len(text)-answerTail):], -1)
	if len(all) == 0 {
		return "", false
	}
	return all[len(all)-1][1], true
}

// candidates returns the answers that a text may give, the most explicit
// first: after "the final answer is", in the last boxes, in the last formulas,
// as the last number.
func candidates(text string) []string {
	text = strings.ReplaceAll(text, `\\boxed`, `\boxed`)
	var out []string
	places := finalPlaces(text)
	for _, at := range places {
		if m := finalAnswer.FindStringSubmatchIndex(text[at:]); m != nil {
			rest := text[at+m[2]:]
			out = append(out, enumeration(rest, formulas(rest), false))
			break
		}
	}
	for _, at := range places {
		if m := finalNumber.FindStringSubmatch(text[at:]); m != nil {
			out = append(out, plainNumber(strings.TrimRight(m[1], ".,")))
			break
		}
	}
	if b, ok := boxes(text); ok {
		out = append(out, b)
	}
	if f := lastFormulas(text); f != "" {
		out = append(out, f)
	}
	if n := lastNumber(text); n != "" {
		out = append(out, n)
	}
	return out
}

// lastFormulas returns the last formula and those before it that belong to
// the same enumeration.
func lastFormulas(text string) string {
	return enumeration(text, formulas(text), true)
}

// enumeration joins the contents of the last formulas that belong together, or
// of the first.
func enumeration(text string, all []formula, last bool) string {
	if len(all) == 0 {
		return ""
	}
	joined := func(i int) bool {
		gap := text[all[i].end:all[i+1].start]
		return len(gap) <= maxGap && joining.MatchString(gap) && strings.Trim(gap, " \n.") != ""
	}
	from, to := 0, 1
	if last {
		from, to = len(all)-1, len(all)
	}
	for last && from > 0 && joined(from-1) {
		from--
	}
	for !last && to < len(all) && joined(to-1) {
		to++
	}
	return joinDistinct(all[from:to], func(f formula) string { return f.content })
}

// lastNumber returns the last number of running text, in LaTeX.
func lastNumber(text string) string {
	all := looseNumber.FindAllString(text, -1)
	if len(all) == 0 {
		return ""
	}
	n := strings.ReplaceAll(all[len(all)-1], "−", "-")
	return plainNumber(n)
}

var (
	thousands    = regexp.MustCompile(`(\d)[, ](\d{3})`)
	decimalComma = regexp.MustCompile(`^(-?\d+),(\d+)$`)
	grouped      = regexp.MustCompile(`^-?[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d+)?$`)
)

// plainNumber removes thousands separators and writes a decimal comma as a
// point.
func plainNumber(n string) string {
	if grouped.MatchString(n) {
		for thousands.MatchString(n) {
			n = thousands.ReplaceAllString(n, "$1$2")
		}
		return n
	}
	return decimalComma.ReplaceAllString(n, "$1.$2")
}
