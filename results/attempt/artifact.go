package attempt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/results/disk"
)

// Write adds an artifact file with a plain name: letters, digits and . _ + -. Writing the same bytes
// again is fine; other bytes under the same name are an error, because a checkpoint may count on the first.
func (a *Attempt) Write(file string, fill func(io.Writer) error) error {
	if err := checkArtifactName(file); err != nil {
		return fmt.Errorf("write artifact: %w", err)
	}
	path := filepath.Join(a.dir, file)
	h := sha256.New()
	sum := FileSum{Name: file}
	err := disk.Fill(a.disk, path+disk.Temporary, func(w io.Writer) error {
		c := &counter{w: io.MultiWriter(w, h)}
		err := fill(c)
		sum.Bytes = c.n
		return err
	})
	if err != nil {
		return fmt.Errorf("write artifact %s: %w", path, err)
	}
	sum.SHA256 = hex.EncodeToString(h.Sum(nil))
	a.mu.Lock()
	defer a.mu.Unlock()
	before, twice := a.files[file]
	if twice || a.closed {
		err := a.disk.Remove(path + disk.Temporary)
		switch {
		case a.closed:
			err = errClosed
		case before != sum:
			err = fmt.Errorf("write artifact %s: it was written before with other content", path)
		}
		return err
	}
	if err := a.disk.Rename(path+disk.Temporary, path); err != nil {
		return fmt.Errorf("write artifact %s: %w", path, err)
	}
	a.files[file] = sum
	return nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// filesLocked lists the artifacts by name.
func (a *Attempt) filesLocked() []FileSum {
	files := make([]FileSum, 0, len(a.files)+2)
	for _, f := range a.files {
		files = append(files, f)
	}
	slices.SortFunc(files, func(x, y FileSum) int { return strings.Compare(x.Name, y.Name) })
	return files
}
