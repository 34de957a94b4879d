package mathcode

import "strings"

// seen is a part of a text that the view may have a word for.
type seen struct {
	kind seenKind
	text string // lower-cased word, or number without separators
}

type seenKind uint8

const (
	wordSeen seenKind = iota
	numberSeen
	stopSeen // end of a statement
	askSeen  // end of a question
)

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// scan cuts a text into words of ASCII letters, numbers, and ends of sentences.
func scan(text string) []seen {
	var list []seen
	for at := 0; at < len(text); {
		start := at
		switch c := text[at]; {
		case letter(c):
			for at < len(text) && letter(text[at]) {
				at++
			}
			list = append(list, seen{wordSeen, strings.ToLower(text[start:at])})
		case digit(c):
			at = numberEnd(text, at)
			list = append(list, seen{numberSeen, strings.ReplaceAll(text[start:at], ",", "")})
		default:
			at++
			last := at == len(text) || text[at] == ' ' || text[at] == '\n'
			switch {
			case c == '.' && last:
				list = append(list, seen{kind: stopSeen})
			case c == '?' && last:
				list = append(list, seen{kind: askSeen})
			}
		}
	}
	return list
}

// numberEnd finds the end of a number: digits, groups of three after commas, and a decimal part.
func numberEnd(text string, at int) int {
	digits := func(from int) int {
		for from < len(text) && digit(text[from]) {
			from++
		}
		return from
	}
	start := at
	at = digits(at)
	for at-start <= 3 && at+4 <= len(text) && text[at] == ',' && digits(at+1) == at+4 {
		at += 4
		start = at - 3
	}
	if at+1 < len(text) && text[at] == '.' && digit(text[at+1]) {
		at = digits(at + 1)
	}
	return at
}
