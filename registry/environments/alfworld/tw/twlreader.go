package tw

import (
	"errors"
	"strings"
	"unicode"
)

var errEnd = errors.New("end of text")

// twlReader cuts a TWL2 text into words, strings and punctuation.
type twlReader struct {
	text      string
	pos, line int
}

// twlString is a string of a TWL2 text with the line it starts in.
type twlString struct {
	text string
	line int
}

type twlField struct {
	name  string
	value twlString
}

func (r *twlReader) skip() {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case '\n':
			r.line++
		case ' ', '\t', '\r', '\f', '\v':
		case '#':
			for r.pos+1 < len(r.text) && r.text[r.pos+1] != '\n' {
				r.pos++
			}
		default:
			return
		}
		r.pos++
	}
}

// word reads a name. It returns errEnd at the end of the text.
func (r *twlReader) word() (string, error) {
	r.skip()
	if r.pos >= len(r.text) {
		return "", errEnd
	}
	start := r.pos
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c != '_' && c != '-' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		r.pos++
	}
	if r.pos == start {
		return "", syntaxError(grammarPart, r.line, "want a name, got %q", clip(r.text[start:min(start+20, len(r.text))]))
	}
	return r.text[start:r.pos], nil
}

func (r *twlReader) expect(token string) error {
	r.skip()
	if !strings.HasPrefix(r.text[r.pos:], token) {
		return syntaxError(grammarPart, r.line, "want %s, got %q", token, clip(r.text[r.pos:min(r.pos+20, len(r.text))]))
	}
	r.pos += len(token)
	return nil
}

// value reads `:: "text";`. Blanks and line ends after the opening quote are not part of the text: the
// original's tokenizer skips them, which is why the help text starts in its second line.
func (r *twlReader) value() (twlString, error) {
	if err := r.expect("::"); err != nil {
		return twlString{}, err
	}
	r.skip()
	quote := `"`
	if strings.HasPrefix(r.text[r.pos:], `"""`) {
		quote = `"""`
	}
	if err := r.expect(quote); err != nil {
		return twlString{}, err
	}
	line := r.line
	end := strings.Index(r.text[r.pos:], quote)
	if end < 0 {
		return twlString{}, syntaxError(grammarPart, line, "string is not closed")
	}
	raw := r.text[r.pos : r.pos+end]
	text := strings.TrimLeftFunc(raw, unicode.IsSpace)
	s := twlString{text: text, line: line + strings.Count(raw[:len(raw)-len(text)], "\n")}
	r.line += strings.Count(raw, "\n")
	r.pos += end + len(quote)
	return s, r.expect(";")
}

// fields reads `{ name :: "text"; ... }`.
func (r *twlReader) fields() ([]twlField, error) {
	if err := r.expect("{"); err != nil {
		return nil, err
	}
	var out []twlField
	for {
		r.skip()
		if strings.HasPrefix(r.text[r.pos:], "}") {
			r.pos++
			return out, nil
		}
		name, err := r.word()
		if errors.Is(err, errEnd) {
			return nil, syntaxError(grammarPart, r.line, "action block is not closed")
		}
		if err != nil {
			return nil, err
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		out = append(out, twlField{name: name, value: value})
	}
}
