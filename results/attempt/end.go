package attempt

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/results/disk"
)

// Finish makes everything durable, writes done.json and closes. The attempt has succeeded when Finish returns nil
// and not before.
func (a *Attempt) Finish() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return errClosed
	}
	if err := a.syncLocked(); err != nil {
		return errors.Join(fmt.Errorf("finish attempt: %w", err), a.closeLocked())
	}
	done := DoneInfo{Format: FormatVersion, Records: a.records.count}
	done.Files = append(a.filesLocked(), a.records.fileSum())
	if a.episodes != nil && a.episodes.count > 0 {
		done.Episodes = a.episodes.count
		done.Files = append(done.Files, a.episodes.fileSum())
	}
	slices.SortFunc(done.Files, func(x, y FileSum) int { return strings.Compare(x.Name, y.Name) })
	if err := a.closeLocked(); err != nil {
		return fmt.Errorf("finish attempt: %w", err)
	}
	// The names of artifacts must be durable before the name that vouches for them.
	if err := a.disk.Sync(a.dir); err != nil {
		return fmt.Errorf("finish attempt: %w", err)
	}
	if err := WriteSealed(a.disk, filepath.Join(a.dir, DoneFile), "done", done); err != nil {
		return fmt.Errorf("finish attempt: %w", err)
	}
	a.finished = true
	return nil
}

// Fail writes failed.json and closes. What was recorded stays for whoever looks into it. It may follow a Finish that
// returned an error.
func (a *Attempt) Fail(f Failure) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.finished {
		return errClosed
	}
	closeErr := a.closeLocked()
	if err := WriteFailure(a.disk, a.dir, f); err != nil {
		return errors.Join(err, closeErr)
	}
	a.finished = true
	// What could not be flushed is not worth another error: the attempt has failed anyway, and says why.
	return nil
}

// WriteFailure writes failed.json into the folder of an attempt that has no living owner.
func WriteFailure(d disk.Disk, dir string, f Failure) error {
	if f.State == "" {
		f.State = Failed
	}
	return WriteSealed(d, filepath.Join(dir, FailedFile), "failed", f)
}

// ReadFailure reads failed.json.
func ReadFailure(dir string) (Failure, error) {
	var f Failure
	err := ReadSealed(filepath.Join(dir, FailedFile), "failed", &f)
	return f, err
}

// Close leaves the attempt without a word, as a kill would. After Finish or Fail it does nothing.
func (a *Attempt) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closeLocked()
}

func (a *Attempt) closeLocked() error {
	if a.closed {
		return nil
	}
	a.closed = true
	var err error
	if a.episodes != nil {
		err = errors.Join(a.episodes.flush(), a.episodes.close())
	}
	return errors.Join(err, a.records.flush(), a.records.close())
}
