package results

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/retort-ml/retort/results/attempt"
)

// Problem is damage that was found.
type Problem struct {
	Path    string
	Line    int    // of a text file, from 1; 0: none
	Hash    string // of the stage, "": not of a stage
	Attempt int    // 0: of the stage itself
	Message string
}

func (p Problem) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Message)
	}
	return fmt.Sprintf("%s: %s", p.Path, p.Message)
}

// problemOf describes what is wrong with an attempt, or with its stage where the number is 0.
func problemOf(a AttemptRef, err error) Problem {
	p := Problem{Hash: a.Hash, Attempt: a.Number, Message: err.Error()}
	var c *attempt.CorruptError
	var missing *fs.PathError
	switch {
	case errors.As(err, &c):
		p.Path, p.Line, p.Message = c.Path, c.Line, c.Cause
		if c.Frame > 0 {
			p.Message = fmt.Sprintf("frame %d at byte %d: %s", c.Frame, c.At, c.Cause)
		}
	case errors.As(err, &missing):
		p.Path, p.Message = missing.Path, missing.Err.Error()
	}
	return p
}
