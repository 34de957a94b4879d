package index

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// named gives what SQLite calls a full disk the name that the system has for it.
func named(err error) error {
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrFull {
		return fmt.Errorf("%w: %w", err, syscall.ENOSPC)
	}
	return err
}

func isBroken(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrNotADB || e.Code == sqlite3.ErrCorrupt)
}

func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// isUnsettled says that a file opened for reading was left by a kill in a state that only a writer can clear.
func isUnsettled(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrReadonly
}
