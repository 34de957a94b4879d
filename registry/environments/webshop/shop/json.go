package shop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads one JSON value from memory, field by field. WebShop's files are gigabytes of
// which a tenth is used; skipping costs little here.
type scanner struct {
	b    []byte
	i    int
	keep *keeper // makes the strings; may be nil
}

// maxDepth bounds the nesting of a value.
const maxDepth = 64

func (s *scanner) fail(what string) error {
	return fmt.Errorf("%s at byte %d", what, s.i)
}

// next skips white space and returns the byte there, 0 at the end.
func (s *scanner) next() byte {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case ' ', '\n', '\r', '\t':
			s.i++
		default:
			return c
		}
	}
	return 0
}

// end fails when anything but white space is left.
func (s *scanner) end() error {
	if s.next() != 0 || s.i < len(s.b) {
		return s.fail("text behind the value")
	}
	return nil
}

// object calls f for every key; f must consume the value. The key is valid until it returns.
func (s *scanner) object(f func(key []byte) error) error {
	if s.next() != '{' {
		return s.fail("no object")
	}
	s.i++
	if s.next() == '}' {
		s.i++
		return nil
	}
	for {
		key, err := s.bytes()
		if err != nil {
			return err
		}
		if s.next() != ':' {
			return s.fail("no colon")
		}
		s.i++
		if err := f(key); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.i++
		case '}':
			s.i++
			return nil
		default:
			return s.fail("neither a comma nor the end of an object")
		}
	}
}

// array calls f at every element; f must consume it.
func (s *scanner) array(f func() error) error {
	if s.next() != '[' {
		return s.fail("no list")
	}
	s.i++
	if s.next() == ']' {
		s.i++
		return nil
	}
	for {
		if err := f(); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.i++
		case ']':
			s.i++
			return nil
		default:
			return s.fail("neither a comma nor the end of a list")
		}
	}
}

// text reads a string; null reads as the empty string.
func (s *scanner) text() (string, error) {
	if s.next() == 'n' {
		return "", s.literal("null")
	}
	b, err := s.bytes()
	return s.keep.text(b), err
}

// name is text for strings that many records share.
func (s *scanner) name() (string, error) {
	if s.next() == 'n' {
		return "", s.literal("null")
	}
	b, err := s.bytes()
	return s.keep.name(b), err
}

// texts reads a list of strings with text or name; null reads as none.
func (s *scanner) texts(read func() (string, error)) (list []string, err error) {
	if s.next() == 'n' {
		return nil, s.literal("null")
	}
	err = s.array(func() error {
		t, err := read()
		list = append(list, t)
		return err
	})
	return list, err
}

func (s *scanner) literal(word string) error {
	if !bytes.HasPrefix(s.b[s.i:], []byte(word)) {
		return s.fail("no " + word)
	}
	s.i += len(word)
	return nil
}

// bytes reads a string. Without escapes the result is part of the input.
func (s *scanner) bytes() ([]byte, error) {
	if s.next() != '"' {
		return nil, s.fail("no string")
	}
	s.i++
	start := s.i
	s.i += plainText(s.b[s.i:])
	if s.i == len(s.b) {
		return nil, s.fail("string without an end")
	}
	switch s.b[s.i] {
	case '"':
		raw := s.b[start:s.i]
		s.i++
		if !utf8.Valid(raw) {
			raw = bytes.ToValidUTF8(raw, []byte("\ufffd"))
		}
		return raw, nil
	case '\\':
		return s.escaped(start)
	}
	return nil, s.fail("control character in a string")
}

// plainText returns the number of bytes before the first that means something in a string: a quote, a backslash or a
// control character.
func plainText(b []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(b); n += 8 {
		// In each of the three the lowest top bit marks the first such byte; none is set without one.
		w := binary.LittleEndian.Uint64(b[n:])
		quote, slash := w^(ones*'"'), w^(ones*'\\')
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*' ')&^w) & tops
		if found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	for ; n < len(b); n++ {
		if c := b[n]; c == '"' || c == '\\' || c < ' ' {
			break
		}
	}
	return n
}

// escaped goes on with a string that has an escape at the scanner's place.
func (s *scanner) escaped(start int) ([]byte, error) {
	out := append([]byte(nil), s.b[start:s.i]...)
	for s.i < len(s.b) {
		n := plainText(s.b[s.i:])
		out = append(out, s.b[s.i:s.i+n]...)
		if s.i += n; s.i == len(s.b) {
			break
		}
		c := s.b[s.i]
		s.i++
		switch {
		case c == '"':
			return bytes.ToValidUTF8(out, []byte("\ufffd")), nil
		case c < ' ':
			return nil, s.fail("control character in a string")
		}
		if s.i >= len(s.b) {
			break
		}
		c = s.b[s.i]
		s.i++
		if at := strings.IndexByte(`"\/bfnrt`, c); at >= 0 {
			out = append(out, "\"\\/\b\f\n\r\t"[at])
			continue
		}
		if c != 'u' {
			return nil, s.fail("unknown escape")
		}
		r, err := s.hex()
		if err != nil {
			return nil, err
		}
		if utf16.IsSurrogate(r) && bytes.HasPrefix(s.b[s.i:], []byte(`\u`)) {
			at := s.i
			s.i += 2
			low, err := s.hex()
			if err != nil {
				return nil, err
			}
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				r = pair
			} else {
				s.i = at
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return nil, s.fail("string without an end")
}

func (s *scanner) hex() (rune, error) {
	if s.i+4 > len(s.b) {
		return 0, s.fail("escape cut short")
	}
	v, err := strconv.ParseUint(string(s.b[s.i:s.i+4]), 16, 32)
	if err != nil {
		return 0, s.fail("no hexadecimal digits")
	}
	s.i += 4
	return rune(v), nil
}

// skip passes over a value of any kind.
func (s *scanner) skip(depth int) error {
	if depth > maxDepth {
		return s.fail("nested too deep")
	}
	switch c := s.next(); {
	case c == '{':
		return s.object(func([]byte) error { return s.skip(depth + 1) })
	case c == '[':
		return s.array(func() error { return s.skip(depth + 1) })
	case c == '"':
		return s.skipText()
	default:
		for _, word := range []string{"null", "true", "false", "NaN", "Infinity", "-Infinity"} {
			if bytes.HasPrefix(s.b[s.i:], []byte(word)) {
				s.i += len(word)
				return nil
			}
		}
		_, err := s.number()
		return err
	}
}

// skipText passes over a string; only one with escapes is looked at closely.
func (s *scanner) skipText() error {
	from := s.i
	s.i++
	s.i += plainText(s.b[s.i:])
	if s.i < len(s.b) && s.b[s.i] == '"' {
		s.i++
		return nil
	}
	s.i = from
	_, err := s.bytes()
	return err
}

func (s *scanner) number() (float64, error) {
	s.next()
	start := s.i
	for s.i < len(s.b) && strings.IndexByte("+-.0123456789eE", s.b[s.i]) >= 0 {
		s.i++
	}
	v, err := strconv.ParseFloat(string(s.b[start:s.i]), 64)
	if err != nil {
		s.i = start
		return 0, s.fail("no value")
	}
	return v, nil
}
