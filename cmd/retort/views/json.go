package views

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// FormatVersion is that of all JSON documents. It is raised when a field changes its meaning or goes away;
// fields may be added.
const FormatVersion = 1

// document writes one indented JSON document.
func document(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	encode(e, v)
}

// line writes one JSON object on a line.
func line(w io.Writer, v any) { encode(json.NewEncoder(w), v) }

func encode(e *json.Encoder, v any) {
	e.SetEscapeHTML(false)
	// A reader that went away is its own problem; a value that cannot be encoded is a mistake here.
	if err := e.Encode(v); err != nil {
		if _, unsupported := err.(*json.UnsupportedValueError); unsupported {
			panic(fmt.Sprintf("views: %v", err))
		}
	}
}

// Number is a float64 that is null in JSON when it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}
