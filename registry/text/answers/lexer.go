package answers

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a piece of LaTeX: a number, a letter, a command with its backslash,
// or a single character.
type token struct {
	text string
	kind tokenKind
}

type tokenKind uint8

const (
	symbolToken tokenKind = iota
	numberToken
	letterToken
	commandToken
)

// lex cuts LaTeX into tokens and drops blanks. Digits form one number with a
// decimal point and, outside brackets, with commas before groups of three.
func lex(s string) []token {
	var out []token
	brackets := 0
	for len(s) > 0 {
		r, width := utf8.DecodeRuneInString(s)
		switch {
		case unicode.IsSpace(r) || r == '~':
			s = s[width:]
			continue
		case r == '\\':
			width = commandWidth(s)
			out = append(out, token{s[:width], commandToken})
		case isDigit(s[0]) || r == '.' && len(s) > 1 && isDigit(s[1]):
			width = numberWidth(s, brackets == 0)
			out = append(out, token{strings.ReplaceAll(s[:width], ",", ""), numberToken})
		case unicode.IsLetter(r):
			out = append(out, token{s[:width], letterToken})
		default:
			out = append(out, token{s[:width], symbolToken})
		}
		switch s[:width] {
		case "(", "[", `\{`:
			brackets++
		case ")", "]", `\}`:
			brackets--
		}
		s = s[width:]
	}
	return out
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// commandWidth is the length of the command at the start of s.
func commandWidth(s string) int {
	n := 1
	for n < len(s) && isASCIILetter(s[n]) {
		n++
	}
	if n == 1 && len(s) > 1 {
		_, width := utf8.DecodeRuneInString(s[1:])
		n += width
	}
	return n
}

// numberWidth is the length of the number at the start of s; grouped allows
// commas between groups of three digits.
func numberWidth(s string, grouped bool) int {
	digits := func(i int) int {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		return i
	}
	n := digits(0)
	if grouped && n <= 3 && n > 0 {
		for n+4 <= len(s) && s[n] == ',' && digits(n+1) == n+4 {
			n += 4
		}
	}
	if n+1 < len(s) && s[n] == '.' && isDigit(s[n+1]) {
		n = digits(n + 1)
	}
	return n
}
