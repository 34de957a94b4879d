package tw

import (
	"strings"
	"unicode/utf8"
)

// strip trims what Python's str.strip trims. That differs from strings.TrimSpace in the four
// separators U+001C to U+001F.
func strip(s string) string {
	if s == "" || plain(s[0]) && plain(s[len(s)-1]) {
		return s
	}
	return strings.TrimFunc(s, pythonSpace)
}

// plain reports an ASCII character that is no white space.
func plain(c byte) bool { return c > ' ' && c < utf8.RuneSelf }

func pythonSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1c && r <= ' ', r == 0x85, r == 0xa0:
		return true
	case r == 0x1680, r >= 0x2000 && r <= 0x200a, r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}
