package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// blobBytes is the size from which an artifact is kept among the blobs, once for all equal ones.
const blobBytes = 1 << 16

// Commit makes a finished attempt the one that counts: compares its files with done.json, keeps large artifacts
// as blobs and indexes the records. It may be repeated, after a kill at any point too. The error is an
// *attempt.CorruptError where the files do not hold what done.json says; the attempt is set aside as Corrupt
// then, its files stay, and the stage is not done.
func (s *Store) Commit(a AttemptRef, u Usage) error {
	if err := s.commit(a, u); err != nil {
		return fmt.Errorf("commit attempt %d of stage %s: %w", a.Number, a.Hash, err)
	}
	return nil
}

func (s *Store) commit(a AttemptRef, u Usage) error {
	if err := checkHash(a.Hash); err != nil {
		return err
	}
	done, err := s.reader.Done([]string{a.Hash})
	if err != nil || done[a.Hash] == a.Number {
		return err
	}
	dir := s.attemptDir(a)
	if !exists(filepath.Join(dir, attempt.DoneFile)) {
		return fmt.Errorf("it has no %s", attempt.DoneFile)
	}
	content, err := s.readContent(dir)
	if attempt.IsCorrupt(err) {
		return errors.Join(err, s.setAside(a, err))
	}
	if err != nil {
		return err
	}
	for _, f := range content.Artifacts {
		if f.Bytes >= blobBytes {
			if err := s.blobs.Adopt(filepath.Join(dir, f.Name), f.SHA256); err != nil {
				return err
			}
		}
	}
	if err := s.putEnded(dir, attempt.Done, u); err != nil {
		return err
	}
	if err := s.dropCheckpoints(a.Hash); err != nil {
		return err
	}
	row, _, err := s.attemptRow(a)
	if err != nil {
		return err
	}
	return s.write(func(tx *index.Tx) error {
		if err := tx.PutAttempt(row); err != nil {
			return err
		}
		if done[a.Hash] > 0 {
			return nil
		}
		return tx.PutDone(a.Hash, a.Number, content)
	})
}

// attemptRow describes an attempt by what its folder says.
func (s *Store) attemptRow(a AttemptRef) (index.Attempt, attempt.Condition, error) {
	dir := s.attemptDir(a)
	row := index.Attempt{Hash: a.Hash, Number: a.Number}
	c, err := attempt.Inspect(dir, s.now(), StaleAfter)
	if err != nil {
		return row, c, err
	}
	row.State = string(c.State)
	row.Host, row.PID, row.Build, row.CPU, row.Started = c.Owner.Host, c.Owner.PID, c.Owner.Build, c.Owner.CPU, c.Owner.Since
	if c.Failure != (Failure{}) {
		if row.Failure, err = json.Marshal(c.Failure); err != nil {
			return row, c, err
		}
	}
	// Header and cost are good to have: where they are damaged, the attempt stands without.
	if h, err := attempt.ReadHeader(dir); err == nil {
		row.Resumes, row.Started = h.Resumes, h.Created
	} else if !attempt.IsCorrupt(err) {
		return row, c, err
	}
	if row.Started.IsZero() {
		// Killed right after the folder was made.
		info, err := os.Stat(dir)
		if err != nil {
			return row, c, err
		}
		row.Started = info.ModTime()
	}
	e, err := attempt.ReadEnded(dir)
	if err != nil && !attempt.IsCorrupt(err) {
		return row, c, err
	}
	row.Seconds, row.CPUSeconds, row.PeakBytes = e.Usage.Seconds, e.Usage.CPUSeconds, e.Usage.PeakBytes
	return row, c, nil
}

// putEnded notes the end of an attempt and its cost, once.
func (s *Store) putEnded(dir string, state State, u Usage) error {
	before, err := attempt.ReadEnded(dir)
	if err == nil && before.State != "" || err != nil && !attempt.IsCorrupt(err) {
		return err
	}
	return attempt.WriteSealed(s.disk, filepath.Join(dir, attempt.EndedFile), "ended", attempt.Ended{State: state, Usage: u, At: s.now().UTC()})
}

// dropCheckpoints removes the checkpoints of all attempts of a stage that is done.
func (s *Store) dropCheckpoints(hash string) error {
	dir := s.stageDir(hash)
	numbers, err := attemptNumbers(dir)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		if err := attempt.DropCheckpoints(s.disk, filepath.Join(dir, attempt.FolderName(n))); err != nil {
			return err
		}
	}
	return nil
}

// setAside notes that an attempt which says it is done is not to be believed. Nothing on the disk changes: Rebuild
// finds the same again, or a repaired file.
func (s *Store) setAside(a AttemptRef, cause error) error {
	row, err := s.corruptRow(a, cause)
	if err != nil {
		return err
	}
	return s.write(func(tx *index.Tx) error { return putCorrupt(tx, row) })
}

func (s *Store) corruptRow(a AttemptRef, cause error) (index.Attempt, error) {
	row, _, err := s.attemptRow(a)
	if err != nil {
		return row, err
	}
	row.State = string(attempt.Corrupt)
	row.Failure, err = json.Marshal(Failure{State: attempt.Corrupt, Message: cause.Error(), Retry: true})
	return row, err
}

// putCorrupt takes the stage's content out when it came from this attempt.
func putCorrupt(tx *index.Tx, row index.Attempt) error {
	if err := tx.PutAttempt(row); err != nil {
		return err
	}
	done, err := tx.Done(row.Hash)
	if err == nil && done == row.Number {
		err = tx.ClearDone(row.Hash)
	}
	return err
}
