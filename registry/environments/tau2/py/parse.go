package py

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of the reader: deeper nesting and longer integers are refused, as Python does.
const (
	maxDepth  = 500
	maxDigits = 4300
)

// Parse reads one JSON text as Python's json.loads: NaN, Infinity and -Infinity are numbers,
// integers have any size (up to 4300 digits), the last of equal keys counts. Errors name
// the byte at which reading stopped.
func Parse(text string) (Value, error) {
	p := parser{text: text}
	if len(text) >= pooledFrom {
		p.pool = newPool()
	}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.blanks()
	if p.at < len(text) {
		return nil, p.fault("extra data")
	}
	return v, nil
}

type parser struct {
	text string
	at   int
	keys []string // of the dictionaries that are being read, the innermost last
	vals []Value  // of the dictionaries and lists that are being read
	pool *pool    // nil for a short text
}

func (p *parser) fault(format string, args ...any) error {
	return fmt.Errorf("read JSON at byte %d: "+format, append([]any{p.at}, args...)...)
}

func (p *parser) blanks() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// words are the literals.
var words = []struct {
	text string
	v    Value
}{
	{"null", None{}},
	{"true", Bool(true)},
	{"false", Bool(false)},
	{"NaN", Float(math.NaN())},
	{"Infinity", Float(math.Inf(1))},
	{"-Infinity", Float(math.Inf(-1))},
}

func (p *parser) value(depth int) (Value, error) {
	p.blanks()
	if p.at == len(p.text) {
		return nil, p.fault("unexpected end")
	}
	if depth > maxDepth {
		return nil, p.fault("nested more than %d deep", maxDepth)
	}
	switch c := p.text[p.at]; {
	case c == '{':
		return p.dict(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		s, err := p.str()
		if err != nil {
			return nil, err
		}
		return p.pool.text(s), nil
	case c >= '0' && c <= '9' || c == '-' && p.at+1 < len(p.text) && p.text[p.at+1] != 'I':
		return p.number()
	}
	for _, w := range words {
		if strings.HasPrefix(p.text[p.at:], w.text) {
			p.at += len(w.text)
			return w.v, nil
		}
	}
	return nil, p.fault("expected a value")
}

func (p *parser) list(depth int) (Value, error) {
	p.at++
	first := len(p.vals)
	p.blanks()
	if p.at < len(p.text) && p.text[p.at] == ']' {
		p.at++
		return &List{}, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		p.vals = append(p.vals, v)
		more, err := p.next(']')
		if err != nil {
			return nil, err
		}
		if !more {
			l := &List{slices.Clone(p.vals[first:])}
			p.vals = p.vals[:first]
			return l, nil
		}
	}
}

// next reads a comma, which means more, or the closing bracket.
func (p *parser) next(closing byte) (bool, error) {
	p.blanks()
	if p.at < len(p.text) {
		switch p.text[p.at] {
		case ',':
			p.at++
			return true, nil
		case closing:
			p.at++
			return false, nil
		}
	}
	return false, p.fault("expected ',' or '%c'", closing)
}

func (p *parser) dict(depth int) (Value, error) {
	p.at++
	firstKey, first := len(p.keys), len(p.vals)
	p.blanks()
	if p.at < len(p.text) && p.text[p.at] == '}' {
		p.at++
		return Empty(), nil
	}
	for {
		p.blanks()
		if p.at == len(p.text) || p.text[p.at] != '"' {
			return nil, p.fault("expected a key in double quotes")
		}
		key, err := p.str()
		if err != nil {
			return nil, err
		}
		p.blanks()
		if p.at == len(p.text) || p.text[p.at] != ':' {
			return nil, p.fault("expected ':'")
		}
		p.at++
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		p.keys, p.vals = append(p.keys, key), append(p.vals, v)
		more, err := p.next('}')
		if err != nil {
			return nil, err
		}
		if !more {
			d := p.pool.dict(p.keys[firstKey:], slices.Clone(p.vals[first:]))
			p.keys, p.vals = p.keys[:firstKey], p.vals[:first]
			return d, nil
		}
	}
}

func (p *parser) digits() int {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.at - start
}

func (p *parser) number() (Value, error) {
	start := p.at
	if p.text[p.at] == '-' {
		p.at++
	}
	first := p.at
	if n := p.digits(); n == 0 {
		return nil, p.fault("expected a digit")
	} else if n > 1 && p.text[first] == '0' {
		p.at = first + 1 // what follows a leading zero is extra data
	}
	whole := true
	if mark := p.at; p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		if p.digits() == 0 {
			p.at = mark
		} else {
			whole = false
		}
	}
	if mark := p.at; p.at < len(p.text) && (p.text[p.at] == 'e' || p.text[p.at] == 'E') {
		p.at++
		if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
			p.at++
		}
		if p.digits() == 0 {
			p.at = mark
		} else {
			whole = false
		}
	}
	text := p.text[start:p.at]
	if !whole {
		f, _ := strconv.ParseFloat(text, 64) // out of range is infinite, as in Python
		return Float(f), nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Int(n), nil
	}
	if len(text) > maxDigits {
		return nil, p.fault("an integer of more than %d digits", maxDigits)
	}
	n, _ := new(big.Int).SetString(text, 10)
	return Big{n}, nil
}

// str reads a text. Control characters must be escaped, as in Python's strict mode.
func (p *parser) str() (string, error) {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c == '"' {
			p.at++
			return strings.ToValidUTF8(p.text[start:p.at-1], "\ufffd"), nil
		}
		if c == '\\' || c < ' ' {
			break
		}
		p.at++
	}
	out := []byte(strings.ToValidUTF8(p.text[start:p.at], "\ufffd"))
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '"':
			p.at++
			return string(out), nil
		case c < ' ':
			return "", p.fault("control character in a text")
		case c == '\\':
			var err error
			if out, err = p.escape(out); err != nil {
				return "", err
			}
		default:
			r, size := utf8.DecodeRuneInString(p.text[p.at:])
			out = utf8.AppendRune(out, r)
			p.at += size
		}
	}
	return "", p.fault("text without end")
}

func (p *parser) escape(out []byte) ([]byte, error) {
	if p.at+1 == len(p.text) {
		return nil, p.fault("text without end")
	}
	c := p.text[p.at+1]
	if c == 'u' {
		r, ok := p.unicode(p.at)
		if !ok {
			return nil, p.fault("bad \\u escape")
		}
		p.at += 6
		if r >= 0xd800 && r < 0xdc00 {
			if low, ok := p.unicode(p.at); ok && low >= 0xdc00 && low < 0xe000 {
				p.at += 6
				r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			}
		}
		if r >= 0xd800 && r < 0xe000 {
			return append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f)), nil
		}
		return utf8.AppendRune(out, r), nil
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return nil, p.fault("bad escape")
	}
	p.at += 2
	return append(out, "\"\\/\b\f\n\r\t"[i]), nil
}

// unicode reads \uXXXX at a position.
func (p *parser) unicode(at int) (rune, bool) {
	if at+6 > len(p.text) || p.text[at] != '\\' || p.text[at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[at+2:at+6], 16, 32)
	return rune(n), err == nil && p.text[at+2] != '+' && p.text[at+2] != '_'
}
