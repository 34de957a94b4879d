package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Temporary ends the names of files that are being written. What carries it is never read.
const Temporary = ".tmp"

// Replace writes a file so that, whatever happens, its name holds the old content or the whole
// new one: beside it first, made durable, then renamed. A failed attempt leaves nothing behind
// where the disk still obeys.
func Replace(d Disk, path string, fill func(io.Writer) error) error {
	tmp := path + Temporary
	if err := Fill(d, tmp, fill); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := d.Rename(tmp, path); err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, d.Remove(tmp)))
	}
	if err := d.Sync(filepath.Dir(path)); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// Fill creates a file, lets fill write it and makes its content durable. On failure the file is removed.
func Fill(d Disk, path string, fill func(io.Writer) error) error {
	f, err := d.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	err = fill(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return errors.Join(err, d.Remove(path))
	}
	return nil
}

// Place gives a file a second name through a hard link, or copies it where there are no links.
// What stands under the second name is replaced.
func Place(d Disk, from, to string) error {
	tmp := to + Temporary
	if _, err := os.Lstat(tmp); err == nil {
		if err := d.Remove(tmp); err != nil {
			return err
		}
	}
	if err := d.Link(from, tmp); err != nil {
		copyErr := Fill(d, tmp, func(w io.Writer) error {
			f, err := os.Open(from)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = io.Copy(w, f)
			return err
		})
		if copyErr != nil {
			return fmt.Errorf("copy %s to %s: %w", from, to, copyErr)
		}
	}
	return d.Rename(tmp, to)
}
