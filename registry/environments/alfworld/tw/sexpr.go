package tw

import "strings"

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

// readSexpr reads the one list that a PDDL file consists of. Symbols are lower-cased, as the planner's
// translator does; a semicolon starts a comment.
func readSexpr(part, text string) (sexpr, error) {
	r := sexprReader{part: part, text: text, line: 1}
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

type sexprReader struct {
	part, text string
	pos, line  int
}

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
	open := r.line
	if depth > maxNesting {
		return sexpr{}, syntaxError(r.part, open, "more than %d nested lists", maxNesting)
	}
	r.pos++
	e := sexpr{line: open}
	for {
		r.skip()
		if r.pos >= len(r.text) {
			return sexpr{}, syntaxError(r.part, open, "list is not closed")
		}
		switch r.text[r.pos] {
		case ')':
			r.pos++
			return e, nil
		case '(':
			child, err := r.list(depth + 1)
			if err != nil {
				return sexpr{}, err
			}
			e.list = append(e.list, child)
		default:
			start := r.pos
			for r.pos < len(r.text) && !strings.ContainsRune("() \t\r\n\f\v;", rune(r.text[r.pos])) {
				r.pos++
			}
			e.list = append(e.list, sexpr{symbol: strings.ToLower(r.text[start:r.pos]), line: r.line})
		}
	}
}
