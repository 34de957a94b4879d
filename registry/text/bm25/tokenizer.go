package bm25

import "unicode/utf8"

// maxTokenUnits is Lucene's limit on a token, in UTF-16 units; the rest of a
// longer one becomes the next token.
const maxTokenUnits = 255

// tokenize calls emit with every token of text, in order, as Lucene's
// StandardTokenizer cuts them: the longest match of the word, number, emoji
// and single-character rules at each position, everything else skipped.
func tokenize(text string, emit func(token string)) {
	for at := 0; at < len(text); {
		if n := plainWord(text[at:]); n > 0 {
			emit(text[at : at+n])
			at += n
			continue
		}
		c, width := classAt(text, at)
		if c == other || c == singleQuote || c == midNumLet || c == midNum {
			if text[at] != '#' && text[at] != '*' {
				at += width
				continue
			}
		}
		window := limit(text[at:])
		n := max(matchWord(window), matchEmoji(window))
		if n == 0 {
			n = matchSingle(window)
		}
		if n == 0 {
			at += width
			continue
		}
		emit(window[:n])
		at += n
	}
}

// plainWord returns the length of the token at the start of text where that
// is a run of ASCII letters and digits and ASCII bytes show that it ends there,
// as almost all tokens are; else 0, and the rules have to decide.
func plainWord(text string) int {
	n := 0
	for n < len(text) && alphanumeric[text[n]] {
		n++
	}
	switch {
	case n >= maxTokenUnits:
		return 0
	case n == len(text):
		return n
	case text[n] >= utf8.RuneSelf:
		return 0
	}
	switch asciiClasses[text[n]] {
	case other:
		return n
	case extendNumLet:
		return 0
	}
	// A mark belongs to the token only between two letters or two digits.
	if n+1 < len(text) && (text[n+1] >= utf8.RuneSelf || alphanumeric[text[n+1]]) {
		return 0
	}
	return n
}

// limit returns the prefix of text that Lucene's buffer can hold.
func limit(text string) string {
	if len(text) <= maxTokenUnits {
		return text
	}
	if allASCII(text[:maxTokenUnits]) {
		return text[:maxTokenUnits]
	}
	units := 0
	for i, r := range text {
		if r > 0xffff {
			units++
		}
		if units++; units > maxTokenUnits {
			return text[:i]
		}
		if i > 4*maxTokenUnits {
			break
		}
	}
	return text
}

func allASCII(text string) bool {
	at := 0
	for ; at+8 <= len(text); at += 8 {
		if word64(text[at:])&0x8080808080808080 != 0 {
			return false
		}
	}
	for ; at < len(text); at++ {
		if text[at] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// classAt returns the class of the code point at byte at, and its width.
func classAt(text string, at int) (class, int) {
	if c := text[at]; c < utf8.RuneSelf {
		return asciiClasses[c], 1
	}
	r, width := utf8.DecodeRuneInString(text[at:])
	return classOf(r), width
}

// skipExtend returns the position after the combining characters at at.
func skipExtend(text string, at int) int {
	for at < len(text) && text[at] >= utf8.RuneSelf {
		c, width := classAt(text, at)
		if c != extend && !isCombiningComplex(text, at, c) {
			break
		}
		at += width
	}
	return at
}

// isCombiningComplex reports whether a character of a complex-context script
// is a mark, which combines with any character before it.
func isCombiningComplex(text string, at int, c class) bool {
	if c != complexContext {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return isExtend(r)
}

// matchWord returns the length of the longest word or number at the start of
// text: letters, digits and katakana with their connectors, and single marks
// between two letters or two digits.
func matchWord(text string) int {
	end := 0        // end of the longest match so far
	last := other   // class the match ends in; other at the start
	closed := false // a Hebrew quote ended the group: no mark may follow
	for at := 0; at < len(text); {
		c, width := classAt(text, at)
		next := skipExtend(text, at+width)
		switch c {
		case letter, hebrew, numeric:
			if last == katakana {
				return end
			}
			last, closed = c, false
			end = next
		case katakana:
			if last != other && last != katakana && last != extendNumLet {
				return end
			}
			last = katakana
			end = next
		case extendNumLet:
			last = extendNumLet
			if end > 0 {
				end = next
			}
		case midLetter, midNum, midNumLet, singleQuote, doubleQuote:
			if closed || next >= len(text) && c != singleQuote {
				return end
			}
			after := other
			if next < len(text) {
				after, _ = classAt(text, next)
			}
			switch {
			case last == numeric && c != midLetter && c != doubleQuote && after == numeric:
			case (last == letter || last == hebrew) && c != midNum && c != doubleQuote && (after == letter || after == hebrew):
			case last == hebrew && c == doubleQuote && after == hebrew:
			case last == hebrew && c == singleQuote:
				end, closed = next, true
			default:
				return end
			}
		default:
			return end
		}
		at = next
	}
	return end
}

// matchSingle returns the length of the ideograph or hiragana character, or of
// the run of a script without spaces, at the start of text.
func matchSingle(text string) int {
	c, width := classAt(text, 0)
	switch c {
	case han, hiragana:
		return skipExtend(text, width)
	case complexContext:
		at := skipExtend(text, width)
		for at < len(text) {
			c, width := classAt(text, at)
			if c != complexContext {
				break
			}
			at = skipExtend(text, at+width)
		}
		return at
	}
	return 0
}
