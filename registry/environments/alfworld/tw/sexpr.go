package tw

import (
	"strings"
	"unicode/utf8"
)

// maxNesting bounds the depth of lists: far beyond any domain, far below the stack.
const maxNesting = 200

// sexpr is a symbol or a list of a PDDL text.
type sexpr struct {
	symbol string // lower case; "" for a list
	list   []sexpr
	line   int
}

func (e sexpr) isList() bool { return e.symbol == "" }

// head is the first symbol of a list, "" when there is none.
func (e sexpr) head() string {
	if len(e.list) == 0 {
		return ""
	}
	return e.list[0].symbol
}

// sexprReader reads one PDDL text after another. A list is valid until the next text.
type sexprReader struct {
	part, text string
	lower      string // text in lower case, when its symbols lie at the same places
	pos, line  int

	bytes []byte  // scratch of lowered
	open  []sexpr // elements of the lists that are not closed yet
	elems []sexpr // room for the elements of those that are
}

// read reads the one list that a PDDL file consists of. Symbols are lower-cased, as the planner's
// translator does; a semicolon starts a comment.
func (r *sexprReader) read(part, text string) (sexpr, error) {
	r.part, r.text, r.lower, r.pos, r.line = part, text, r.lowered(text), 0, 1
	r.open, r.elems = r.open[:0], r.elems[:0]
	r.skip()
	if r.pos >= len(text) {
		return sexpr{}, syntaxError(part, r.line, "is empty")
	}
	if text[r.pos] != '(' {
		return sexpr{}, syntaxError(part, r.line, "want ( at the start, got %q", r.peek())
	}
	e, err := r.list(0)
	if err != nil {
		return sexpr{}, err
	}
	r.skip()
	if r.pos < len(text) {
		return sexpr{}, syntaxError(part, r.line, "want the end after the last ), got %q", r.peek())
	}
	return e, nil
}

// lowered is an ASCII text in lower case, "" for other texts: their lower case can have another length.
func (r *sexprReader) lowered(text string) string {
	r.bytes = append(r.bytes[:0], text...)
	var all byte // the bits of all characters
	for i, c := range r.bytes {
		all |= c
		r.bytes[i] = lowerASCII[c]
	}
	if all >= utf8.RuneSelf {
		return ""
	}
	return string(r.bytes)
}

// lowerASCII is the lower case of ASCII characters; a look at a table takes half the time of comparing.
var lowerASCII = func() (table [256]byte) {
	for c := range table {
		table[c] = byte(c)
		if 'A' <= c && c <= 'Z' {
			table[c] += 'a' - 'A'
		}
	}
	return table
}()

// peek is the text at the current position, cut for messages.
func (r *sexprReader) peek() string {
	rest := r.text[r.pos:]
	if end := strings.IndexAny(rest, " \t\r\n"); end >= 0 {
		rest = rest[:end]
	}
	return clip(rest)
}

// clip shortens a text for a message.
func clip(s string) string {
	const limit = 40
	if len(s) > limit {
		return s[:limit] + "..."
	}
	return s
}

func (r *sexprReader) skip() {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case '\n':
			r.line++
		case ' ', '\t', '\r', '\f', '\v':
		case ';':
			for r.pos+1 < len(r.text) && r.text[r.pos+1] != '\n' {
				r.pos++
			}
		default:
			return
		}
		r.pos++
	}
}

func (r *sexprReader) list(depth int) (sexpr, error) {
	e := sexpr{line: r.line}
	if depth > maxNesting {
		return sexpr{}, syntaxError(r.part, e.line, "more than %d nested lists", maxNesting)
	}
	r.pos++
	first := len(r.open)
	for {
		r.skip()
		if r.pos >= len(r.text) {
			return sexpr{}, syntaxError(r.part, e.line, "list is not closed")
		}
		switch r.text[r.pos] {
		case ')':
			r.pos++
			e.list = r.keep(r.open[first:])
			r.open = r.open[:first]
			return e, nil
		case '(':
			child, err := r.list(depth + 1)
			if err != nil {
				return sexpr{}, err
			}
			r.open = append(r.open, child)
		default:
			r.open = append(r.open, sexpr{symbol: r.symbol(), line: r.line})
		}
	}
}

// keep copies the elements of a list to where they stay.
func (r *sexprReader) keep(list []sexpr) []sexpr {
	if len(r.elems)+len(list) > cap(r.elems) {
		r.elems = make([]sexpr, 0, max(256, 2*cap(r.elems), len(list))) // lists read before stay in the old array
	}
	from := len(r.elems)
	r.elems = append(r.elems, list...)
	return r.elems[from:len(r.elems):len(r.elems)]
}

// endsSymbol is the characters that no symbol contains.
var endsSymbol = [256]bool{'(': true, ')': true, ' ': true, '\t': true, '\r': true, '\n': true, '\f': true, '\v': true, ';': true}

func (r *sexprReader) symbol() string {
	start := r.pos
	for r.pos < len(r.text) && !endsSymbol[r.text[r.pos]] {
		r.pos++
	}
	if r.lower != "" {
		return r.lower[start:r.pos]
	}
	return strings.ToLower(r.text[start:r.pos])
}
