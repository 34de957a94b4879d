package attempt

import (
	"errors"
	"fmt"
	"io/fs"
)

// CorruptError says that a file does not hold what was once written.
type CorruptError struct {
	Path  string
	Line  int   // of a text file, from 1; 0 where there are no lines
	Frame int   // of a file of frames, from 1; 0 where there are none
	At    int64 // where the line or frame begins, in bytes
	Cause string
}

func (e *CorruptError) Error() string {
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Cause)
	case e.Frame > 0:
		return fmt.Sprintf("%s: frame %d at byte %d: %s", e.Path, e.Frame, e.At, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Path, e.Cause)
}

// IsCorrupt says that err means damaged or missing data, as opposed to data that could not be read now.
func IsCorrupt(err error) bool {
	var c *CorruptError
	return errors.As(err, &c) || errors.Is(err, fs.ErrNotExist)
}
