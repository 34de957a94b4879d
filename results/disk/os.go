package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// OS is the operating system's file layer.
type OS struct{}

// Create opens a new or emptied file for writing.
func (OS) Create(path string) (File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
}

// Append opens a file at its end and creates it when needed.
func (OS) Append(path string) (File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
}

// Mkdir makes a folder and its parents.
func (OS) Mkdir(path string) error { return os.MkdirAll(path, 0o755) }

// Rename replaces to by from.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Link makes a hard link.
func (OS) Link(from, to string) error { return os.Link(from, to) }

// Remove removes a file or an empty folder.
func (OS) Remove(path string) error { return os.Remove(path) }

// Chmod sets permissions.
func (OS) Chmod(path string, mode os.FileMode) error { return os.Chmod(path, mode) }

// Touch sets the modification time of a file and creates it when needed.
func (OS) Touch(path string, now time.Time) error {
	err := os.Chtimes(path, now, now)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// Sync makes the names in a folder durable.
func (OS) Sync(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
