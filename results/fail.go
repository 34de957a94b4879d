package results

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// Fail notes how an attempt ended without a result. What the worker itself wrote about an error is kept; the
// other states (timed out, killed for memory, interrupted, lost) are the caller's to tell. It may be repeated.
// ErrDone where the worker had finished after all: the attempt is committed then.
func (s *Store) Fail(a AttemptRef, f Failure, u Usage) error {
	err := s.fail(a, f, u)
	if err != nil {
		return fmt.Errorf("note the end of attempt %d of stage %s: %w", a.Number, a.Hash, err)
	}
	return nil
}

func (s *Store) fail(a AttemptRef, f Failure, u Usage) error {
	if err := checkHash(a.Hash); err != nil {
		return err
	}
	dir := s.attemptDir(a)
	if _, err := attempt.ReadDone(dir); err == nil {
		if err := s.commit(a, u); err != nil {
			return err
		}
		return ErrDone
	}
	if f.State == "" {
		f.State = attempt.Failed
	}
	written, err := attempt.ReadFailure(dir)
	own := err == nil && f.State == attempt.Failed
	if err == nil && f.Stack == "" {
		f.Stack = written.Stack
	}
	if own {
		f = written
	} else if err := attempt.WriteFailure(s.disk, dir, f); err != nil {
		// A full disk keeps the word out of the folder; the index may still take it.
		return errors.Join(err, s.putFailed(a, f, u))
	}
	return errors.Join(s.putEnded(dir, f.State, u), s.putFailed(a, f, u))
}

func (s *Store) putFailed(a AttemptRef, f Failure, u Usage) error {
	row, _, err := s.attemptRow(a)
	if err != nil {
		return err
	}
	row.State = string(f.State)
	if row.Seconds == 0 {
		row.Seconds, row.CPUSeconds, row.PeakBytes = u.Seconds, u.CPUSeconds, u.PeakBytes
	}
	if row.Failure, err = json.Marshal(f); err != nil {
		return err
	}
	return s.write(func(tx *index.Tx) error { return tx.PutAttempt(row) })
}
