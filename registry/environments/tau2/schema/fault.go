package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Version is the version of pydantic whose texts are reproduced; it stands in their links.
const Version = "2.14"

// ValidationError is every fault that a model found in a value. Its text is pydantic's.
type ValidationError struct {
	Model  string
	Faults []Fault
}

// Fault is one thing wrong with a value.
type Fault struct {
	Path    string // fields and positions joined by dots; empty for the value itself
	Kind    string // pydantic's name of the kind of error
	Message string
	Input   py.Value
}

func (e *ValidationError) Error() string {
	var b strings.Builder
	plural := "s"
	if len(e.Faults) == 1 {
		plural = ""
	}
	fmt.Fprintf(&b, "%d validation error%s for %s", len(e.Faults), plural, e.Model)
	for _, f := range e.Faults {
		if f.Path != "" {
			b.WriteString("\n" + f.Path)
		}
		fmt.Fprintf(&b, "\n  %s [type=%s, input_value=%s, input_type=%s]\n    For further information visit https://errors.pydantic.dev/%s/v/%s",
			f.Message, f.Kind, shorten(py.Repr(f.Input)), f.Input.Type(), Version, f.Kind)
	}
	return b.String()
}

// shorten cuts the middle out of a repr of more than 50 bytes, as pydantic does, and no character in two.
func shorten(text string) string {
	if len(text) <= 50 {
		return text
	}
	head, tail := 25, len(text)-24
	for !utf8.RuneStart(text[head]) {
		head--
	}
	for !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + "..." + text[tail:]
}

// checker collects faults on a walk through a value.
type checker struct {
	path   []string
	faults []Fault
}

func (c *checker) add(kind, message string, input py.Value) {
	c.faults = append(c.faults, Fault{strings.Join(c.path, "."), kind, message, input})
}
