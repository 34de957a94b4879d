package results

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// Verify reads the whole store and returns what is damaged: files that do not match their sums, episodes that do not
// match their records, an index that says something else than the folders. On a store opened for a run, attempts
// found damaged are set aside, so that the next run does their stages again.
func (s *Store) Verify(ctx context.Context) ([]Problem, error) {
	v := &verification{store: s}
	if err := v.run(ctx); err != nil {
		return nil, fmt.Errorf("verify store: %w", err)
	}
	return v.problems, nil
}

type verification struct {
	store    *Store
	problems []Problem
	stale    bool // the index says something else than the folders
}

func (v *verification) add(a AttemptRef, err error) {
	v.problems = append(v.problems, problemOf(a, err))
}

func (v *verification) run(ctx context.Context) error {
	s := v.store
	if err := s.reader.Check(ctx); err != nil {
		v.add(AttemptRef{}, &attempt.CorruptError{Path: s.indexPath(), Cause: err.Error() + "; once it is removed, the next run makes it again"})
	}
	for hash, err := range s.allStages() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := v.stage(hash); err != nil {
			return fmt.Errorf("stage %s: %w", hash, err)
		}
	}
	if err := v.gone(); err != nil {
		return err
	}
	for sum, err := range s.blobs.All() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := attempt.CheckSum(s.blobs.Path(sum), sum); attempt.IsCorrupt(err) {
			v.add(AttemptRef{}, err)
		} else if err != nil {
			return err
		}
	}
	if err := v.runs(); err != nil {
		return err
	}
	if !v.stale || s.writer == nil {
		return nil
	}
	_, err := s.Rebuild(ctx) // finds no damage that is not known by now
	return err
}

// gone finds attempts that the index counts as done and whose folders are not there any more.
func (v *verification) gone() error {
	rows, err := v.store.reader.AttemptsIn(string(attempt.Done))
	if err != nil {
		return err
	}
	for _, row := range rows {
		a := AttemptRef{Hash: row.Hash, Number: row.Number}
		dir := v.store.attemptDir(a)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			v.disagree(a, dir, "is gone, and the index says it is done")
		} else if err != nil {
			return err
		}
	}
	return nil
}

// disagree notes that the index is not what the folders make of it.
func (v *verification) disagree(a AttemptRef, path, cause string) {
	v.add(a, &attempt.CorruptError{Path: path, Cause: cause})
	v.stale = true
}

func (v *verification) stage(hash string) error {
	s := v.store
	dir := s.stageDir(hash)
	numbers, err := attemptNumbers(dir)
	if err != nil {
		return err
	}
	_, err = s.readSpec(hash)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(numbers) == 0:
		return nil
	case attempt.IsCorrupt(err):
		if err := v.spec(hash, err); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	indexed, err := s.reader.Done([]string{hash})
	if err != nil {
		return err
	}
	for _, n := range numbers {
		a := AttemptRef{Hash: hash, Number: n}
		content, err := v.attempt(a)
		switch {
		case attempt.IsCorrupt(err):
			v.add(a, err)
			if s.writer != nil {
				if err := s.setAside(a, err); err != nil {
					return err
				}
			}
		case err != nil:
			return err
		case content == nil && indexed[hash] == n:
			v.disagree(a, s.attemptDir(a), "is not done, and the index says it is")
		case content != nil && indexed[hash] == n:
			if err := v.compare(a, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// spec notes a damaged spec.json and repairs it if it can.
func (v *verification) spec(hash string, cause error) error {
	info, problem, err := v.store.repairSpec(hash, cause)
	if err != nil {
		return err
	}
	v.problems = append(v.problems, problem)
	if info == nil {
		return nil
	}
	return v.store.indexSpec(info)
}

// attempt reads everything of an attempt that is done; the content is nil where it is not.
func (v *verification) attempt(a AttemptRef) (*index.Content, error) {
	dir := v.store.attemptDir(a)
	if _, err := attempt.ReadDone(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	content, err := v.store.readContent(dir)
	if err != nil {
		return nil, err
	}
	if err := checkEpisodes(dir, content.Episodes); err != nil {
		return nil, err
	}
	return &content, nil
}

// compare looks whether the index holds what the attempt that counts produced.
func (v *verification) compare(a AttemptRef, content *index.Content) error {
	same, err := v.store.reader.Holds(a.Hash, *content)
	if err == nil && !same {
		v.disagree(a, v.store.indexPath(), fmt.Sprintf("says something else about stage %s than its folder", a.Hash))
	}
	return err
}

func (v *verification) runs() error {
	runs, err := v.store.Runs("")
	if err != nil {
		return err
	}
	for _, r := range runs {
		_, _, err := v.store.readRun(r.ID)
		if err == nil {
			for _, err = range r.Events() {
				if err != nil {
					break
				}
			}
		}
		switch {
		case attempt.IsCorrupt(err) && !exists(r.Dir):
			v.disagree(AttemptRef{}, r.Dir+"/"+runFile, "is gone, and the index knows the run")
		case attempt.IsCorrupt(err):
			p := problemOf(AttemptRef{}, err)
			p.Message += fmt.Sprintf("; no result depends on the record of a run, and removing %s is the end of it", r.Dir)
			v.problems = append(v.problems, p)
		case err != nil:
			return err
		}
	}
	return nil
}
