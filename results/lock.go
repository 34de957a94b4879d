package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// lock is an advisory lock of the operating system: it goes with the process that holds it, however that
// ends. What stands in the file only tells others who that is.
type lock struct{ f *os.File }

func takeLock(path string, now time.Time) (*lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(holder(f), f.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), f.Close())
	}
	self := attempt.Self()
	self.Since = now.UTC()
	text, err := json.Marshal(self)
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", path, err), f.Close())
	}
	return &lock{f}, nil
}

// holder describes who has the lock.
func holder(f *os.File) error {
	var o attempt.Owner
	text, err := io.ReadAll(f)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		// The holder is about to write its name, or to leave.
		return fmt.Errorf("%w by a process that has not said who it is", ErrLocked)
	}
	return fmt.Errorf("%w by process %d on %s since %s", ErrLocked, o.PID, o.Host, o.Since.Format(time.RFC3339))
}

func (l *lock) release() error {
	// Closing gives the lock back; the name goes first, so that it never names somebody who has left.
	return errors.Join(l.f.Truncate(0), l.f.Close())
}
