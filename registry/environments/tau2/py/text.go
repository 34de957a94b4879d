package py

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is Python's str(v).
func Text(v Value) string {
	if s, ok := v.(Str); ok {
		return string(s)
	}
	return Repr(v)
}

// Repr is Python's repr(v).
func Repr(v Value) string { return string(appendRepr(nil, v)) }

func appendRepr(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case None:
		return append(dst, "None"...)
	case Bool:
		if v {
			return append(dst, "True"...)
		}
		return append(dst, "False"...)
	case Int:
		return strconv.AppendInt(dst, int64(v), 10)
	case Big:
		return v.n.Append(dst, 10)
	case Float:
		return append(dst, FloatText(float64(v))...)
	case Str:
		return appendQuoted(dst, string(v))
	case *List:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendRepr(dst, item)
		}
		return append(dst, ']')
	case *Dict:
		dst = append(dst, '{')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendQuoted(dst, v.Key(i))
			dst = append(dst, ": "...)
			dst = appendRepr(dst, v.val(i))
		}
		return append(dst, '}')
	}
	panic("repr: unknown value")
}

const hexDigits = "0123456789abcdef"

// appendQuoted writes the repr of a text: single quotes unless only those occur in it, escapes
// for what cannot be printed.
func appendQuoted(dst []byte, s string) []byte {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	dst = append(dst, quote)
	for i := 0; i < len(s); {
		r, size := decode(s[i:])
		i += size
		switch {
		case r == rune(quote) || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < ' ' || r == 0x7f:
			dst = append(dst, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
		case r < 0x7f:
			dst = append(dst, byte(r))
		case unicode.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r <= 0xff:
			dst = append(dst, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
		case r <= 0xffff:
			dst = appendHex(append(dst, '\\', 'u'), r, 4)
		default:
			dst = appendHex(append(dst, '\\', 'U'), r, 8)
		}
	}
	return append(dst, quote)
}

func appendHex(dst []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, hexDigits[r>>shift&15])
	}
	return dst
}

// decode reads one code point, lone surrogates in three bytes included; a byte that is
// part of none is itself.
func decode(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size > 1 {
		return r, size
	}
	if len(s) >= 3 && s[0] == 0xed && s[1]&0xe0 == 0xa0 && s[2]&0xc0 == 0x80 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return rune(s[0]), 1
}

// Join lists names as Python's error messages do: 'a', 'b', and 'c'.
func Join(names []string, last string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = Repr(Str(n))
	}
	switch len(quoted) {
	case 0:
		return ""
	case 1:
		return quoted[0]
	case 2:
		return quoted[0] + strings.TrimPrefix(last, ",") + quoted[1]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + last + quoted[len(quoted)-1]
}
