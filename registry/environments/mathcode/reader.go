package mathcode

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// reader is the view during one episode: it remembers which slots stand for which number and name.
type reader struct {
	view    *view
	numbers []string // by slot, from n_1
	names   []string // by slot, from x_1
}

var _ registry.Reader = (*reader)(nil)

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader {
	return &reader{view: r.view, numbers: slices.Clone(r.numbers), names: slices.Clone(r.names)}
}

// maxSlotText bounds the numbers and names that get a slot, in bytes.
const maxSlotText = 40

// slot is the word of a text in a list of slots, which gets a free one when it has none; "" when none is left.
func slot(list *[]string, most int, class, text string) string {
	i := slices.Index(*list, text)
	if i < 0 {
		if len(*list) == most || len(text) > maxSlotText {
			return ""
		}
		i = len(*list)
		*list = append(*list, text)
	}
	return slotWord(class, i+1)
}

// number is the word of a number that was read.
func (r *reader) number(text string) string {
	if w := slot(&r.numbers, numberSlots, "n", text); w != "" {
		return w
	}
	return "number"
}

// read writes a problem.
func (r *reader) read(text string) []string {
	var words []string
	empty := true // nothing written since the last end of a sentence
	for _, t := range scan(text) {
		word := ""
		switch {
		case t.kind == numberSeen:
			word = r.number(t.text)
		case t.kind == wordSeen && r.view.text[t.text]:
			word = t.text
		case t.kind == stopSeen && !empty:
			word = "stop"
		case t.kind == askSeen:
			word = "ask"
		}
		if word == "" {
			continue
		}
		if len(words) == mostWords {
			break
		}
		empty = t.kind == stopSeen || t.kind == askSeen
		words = append(words, word)
	}
	return words
}

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string {
	if observation == overText {
		return []string{"over"}
	}
	var words []string
	lines := 0
	for line := range strings.SplitSeq(observation, "\n") {
		if lines++; lines > mostLines {
			return append(words, "other")
		}
		words = append(words, r.line(line)...)
	}
	return words
}

// line writes a line of the calculator: a value, a name with its value, or what went wrong.
func (r *reader) line(line string) []string {
	if fault, ok := strings.CutPrefix(line, faultText); ok {
		if name, ok := strings.CutSuffix(fault, " is not defined"); ok {
			return []string{"undefined", r.name(name)}
		}
		return []string{"error"}
	}
	if name, value, ok := strings.Cut(line, " = "); ok && isName(name) && isNumber(value) {
		return []string{r.name(name), r.number(value)}
	}
	if isNumber(line) {
		return []string{r.number(line)}
	}
	return []string{"other"}
}

// name is the word of a name that was read.
func (r *reader) name(text string) string {
	if slices.Contains(names, text) {
		return text
	}
	if isName(text) {
		if w := slot(&r.names, nameSlots, "x", text); w != "" {
			return w
		}
	}
	return "other"
}

func isName(text string) bool {
	for i := range len(text) {
		if !letter(text[i]) && text[i] != '_' && (i == 0 || !digit(text[i])) {
			return false
		}
	}
	return text != ""
}

// isNumber says that a text has the form in which the calculator writes numbers.
func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	for i := range len(text) {
		if !digit(text[i]) && (i == 0 || !strings.ContainsRune("/.e+-", rune(text[i]))) {
			return false
		}
	}
	return text != ""
}

// Action implements [registry.Reader]. A program is written token by token, an answer as its number; what no word stands for becomes "other".
func (r *reader) Action(text string) []string {
	c, ok := readCall(text)
	switch {
	case !ok || len(c.text) > calculator.MaxSource:
		return []string{"other"}
	case c.run:
		if words := r.program(c.text); len(words) > 0 {
			return words
		}
		return []string{"other"}
	}
	answer := strings.TrimSpace(c.text)
	return append([]string{"answer"}, r.spell(answer)...)
}

// spell writes a number: its slot, or its digits.
func (r *reader) spell(number string) []string {
	if i := slices.Index(r.numbers, number); i >= 0 {
		return []string{slotWord("n", i+1)}
	}
	var words []string
	for i := range len(number) {
		switch c := number[i]; {
		case digit(c) || c == '.':
			words = append(words, "#"+string(c))
		case c == '-' || c == '/':
			words = append(words, string(c))
		default:
			return []string{"other"}
		}
	}
	if len(words) == 0 || len(words) > maxSlotText {
		return []string{"other"}
	}
	return words
}

// mostProgram bounds the words of a program.
const mostProgram = 200

// program writes a program.
func (r *reader) program(source string) []string {
	var words []string
	for at := 0; at < len(source); {
		if len(words) > mostProgram {
			return []string{"other"}
		}
		start := at
		switch c := source[at]; {
		case c == ' ':
			at++
			continue
		case digit(c):
			for at < len(source) && (digit(source[at]) || source[at] == '.') {
				at++
			}
			words = append(words, r.spell(source[start:at])...)
			continue
		case letter(c) || c == '_':
			for at < len(source) && (letter(source[at]) || digit(source[at]) || source[at] == '_') {
				at++
			}
		default:
			if at++; at < len(source) && r.view.code[source[start:at+1]] {
				at++
			}
		}
		words = append(words, r.code(source[start:at]))
	}
	return words
}

// code is the word of a name or symbol of a program.
func (r *reader) code(text string) string {
	if r.view.code[text] {
		return text
	}
	if i := slices.Index(r.names, text); i >= 0 {
		return slotWord("x", i+1)
	}
	return "other"
}

// Command implements [registry.Reader]. Words of a program that is none are joined by blanks, which the world refuses.
func (r *reader) Command(words []string) string {
	refused := strings.Join(words, " ")
	if len(words) == 0 {
		return refused
	}
	if words[0] == "answer" {
		var text strings.Builder
		for _, w := range words[1:] {
			part, ok := r.numeral(w)
			if !ok {
				return refused
			}
			text.WriteString(part)
		}
		if text.Len() == 0 {
			return refused
		}
		return "answer[" + text.String() + "]"
	}
	source, ok := r.source(words)
	if !ok {
		return refused
	}
	if _, err := calculator.Parse(source); err != nil {
		return refused
	}
	return "run[" + source + "]"
}

// numeral is the text of a word in an answer: a number's slot, a digit, a sign or a slash.
func (r *reader) numeral(word string) (string, bool) {
	for i, n := range r.numbers {
		if word == slotWord("n", i+1) {
			return n, true
		}
	}
	if d, ok := strings.CutPrefix(word, "#"); ok && len(d) == 1 {
		return d, true
	}
	return word, word == "-" || word == "/"
}

// source writes words as a program: blanks between tokens, none between the digits of a number.
func (r *reader) source(words []string) (string, bool) {
	var b strings.Builder
	wasDigit := false
	for _, w := range words {
		text, isDigit := w, strings.HasPrefix(w, "#")
		if !r.view.code[w] {
			var ok bool
			if text, ok = r.numeral(w); !ok {
				at := slices.IndexFunc(r.names, func(name string) bool { return w == r.code(name) })
				if at < 0 {
					return "", false
				}
				text = r.names[at]
			}
		}
		if b.Len() > 0 && (!isDigit || !wasDigit) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		wasDigit = isDigit
	}
	return b.String(), b.Len() > 0
}
