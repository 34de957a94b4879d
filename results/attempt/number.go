package attempt

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// JSON has no word for what is not finite, so the files write it as one of the strings
// "nan", "+inf" and "-inf". Everything else is written in the shortest form that reads back
// to the same value.

// number is a float64 in a file.
type number float64

// numbers and floats are lists of float64 and float32 in a file.
type (
	numbers []float64
	floats  []float32
)

func appendNumber(dst []byte, v float64, bits int) []byte {
	switch {
	case math.IsNaN(v):
		return append(dst, `"nan"`...)
	case math.IsInf(v, 1):
		return append(dst, `"+inf"`...)
	case math.IsInf(v, -1):
		return append(dst, `"-inf"`...)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, bits)
}

func parseNumber(text []byte, bits int) (float64, error) {
	switch string(text) {
	case `"nan"`:
		return math.NaN(), nil
	case `"+inf"`:
		return math.Inf(1), nil
	case `"-inf"`:
		return math.Inf(-1), nil
	}
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return 0, fmt.Errorf("%q is no number", text)
	}
	return strconv.ParseFloat(string(text), bits)
}

func (n number) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(n), 64), nil }

func (n *number) UnmarshalJSON(text []byte) error {
	v, err := parseNumber(text, 64)
	*n = number(v)
	return err
}

func appendList[T float32 | float64](list []T, bits int) []byte {
	if list == nil {
		return []byte("null")
	}
	out := append(make([]byte, 0, 12*len(list)+2), '[')
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, float64(v), bits)
	}
	return append(out, ']')
}

// parseList reads what the decoder has already found to be well-formed JSON.
func parseList[T float32 | float64](text []byte, bits int) ([]T, error) {
	if string(text) == "null" {
		return nil, nil
	}
	if len(text) < 2 || text[0] != '[' {
		return nil, fmt.Errorf("%.20q is no list of numbers", text)
	}
	text = bytes.TrimSpace(text[1 : len(text)-1])
	list := make([]T, 0, bytes.Count(text, []byte(","))+1)
	if len(text) == 0 {
		return list, nil
	}
	for item := range bytes.SplitSeq(text, []byte(",")) {
		v, err := parseNumber(bytes.TrimSpace(item), bits)
		if err != nil {
			return nil, err
		}
		list = append(list, T(v))
	}
	return list, nil
}

func (n numbers) MarshalJSON() ([]byte, error) { return appendList(n, 64), nil }

func (n *numbers) UnmarshalJSON(text []byte) (err error) {
	*n, err = parseList[float64](text, 64)
	return err
}

func (f floats) MarshalJSON() ([]byte, error) { return appendList(f, 32), nil }

func (f *floats) UnmarshalJSON(text []byte) (err error) {
	*f, err = parseList[float32](text, 32)
	return err
}
