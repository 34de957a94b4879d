// Package disk is the file layer that everything the store writes goes through. It is as
// thin as it can be: its point is that a test can put another one in its place, which fails
// at a chosen write or has no space left. Reading does not go through it.
package disk

import (
	"io"
	"os"
	"time"
)

// Disk changes files. Implementations are safe for concurrent use.
type Disk interface {
	// Create opens a new or emptied file for writing; Append opens a file, new or not, at its end.
	Create(path string) (File, error)
	Append(path string) (File, error)
	// Mkdir makes a folder and its parents.
	Mkdir(path string) error
	// Rename replaces to. It is atomic for one file system.
	Rename(from, to string) error
	// Link gives a file a second name. It fails where that is taken or the file system has no links.
	Link(from, to string) error
	Remove(path string) error
	Chmod(path string, mode os.FileMode) error
	// Touch sets a file's modification time and creates the file when needed.
	Touch(path string, now time.Time) error
	// Sync makes the names in a folder durable.
	Sync(dir string) error
}

// File is open for writing.
type File interface {
	io.Writer
	Sync() error
	Close() error
}
