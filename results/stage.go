package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// StageInfo describes a stage.
type StageInfo struct {
	Hash   string          `json:"hash"` // 4 to 128 lower-case letters and digits
	Kind   string          `json:"kind"`
	Title  string          `json:"title"`
	Spec   json.RawMessage `json:"spec"`
	Inputs []Input         `json:"inputs,omitempty"`
}

// Input names another stage whose artifacts a stage reads.
type Input struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// AttemptRef names an attempt. Numbers start at 1.
type AttemptRef struct {
	Hash   string // of the stage
	Number int
}

// Attempt is a folder that Begin made.
type Attempt struct {
	AttemptRef
	Dir     string
	Log     string // where the worker's stdout and stderr go; not there yet
	Resumes int    // number of the attempt whose checkpoints this one starts from, 0: none
}

const specFile = "spec.json"

// Begin makes the folder of a stage's next attempt, which resumes the one that got furthest. ErrDone when
// the stage is done.
func (s *Store) Begin(info StageInfo) (*Attempt, error) {
	a, err := s.begin(info)
	if err != nil {
		return nil, fmt.Errorf("begin stage %s: %w", info.Hash, err)
	}
	return a, nil
}

func (s *Store) begin(info StageInfo) (*Attempt, error) {
	if err := checkHash(info.Hash); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	done, err := s.reader.Done([]string{info.Hash})
	if err != nil {
		return nil, err
	}
	if done[info.Hash] > 0 {
		return nil, ErrDone
	}
	dir := s.stageDir(info.Hash)
	if err := s.disk.Mkdir(dir); err != nil {
		return nil, err
	}
	if err := s.putSpec(info); err != nil {
		return nil, err
	}
	numbers, err := attemptNumbers(dir)
	if err != nil {
		return nil, err
	}
	if err := s.adoptUnknown(info.Hash, numbers); err != nil {
		return nil, err
	}
	next := &Attempt{AttemptRef: AttemptRef{Hash: info.Hash, Number: 1}}
	if len(numbers) > 0 {
		next.Number = numbers[len(numbers)-1] + 1
		if next.Resumes, err = attempt.Latest(dir); err != nil {
			return nil, err
		}
	}
	next.Dir = s.attemptDir(next.AttemptRef)
	next.Log = filepath.Join(next.Dir, attempt.LogFile)
	self := attempt.Self()
	self.Since = s.now().UTC()
	header := attempt.Header{
		Hash: info.Hash, Number: next.Number, Resumes: next.Resumes, Title: info.Title, Controller: self, Created: self.Since,
	}
	if err := attempt.Prepare(s.disk, next.Dir, header); err != nil {
		return nil, err
	}
	err = s.write(func(tx *index.Tx) error {
		return tx.PutAttempt(index.Attempt{
			Hash: info.Hash, Number: next.Number, State: string(attempt.Running), Resumes: next.Resumes,
			Host: self.Host, PID: self.PID, Started: header.Created,
		})
	})
	return next, err
}

// readSpec reads a stage's spec.json. An error that is attempt.IsCorrupt means that it says nothing, or is of another stage.
func (s *Store) readSpec(hash string) (StageInfo, error) {
	var info StageInfo
	path := filepath.Join(s.stageDir(hash), specFile)
	err := attempt.ReadSealed(path, "stage", &info)
	if err == nil && info.Hash != hash {
		err = &attempt.CorruptError{Path: path, Cause: "describes stage " + info.Hash}
	}
	return info, err
}

// putSpec writes spec.json once, and the stage's row.
func (s *Store) putSpec(info StageInfo) error {
	path := filepath.Join(s.stageDir(info.Hash), specFile)
	var there StageInfo
	err := attempt.ReadSealed(path, "stage", &there)
	switch {
	case attempt.IsCorrupt(err):
		if err := attempt.WriteSealed(s.disk, path, "stage", info); err != nil {
			return err
		}
	case err != nil:
		return err
	case there.Kind != info.Kind || !sameJSON(there.Spec, info.Spec) || !slices.Equal(there.Inputs, info.Inputs):
		return fmt.Errorf("%s describes another stage under the same hash", path)
	}
	return s.write(func(tx *index.Tx) error { return tx.PutStage(stageRow(info)) })
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

func stageRow(info StageInfo) index.Stage {
	row := index.Stage{Hash: info.Hash, Kind: info.Kind, Title: info.Title, Spec: info.Spec}
	for _, in := range info.Inputs {
		row.Inputs = append(row.Inputs, index.Input(in))
	}
	return row
}

// attemptNumbers lists the attempts in a stage's folder, in order.
func attemptNumbers(dir string) ([]int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range entries {
		if n, ok := attempt.FolderNumber(e.Name()); ok && e.IsDir() {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// adoptUnknown takes in attempts that are on the disk and not in the index: copied from another store, or made
// just before a power failure. ErrDone when one of them is done.
func (s *Store) adoptUnknown(hash string, numbers []int) error {
	known, err := s.reader.Attempts([]string{hash})
	if err != nil {
		return err
	}
	for _, n := range numbers {
		if slices.ContainsFunc(known, func(a index.Attempt) bool { return a.Number == n }) {
			continue
		}
		if err := s.settleAttempt(AttemptRef{Hash: hash, Number: n}); err != nil {
			return err
		}
	}
	done, err := s.reader.Done([]string{hash})
	if err == nil && done[hash] > 0 {
		err = ErrDone
	}
	return err
}

// Stage returns what Begin was told about a stage. ErrNotFound.
func (s *Store) Stage(hash string) (StageInfo, error) {
	row, err := s.reader.Stage(hash)
	if errors.Is(err, fs.ErrNotExist) {
		return StageInfo{}, fmt.Errorf("stage %s: %w", hash, ErrNotFound)
	}
	info := StageInfo{Hash: row.Hash, Kind: row.Kind, Title: row.Title, Spec: row.Spec}
	for _, in := range row.Inputs {
		info.Inputs = append(info.Inputs, Input(in))
	}
	return info, err
}
