package py

import (
	"math"
	"strconv"
	"sync"
	"unicode/utf8"
)

// JSON is Python's json.dumps(v): everything outside ASCII escaped, ", " and ": " between
// the parts, NaN and Infinity where a float is no number of JSON. A dictionary that is asked for
// its text again remembers it.
func JSON(v Value) string {
	d, ok := v.(*Dict)
	if !ok {
		return write(v)
	}
	switch said := d.said.Load(); said {
	case nil:
		d.said.Store(&asked)
		return write(v)
	case &asked:
		text := write(v)
		if len(text) <= remembered {
			d.said.Store(&text)
		}
		return text
	default:
		return *said
	}
}

// remembered is the length up to which a dictionary remembers its text.
const remembered = 1 << 15

// asked stands for the text of a dictionary that was asked for it once. The results of writing calls are read once and never again.
var asked string

// write makes a text of a value in a buffer that is lent.
func write(v Value) string {
	lent := buffers.Get().(*[]byte)
	buf := AppendJSON((*lent)[:0], v)
	text := string(buf)
	giveBack(lent, buf)
	return text
}

// giveBack returns a lent buffer, grown to what it is now, unless it is too large to be kept.
func giveBack(lent *[]byte, buf []byte) {
	if cap(buf) <= 1<<20 {
		*lent = buf
		buffers.Put(lent)
	}
}

// buffers are lent to whoever writes.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// AppendJSON appends json.dumps(v).
func AppendJSON(dst []byte, v Value) []byte { return appendJSON(dst, v, false) }

// AppendSortedJSON appends json.dumps(v, sort_keys=True).
func AppendSortedJSON(dst []byte, v Value) []byte { return appendJSON(dst, v, true) }

func appendJSON(dst []byte, v Value, sorted bool) []byte {
	switch v := v.(type) {
	case Str:
		return appendJSONText(dst, string(v))
	case *Dict:
		dst = append(dst, '{')
		var order []int
		if sorted {
			order = v.shape.order()
		}
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			j := i
			if sorted {
				j = order[i]
			}
			dst = v.shape.appendLabel(dst, j)
			dst = appendJSON(dst, v.val(j), sorted)
		}
		return append(dst, '}')
	case *List:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendJSON(dst, item, sorted)
		}
		return append(dst, ']')
	case Float:
		return appendJSONFloat(dst, float64(v))
	case Int:
		return strconv.AppendInt(dst, int64(v), 10)
	case Big:
		return v.n.Append(dst, 10)
	case Bool:
		return strconv.AppendBool(dst, bool(v))
	case None:
		return append(dst, "null"...)
	}
	panic("json: unknown value")
}

func appendJSONFloat(dst []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(dst, "NaN"...)
	case math.IsInf(x, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(x, -1):
		return append(dst, "-Infinity"...)
	}
	return appendFloat(dst, x)
}

// plain says which bytes json.dumps writes as they are.
var plain = func() (t [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// plain8 says whether json.dumps writes eight bytes as they are, all at once: each of the terms has a high bit where a byte is
// less than a blank, a quotation mark, a backslash, or above '~'.
func plain8(s string) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	quotes, slashes := w^ones*'"', w^ones*'\\'
	return ((w-ones*' ')&^w|(quotes-ones)&^quotes|(slashes-ones)&^slashes|w|(w+ones))&highs == 0
}

// appendJSONText writes a text with the escapes of json.dumps.
func appendJSONText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if len(s)-i >= 8 && plain8(s[i:i+8]) {
			i += 8
			continue
		}
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		size := 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		default:
			r := rune(c)
			if c >= utf8.RuneSelf {
				r, size = decode(s[i:])
			}
			if r > 0xffff {
				r -= 0x10000
				dst = appendHex(append(dst, '\\', 'u'), 0xd800+r>>10, 4)
				r = 0xdc00 + r&0x3ff
			}
			dst = appendHex(append(dst, '\\', 'u'), r, 4)
		}
		i += size
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}
