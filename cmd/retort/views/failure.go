package views

import (
	"fmt"
)

// Failure prints the error that a command ends with.
type Failure interface {
	// Error prints err; usage says that the command line is at fault.
	Error(command string, err error, usage bool)
}

// NewFailure prints on standard error.
func NewFailure(asJSON bool, s *Stream) Failure {
	if asJSON {
		return &failureJSON{s}
	}
	return &failureHuman{s}
}

type failureHuman struct{ s *Stream }

func (f *failureHuman) Error(command string, err error, usage bool) {
	fmt.Fprintf(f.s, "%s %s: %v\n", f.s.in(bad, "Error:"), command, err)
	if usage {
		fmt.Fprintf(f.s, "%s\n", f.s.in(dim, command+" -h shows how it is used."))
	}
}

type failureJSON struct{ s *Stream }

func (f *failureJSON) Error(command string, err error, _ bool) {
	line(f.s, struct {
		FormatVersion int    `json:"format_version"`
		Command       string `json:"command"`
		Error         string `json:"error"`
	}{FormatVersion, command, err.Error()})
}
