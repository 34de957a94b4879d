package py

import (
	"math"
	"strconv"
	"sync"
	"unicode/utf8"
)

// JSON is Python's json.dumps(v): everything outside ASCII escaped, ", " and ": " between
// the parts, NaN and Infinity where a float is no number of JSON.
func JSON(v Value) string {
	buf := buffers.Get().(*[]byte)
	*buf = AppendJSON((*buf)[:0], v)
	text := string(*buf)
	if cap(*buf) <= 1<<20 {
		buffers.Put(buf)
	}
	return text
}

// buffers are lent to JSON.
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
			dst = appendJSONText(dst, v.shape.keys[j])
			dst = append(dst, ": "...)
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

// appendJSONText writes a text with the escapes of json.dumps.
func appendJSONText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
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
