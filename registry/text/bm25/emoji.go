package bm25

import (
	"unicode"
	"unicode/utf8"
)

// Code points that steer emoji sequences, or end them.
const (
	joiner         = '\u200d'
	textSelector   = '\ufe0e'
	emojiStyle     = '\ufe0f'
	keycap         = '\u20e3'
	zeroWidthSpace = '\u200b'
)

// matchEmoji returns the length of the emoji sequence at the start of text: a
// flag, a keycap, or emoji with modifiers chained by joiners.
func matchEmoji(text string) int {
	c, width := classAt(text, 0)
	switch {
	case c == regional:
		next := skipExtend(text, width)
		if next < len(text) {
			if second, w := classAt(text, next); second == regional {
				return skipExtend(text, next+w)
			}
		}
		return 0
	case text[0] == '#' || text[0] == '*':
		return matchKeycap(text)
	case c != emoji && c != emojiModifier && c != extend:
		return 0
	}
	end := emojiElement(text, 0)
	for end > 0 && end < len(text) {
		next, _ := utf8.DecodeRuneInString(text[end:])
		before, _ := utf8.DecodeLastRuneInString(text[:end])
		if next != joiner && before != joiner {
			break
		}
		n := emojiElement(text, end)
		if n == 0 {
			break
		}
		end = n
	}
	return end
}

// matchKeycap matches # or * with an enclosing keycap.
func matchKeycap(text string) int {
	end := 0
	for i, r := range text[1:] {
		if !isExtend(r) {
			break
		}
		if r == keycap {
			end = 1 + i + utf8.RuneLen(keycap)
		}
	}
	if end == 0 {
		return 0
	}
	return skipUnstyled(text, end)
}

// emojiElement returns the end of the single emoji at at, after any joiners,
// or 0.
func emojiElement(text string, at int) int {
	for at < len(text) {
		r, width := utf8.DecodeRuneInString(text[at:])
		switch c := classOf(r); {
		case r == joiner:
			at += width
			continue
		case c == emojiModifier:
			return skipUnstyled(text, at+width)
		case c != emoji:
			return 0
		}
		end := skipUnstyled(text, at+width)
		if end == len(text) {
			return end
		}
		next, w := utf8.DecodeRuneInString(text[end:])
		switch {
		case next == emojiStyle:
			end += w
		case classOf(next) == emojiModifier && unicode.Is(modifierBases, r):
			end = skipUnstyled(text, end+w)
		}
		return end
	}
	return 0
}

// skipUnstyled is skipExtend that stops at presentation selectors.
func skipUnstyled(text string, at int) int {
	for at < len(text) && text[at] >= utf8.RuneSelf {
		r, width := utf8.DecodeRuneInString(text[at:])
		if r == textSelector || r == emojiStyle || !isExtend(r) {
			break
		}
		at += width
	}
	return at
}

// emojiChars is Extended_Pictographic of Unicode Emoji 11, the version Lucene
// 8 is built with.
var emojiChars = &unicode.RangeTable{
	R16: table16(
		0xa9, 0xa9, 0xae, 0xae, 0x203c, 0x203c, 0x2049, 0x2049, 0x2122, 0x2122, 0x2139, 0x2139,
		0x2194, 0x2199, 0x21a9, 0x21aa, 0x231a, 0x231b, 0x2328, 0x2328, 0x2388, 0x2388, 0x23cf, 0x23cf,
		0x23e9, 0x23f3, 0x23f8, 0x23fa, 0x24c2, 0x24c2, 0x25aa, 0x25ab, 0x25b6, 0x25b6, 0x25c0, 0x25c0,
		0x25fb, 0x25fe, 0x2600, 0x2605, 0x2607, 0x2612, 0x2614, 0x2685, 0x2690, 0x2705, 0x2708, 0x2712,
		0x2714, 0x2714, 0x2716, 0x2716, 0x271d, 0x271d, 0x2721, 0x2721, 0x2728, 0x2728, 0x2733, 0x2734,
		0x2744, 0x2744, 0x2747, 0x2747, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757,
		0x2763, 0x2767, 0x2795, 0x2797, 0x27a1, 0x27a1, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2934, 0x2935,
		0x2b05, 0x2b07, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x3030, 0x3030, 0x303d, 0x303d,
		0x3297, 0x3297, 0x3299, 0x3299,
	).R16,
	R32: table32(
		0x1f000, 0x1f0ff, 0x1f10d, 0x1f10f, 0x1f12f, 0x1f12f, 0x1f16c, 0x1f171, 0x1f17e, 0x1f17f,
		0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f1ad, 0x1f1e5, 0x1f201, 0x1f20f, 0x1f21a, 0x1f21a,
		0x1f22f, 0x1f22f, 0x1f232, 0x1f23a, 0x1f23c, 0x1f23f, 0x1f249, 0x1f3fa, 0x1f400, 0x1f53d,
		0x1f546, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f774, 0x1f77f, 0x1f7d5, 0x1f7ff, 0x1f80c, 0x1f80f,
		0x1f848, 0x1f84f, 0x1f85a, 0x1f85f, 0x1f888, 0x1f88f, 0x1f8ae, 0x1f8ff, 0x1f90c, 0x1f93a,
		0x1f93c, 0x1f945, 0x1f947, 0x1fffd,
	).R32,
}

// modifierBases are the emoji that take a skin tone (Emoji_Modifier_Base of
// Unicode Emoji 11).
var modifierBases = &unicode.RangeTable{
	R16: table16(0x261d, 0x261d, 0x26f9, 0x26f9, 0x270a, 0x270d).R16,
	R32: table32(
		0x1f385, 0x1f385, 0x1f3c2, 0x1f3c4, 0x1f3c7, 0x1f3c7, 0x1f3ca, 0x1f3cc, 0x1f442, 0x1f443,
		0x1f446, 0x1f450, 0x1f466, 0x1f469, 0x1f46e, 0x1f46e, 0x1f470, 0x1f478, 0x1f47c, 0x1f47c,
		0x1f481, 0x1f483, 0x1f485, 0x1f487, 0x1f4aa, 0x1f4aa, 0x1f574, 0x1f575, 0x1f57a, 0x1f57a,
		0x1f590, 0x1f590, 0x1f595, 0x1f596, 0x1f645, 0x1f647, 0x1f64b, 0x1f64f, 0x1f6a3, 0x1f6a3,
		0x1f6b4, 0x1f6b6, 0x1f6c0, 0x1f6c0, 0x1f6cc, 0x1f6cc, 0x1f918, 0x1f91c, 0x1f91e, 0x1f91f,
		0x1f926, 0x1f926, 0x1f930, 0x1f939, 0x1f93d, 0x1f93e, 0x1f9b5, 0x1f9b6, 0x1f9b8, 0x1f9b9,
		0x1f9d1, 0x1f9dd,
	).R32,
}
