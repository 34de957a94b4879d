package bm25

import "unicode"

// class is what the tokenizer needs to know of a code point: its word break
// property (Unicode Standard Annex 29), with the scripts that Lucene treats on
// their own split off.
type class uint8

const (
	other class = iota
	extend
	letter
	hebrew
	numeric
	katakana
	extendNumLet
	midLetter
	midNum
	midNumLet
	singleQuote
	doubleQuote
	han
	hiragana
	complexContext
	regional
	emoji
	emojiModifier
)

// asciiClasses answers for the code points below 128.
var asciiClasses = func() (t [128]class) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			t[c] = letter
		case c >= '0' && c <= '9':
			t[c] = numeric
		}
	}
	t['_'] = extendNumLet
	t[':'] = midLetter
	t[','], t[';'] = midNum, midNum
	t['.'] = midNumLet
	t['\''] = singleQuote
	t['"'] = doubleQuote
	return t
}()

// alphanumeric holds for ASCII letters and digits.
var alphanumeric = func() (t [256]bool) {
	for c, class := range asciiClasses {
		t[c] = class == letter || class == numeric
	}
	return t
}()

// classOf returns the class of r.
func classOf(r rune) class {
	if r < 128 {
		return asciiClasses[r]
	}
	switch r {
	case 0xb7, 0x387, 0x55f, 0x5f4, 0x2027, 0xfe13, 0xfe55, 0xff1a:
		return midLetter
	case 0x37e, 0x589, 0x60c, 0x60d, 0x66c, 0x7f8, 0x2044, 0xfe10, 0xfe14, 0xfe50, 0xfe54, 0xff0c, 0xff1b:
		return midNum
	case 0x2018, 0x2019, 0x2024, 0xfe52, 0xff07, 0xff0e:
		return midNumLet
	case 0x66b:
		return numeric
	case 0x202f:
		return extendNumLet
	}
	switch {
	case r >= 0x1f3fb && r <= 0x1f3ff:
		return emojiModifier
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return regional
	case unicode.In(r, complexScripts...) && (unicode.IsLetter(r) || unicode.Is(unicode.M, r)):
		return complexContext
	case isExtend(r):
		return extend
	case unicode.Is(unicode.Nd, r):
		return numeric
	case unicode.Is(unicode.Pc, r):
		return extendNumLet
	case unicode.Is(unicode.Katakana, r) || unicode.Is(katakanaExtra, r):
		return katakana
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.Is(unicode.Hebrew, r) && unicode.Is(unicode.Lo, r):
		return hebrew
	case isALetter(r):
		return letter
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(emojiChars, r):
		return emoji
	}
	return other
}

// isExtend covers what attaches to the character before it: combining marks,
// joiners and format controls, but not the zero width space, which parts words.
func isExtend(r rune) bool {
	return r != zeroWidthSpace && unicode.In(r, unicode.M, unicode.Other_Grapheme_Extend, unicode.Cf) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isALetter(r rune) bool {
	if unicode.Is(letterExtra, r) {
		return true
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic) &&
		!unicode.Is(unicode.Ideographic, r)
}

// complexScripts are the scripts of line break class Complex_Context, written
// without spaces.
var complexScripts = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le,
	unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom,
}

var (
	katakanaExtra = table16(0x3031, 0x3035, 0x309b, 0x309c, 0x30a0, 0x30a0, 0x30fc, 0x30fc, 0xff70, 0xff70)
	letterExtra   = table16(0x5f3, 0x5f3, 0x70f, 0x70f)
)

// table16 makes a table of the ranges given as pairs of bounds, in order.
func table16(bounds ...uint16) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for i := 0; i < len(bounds); i += 2 {
		t.R16 = append(t.R16, unicode.Range16{Lo: bounds[i], Hi: bounds[i+1], Stride: 1})
	}
	return t
}

// table32 is table16 for code points above 0xffff.
func table32(bounds ...uint32) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for i := 0; i < len(bounds); i += 2 {
		t.R32 = append(t.R32, unicode.Range32{Lo: bounds[i], Hi: bounds[i+1], Stride: 1})
	}
	return t
}
