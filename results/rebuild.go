package results

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// Rebuild makes the index again from the folders, in one change: who reads meanwhile sees the old one. Every
// file of every done attempt is compared with its sum. What is damaged is returned and set aside; the rest of
// the store is not affected. Only on a store opened for a run.
func (s *Store) Rebuild(ctx context.Context) ([]Problem, error) {
	var problems []Problem
	err := s.writer.Write(ctx, func(tx *index.Tx) error {
		if err := tx.Reset(); err != nil {
			return err
		}
		for hash, err := range s.allStages() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			found, err := s.rebuildStage(tx, hash)
			if err != nil {
				return fmt.Errorf("stage %s: %w", hash, err)
			}
			problems = append(problems, found...)
		}
		found, err := s.rebuildRuns(tx)
		problems = append(problems, found...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rebuild index: %w", err)
	}
	return problems, nil
}

// allStages yields the hashes of all stages that have a folder, in order.
func (s *Store) allStages() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		groups, err := os.ReadDir(s.stagesDir())
		if err != nil {
			yield("", err)
			return
		}
		for _, group := range groups {
			if !group.IsDir() {
				continue
			}
			stages, err := os.ReadDir(filepath.Join(s.stagesDir(), group.Name()))
			if err != nil {
				yield("", err)
				return
			}
			for _, stage := range stages {
				if hash := stage.Name(); stage.IsDir() && checkHash(hash) == nil && hash[:2] == group.Name() && !yield(hash, nil) {
					return
				}
			}
		}
	}
}

func (s *Store) rebuildStage(tx *index.Tx, hash string) ([]Problem, error) {
	dir := s.stageDir(hash)
	numbers, err := attemptNumbers(dir)
	if err != nil {
		return nil, err
	}
	var problems []Problem
	info, err := s.readSpec(hash)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(numbers) == 0:
		return nil, nil // killed between the folder and the file
	case attempt.IsCorrupt(err):
		repaired, problem, err := s.repairSpec(hash, err)
		if err != nil || repaired == nil {
			return []Problem{problem}, err
		}
		problems, info = []Problem{problem}, *repaired
	case err != nil:
		return nil, err
	}
	if err := tx.PutStage(stageRow(info)); err != nil {
		return nil, err
	}
	for _, n := range numbers {
		a := AttemptRef{Hash: hash, Number: n}
		problem, err := s.rebuildAttempt(tx, a)
		if err != nil {
			return nil, err
		}
		if problem != nil {
			problems = append(problems, *problem)
		}
	}
	return problems, nil
}

// rebuildAttempt indexes an attempt; the first sound one that is done counts.
func (s *Store) rebuildAttempt(tx *index.Tx, a AttemptRef) (*Problem, error) {
	row, condition, err := s.attemptRow(a)
	if err != nil {
		return nil, err
	}
	if condition.State != attempt.Done {
		var problem *Problem
		if condition.State == attempt.Corrupt {
			_, err := attempt.ReadDone(s.attemptDir(a))
			p := problemOf(a, err)
			problem = &p
		}
		return problem, tx.PutAttempt(row)
	}
	content, err := s.readContent(s.attemptDir(a))
	if attempt.IsCorrupt(err) {
		problem := problemOf(a, err)
		row, err := s.corruptRow(a, err)
		if err != nil {
			return nil, err
		}
		return &problem, tx.PutAttempt(row)
	}
	if err != nil {
		return nil, err
	}
	if err := tx.PutAttempt(row); err != nil {
		return nil, err
	}
	done, err := tx.Done(a.Hash)
	if err != nil || done > 0 {
		return nil, err
	}
	return nil, tx.PutDone(a.Hash, a.Number, content)
}

func (s *Store) rebuildRuns(tx *index.Tx) ([]Problem, error) {
	entries, err := os.ReadDir(s.runsDir())
	if err != nil {
		return nil, err
	}
	var problems []Problem
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		r, plan, err := s.readRun(e.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // killed before it began
		case attempt.IsCorrupt(err):
			problems = append(problems, problemOf(AttemptRef{}, err))
			continue
		case err != nil:
			return nil, err
		}
		if err := tx.PutPlan(planRow(plan)); err != nil {
			return nil, err
		}
		if err := tx.PutRun(r.row()); err != nil {
			return nil, err
		}
	}
	return problems, nil
}

// readRun reads a run from its folder. The error is fs.ErrNotExist where there is no run.json.
func (s *Store) readRun(id string) (*Run, planHead, error) {
	r := &Run{ID: id, Dir: filepath.Join(s.runsDir(), id), store: s}
	var plan planHead
	var head runHead
	if err := attempt.ReadSealed(filepath.Join(r.Dir, runFile), "run", &head); err != nil {
		return nil, plan, err
	}
	r.Experiment, r.PlanHash, r.Started = head.Experiment, head.PlanHash, head.Started
	text, err := r.Plan()
	if errors.Is(err, fs.ErrNotExist) {
		err = &attempt.CorruptError{Path: filepath.Join(r.Dir, planFile), Cause: "is missing"}
	}
	if err != nil {
		return nil, plan, err
	}
	if err := json.Unmarshal(text, &plan); err != nil {
		return nil, plan, &attempt.CorruptError{Path: filepath.Join(r.Dir, planFile), Cause: err.Error()}
	}
	var end runEnd
	err = attempt.ReadSealed(filepath.Join(r.Dir, endFile), "end", &end)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, plan, err
	}
	r.Ended, r.State = end.Ended, end.State
	return r, plan, nil
}
