package tw

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// jsonFault words an error of reading JSON for people who write the file, not this program: line, place and what
// was expected there. Other errors come back as they are.
func jsonFault(data []byte, err error) error {
	line := func(offset int64) int {
		return 1 + bytes.Count(data[:min(max(int(offset), 0), len(data))], []byte("\n"))
	}
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", line(syntax.Offset), syntax)
	case errors.As(err, &mistyped):
		return fmt.Errorf("line %d: %s", line(mistyped.Offset), mistypedText(mistyped))
	}
	return err
}

// mistypedText says which part of a JSON text is not what it should be.
func mistypedText(e *json.UnmarshalTypeError) string {
	place := "the value there"
	if e.Field != "" {
		place = e.Field
	}
	got := map[string]string{"object": "an object", "array": "a list", "bool": "true or false", "string": "a text"}[e.Value]
	if got == "" {
		got = "a " + e.Value // a number, with or without its digits
	}
	return fmt.Sprintf("%s is %s, want %s", place, got, wanted(e.Type))
}

func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
}
