package main

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/results"
)

// Exit codes, as the help of every command lists them.
const (
	exitDone        = 0
	exitIncomplete  = 1 // some planned trials are not done, or something does not match
	exitUsage       = 2
	exitConfig      = 3 // the experiment, or a file that it needs, is not right
	exitStore       = 4 // the store cannot be used
	exitInterrupted = 130
)

// exitError is an error with the code that the program leaves with. A nil err has been reported already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exit returns an error that ends the program with a code and without a word.
func exit(code int) error { return &exitError{code: code} }

// usageError is a mistake on the command line.
func usageError(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// configError is a mistake in an experiment that has no place in its files.
func configError(err error) error { return &exitError{code: exitConfig, err: err} }

// storeError is a store that cannot be used.
func storeError(err error) error { return &exitError{code: exitStore, err: err} }

// codeOf finds the exit code of an error.
func codeOf(err error) int {
	if err == nil {
		return exitDone
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	for _, store := range []error{results.ErrLocked, results.ErrNoStore, results.ErrNoMarker, results.ErrNoIndex} {
		if errors.Is(err, store) {
			return exitStore
		}
	}
	return exitIncomplete
}
