package answers

import (
	"regexp"
	"strings"
)

// LastBoxed returns the content of the last \boxed{...} of a text, with nested
// braces. ok is false when there is none or its braces do not close.
func LastBoxed(text string) (content string, ok bool) {
	all := findBoxes(text)
	if len(all) == 0 {
		return "", false
	}
	return all[len(all)-1].content, true
}

// box is one \boxed{...}, from start to end.
type box struct {
	start, end int
	content    string
}

func findBoxes(text string) []box {
	var out []box
	const command = `\boxed{`
	for at := 0; ; {
		i := strings.Index(text[at:], command)
		if i < 0 {
			return out
		}
		start := at + i
		at = start + len(command)
		if end := closingBrace(text, at); end > 0 {
			out = append(out, box{start, end + 1, text[at:end]})
			at = end + 1
		}
	}
}

// closingBrace returns the position of the brace that closes the group whose
// content starts at at, or 0.
func closingBrace(text string, at int) int {
	depth := 1
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// maxGap is the length up to which text between two boxes may join them.
const maxGap = 40

// joining is what may stand between the parts of one answer.
var joining = regexp.MustCompile(`^(\s|[$,;.+*]|\\quad|\\\(|\\\)|\\\[|\\\]|\\text\{[^{}]*\}|and|or)*$`)

// boxes returns the content of the last box, with those before it that belong
// to the same enumeration, separated by semicolons.
func boxes(text string) (string, bool) {
	all := findBoxes(text)
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
	// formula is inline or displayed mathematics.
	formula = regexp.MustCompile(`(?s)\$\$(.+?)\$\$|\\\[(.+?)\\\]|\$((?:\\.|[^$\\])+?)\$|\\\((.+?)\\\)`)
	// finalAnswer is the phrase that Minerva's prompt asks for.
	finalAnswer = regexp.MustCompile(`(?is)final answer is:?\s*(?:\\?")?(\$.+?\$|\\\(.+?\\\))(?:\\?")?`)
	// finalNumber is the same with a bare number.
	finalNumber = regexp.MustCompile(`(?i)final answer:?(?:[^.\n]|\.\d)*?\bis:?\s+([-−]?\d[\d.,]*)`)
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
	if all := finalAnswer.FindAllStringSubmatchIndex(text, -1); all != nil {
		last := all[len(all)-1]
		out = append(out, enumeration(text[last[2]:], formula.FindAllStringSubmatchIndex(text[last[2]:], -1), false))
	}
	if all := finalNumber.FindAllStringSubmatch(text, -1); all != nil {
		out = append(out, plainNumber(strings.TrimRight(all[len(all)-1][1], ".,")))
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
	return enumeration(text, formula.FindAllStringSubmatchIndex(text, -1), true)
}

// enumeration joins the contents of the last matches of formula that belong
// together, or of the first.
func enumeration(text string, all [][]int, last bool) string {
	if len(all) == 0 {
		return ""
	}
	content := func(m []int) string {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				return text[m[g]:m[g+1]]
			}
		}
		return ""
	}
	joined := func(i int) bool {
		gap := text[all[i][1]:all[i+1][0]]
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
	return joinDistinct(all[from:to], content)
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
