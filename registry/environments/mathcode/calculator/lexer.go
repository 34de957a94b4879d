package calculator

import (
	"fmt"
	"strings"
)

// SyntaxError says where a text stops being a program.
type SyntaxError struct {
	At      int // byte offset
	Message string
}

// Error implements error.
func (e *SyntaxError) Error() string { return fmt.Sprintf("at %d: %s", e.At, e.Message) }

// tokenKind sorts tokens.
type tokenKind uint8

const (
	endToken tokenKind = iota
	breakToken
	numberToken
	nameToken
	symbolToken
)

type token struct {
	kind tokenKind
	text string
	at   int
}

// symbols are matched in this order, so that the longer ones come first.
var symbols = []string{"**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "^", "!", "=", "<", ">", "(", ")", ","}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// lex cuts a source into tokens; the last is an endToken.
func lex(source string) ([]token, error) {
	var tokens []token
	for at := 0; at < len(source); {
		c := source[at]
		start := at
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case c == '\n' || c == ';':
			at++
			tokens = append(tokens, token{breakToken, source[start:at], start})
		case c == '#':
			for at < len(source) && source[at] != '\n' {
				at++
			}
		case isDigit(c) || c == '.' && at+1 < len(source) && isDigit(source[at+1]):
			at = numberEnd(source, at)
			tokens = append(tokens, token{numberToken, source[start:at], start})
		case isLetter(c):
			for at < len(source) && (isLetter(source[at]) || isDigit(source[at])) {
				at++
			}
			if at-start > maxName {
				return nil, &SyntaxError{start, fmt.Sprintf("a name longer than %d letters", maxName)}
			}
			tokens = append(tokens, token{nameToken, source[start:at], start})
		default:
			symbol := symbolAt(source[at:])
			if symbol == "" {
				return nil, &SyntaxError{at, fmt.Sprintf("unexpected %q", firstRune(source[at:]))}
			}
			at += len(symbol)
			tokens = append(tokens, token{symbolToken, symbol, start})
		}
	}
	return append(tokens, token{endToken, "", len(source)}), nil
}

// numberEnd finds the end of digits[.digits][e[sign]digits].
func numberEnd(source string, at int) int {
	digits := func() {
		for at < len(source) && isDigit(source[at]) {
			at++
		}
	}
	digits()
	if at < len(source) && source[at] == '.' {
		at++
		digits()
	}
	if at < len(source) && (source[at] == 'e' || source[at] == 'E') {
		back := at
		at++
		if at < len(source) && (source[at] == '+' || source[at] == '-') {
			at++
		}
		if at == len(source) || !isDigit(source[at]) {
			return back
		}
		digits()
	}
	return at
}

func symbolAt(rest string) string {
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			return s
		}
	}
	return ""
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
