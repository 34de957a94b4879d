package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// What is written down in two places is made again from the other when one is damaged: a stage's spec.json stands in the index and
// in the plans of its runs, and retort.json says nothing that the folders beside it do not.

// repairSpec writes a stage's damaged or missing spec.json again and returns the problem, worded with what became of it. The stage is
// nil where nothing says what it was; on a store opened for reading nothing is written.
func (s *Store) repairSpec(hash string, cause error) (*StageInfo, Problem, error) {
	p := problemOf(AttemptRef{Hash: hash}, cause)
	if s.writer == nil {
		p.Message += "; retort verify writes it again when no run holds the store"
		return nil, p, nil
	}
	info, from := s.findSpec(hash)
	if info == nil {
		p.Message += fmt.Sprintf("; no plan of a run says what it was: once %s is removed, a run that needs the stage does it again", s.stageDir(hash))
		return nil, p, nil
	}
	if err := attempt.WriteSealed(s.disk, filepath.Join(s.stageDir(hash), specFile), "stage", info); err != nil {
		return nil, p, err
	}
	p.Message += "; it was written again, as " + from + " has it"
	return info, p, nil
}

// findSpec looks for what a stage is, in the plans of the runs and then in the index, and says where it was found.
func (s *Store) findSpec(hash string) (*StageInfo, string) {
	if s.planned == nil {
		s.planned = s.plannedStages()
	}
	if found, ok := s.planned[hash]; ok {
		return &found.info, "the plan of run " + found.run
	}
	if s.reader != nil {
		if info, err := s.Stage(hash); err == nil && info.Kind != "" {
			return &info, "the index"
		}
	}
	return nil, ""
}

// plannedStage is a stage as the plan of a run has it.
type plannedStage struct {
	info StageInfo
	run  string
}

// plannedStages reads the plans of all runs. What cannot be read is left out, for others to report.
func (s *Store) plannedStages() map[string]plannedStage {
	all := map[string]plannedStage{}
	entries, err := os.ReadDir(s.runsDir())
	if err != nil {
		return all
	}
	for _, e := range entries { // by name, which begins with the time: the newest wins
		r := &Run{ID: e.Name(), Dir: filepath.Join(s.runsDir(), e.Name()), store: s}
		text, err := r.Plan()
		if err != nil {
			continue
		}
		var plan struct {
			Stages []StageInfo `json:"stages"`
		}
		if json.Unmarshal(text, &plan) != nil {
			continue
		}
		for _, info := range plan.Stages {
			if checkHash(info.Hash) == nil && info.Kind != "" && json.Valid(info.Spec) {
				all[info.Hash] = plannedStage{info, r.ID}
			}
		}
	}
	return all
}

// indexSpec puts a repaired stage into the index.
func (s *Store) indexSpec(info *StageInfo) error {
	return s.write(func(tx *index.Tx) error { return tx.PutStage(stageRow(*info)) })
}

// ours are the names of a store's folder besides retort.json.
var ours = map[string]bool{
	"lock": true, "stages": true, "runs": true, "blobs": true, "data": true, "retort.json.tmp": true, ".gitignore": true,
	"index.sqlite": true, "index.sqlite-wal": true, "index.sqlite-shm": true, "index.sqlite-journal": true,
}

// foreign returns the name of something in a folder that is no part of a store; empty where there is nothing of the kind.
func foreign(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for _, e := range entries {
		if !ours[e.Name()] {
			return e.Name(), nil
		}
	}
	return "", err
}

// lostMarker says that a folder is a store but for its retort.json.
func (s *Store) lostMarker() bool {
	other, err := foreign(s.dir)
	return err == nil && other == "" && exists(s.stagesDir()) && exists(s.runsDir())
}
