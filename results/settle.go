package results

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// settle looks at every attempt that the index believes to be running. The lock is ours, so no other run minds them;
// a worker of a run that died may still be alive for a moment.
func (s *Store) settle() error {
	running, err := s.reader.AttemptsIn(string(attempt.Running))
	if err != nil {
		return err
	}
	for _, row := range running {
		if err := s.settleAttempt(AttemptRef{Hash: row.Hash, Number: row.Number}); err != nil {
			return err
		}
	}
	return nil
}

// settleAttempt brings the index to what an attempt's folder says, and says in the folder when it was lost.
func (s *Store) settleAttempt(a AttemptRef) error {
	row, condition, err := s.attemptRow(a)
	if err != nil {
		return fmt.Errorf("settle attempt %d of stage %s: %w", a.Number, a.Hash, err)
	}
	switch State(row.State) {
	case attempt.Done:
		err := s.Commit(a, Usage{})
		var corrupt *attempt.CorruptError
		if errors.As(err, &corrupt) {
			s.problems = append(s.problems, problemOf(a, corrupt))
			return nil
		}
		return err
	case attempt.Lost:
		return s.Fail(a, condition.Failure, Usage{})
	}
	return s.write(func(tx *index.Tx) error { return tx.PutAttempt(row) })
}
