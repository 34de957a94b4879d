// Package blob keeps large files by the SHA-256 of their content, so that equal ones take their
// space once. A file keeps its name in the folder it was written in where the file system has hard
// links, and is found here alone where it has none.
package blob

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/disk"
)

// Store is a folder of blobs: <first two digits>/<all digits>.
type Store struct {
	Dir  string
	Disk disk.Disk
}

// Path is where the blob with a sum (lower-case hexadecimal SHA-256) stands or would stand.
func (s Store) Path(sum string) string { return filepath.Join(s.Dir, sum[:2], sum) }

// Adopt takes in the file at path, whose content has been found to have the sum. Afterwards the blob is there,
// and path is another name for it or gone. It may be called again after a kill at any point.
func (s Store) Adopt(path, sum string) error {
	blob := s.Path(sum)
	if err := s.adopt(path, blob); err != nil {
		return fmt.Errorf("keep %s as a blob: %w", path, err)
	}
	return nil
}

func (s Store) adopt(path, blob string) error {
	here, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(blob)
		return err
	}
	if err != nil {
		return err
	}
	there, err := os.Stat(blob)
	switch {
	case err == nil && os.SameFile(here, there):
		return nil
	case err == nil:
		return s.share(path, blob)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := s.Disk.Mkdir(filepath.Dir(blob)); err != nil {
		return err
	}
	if err := s.Disk.Chmod(path, 0o444); err != nil {
		return err
	}
	if s.Disk.Link(path, blob) != nil {
		if err := s.Disk.Rename(path, blob); err != nil {
			return err
		}
	}
	return s.Disk.Sync(filepath.Dir(blob))
}

// share makes path a name of a blob that is there.
func (s Store) share(path, blob string) error {
	tmp := path + disk.Temporary
	if _, err := os.Lstat(tmp); err == nil {
		if err := s.Disk.Remove(tmp); err != nil {
			return err
		}
	}
	if s.Disk.Link(blob, tmp) != nil {
		return s.Disk.Remove(path)
	}
	return s.Disk.Rename(tmp, path)
}

// All yields the sums of all blobs, in order.
func (s Store) All() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		folders, err := os.ReadDir(s.Dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield("", err)
			return
		}
		for _, folder := range folders {
			if !folder.IsDir() {
				continue
			}
			files, err := os.ReadDir(filepath.Join(s.Dir, folder.Name()))
			if err != nil {
				yield("", err)
				return
			}
			for _, f := range files {
				if !yield(f.Name(), nil) {
					return
				}
			}
		}
	}
}
