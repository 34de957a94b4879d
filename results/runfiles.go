package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/retort-ml/retort/results/attempt"
)

// Plan returns the plan as it was given to SaveRun. The error is an *attempt.CorruptError where the file has
// changed since.
func (r *Run) Plan() (json.RawMessage, error) {
	var head runHead
	if err := attempt.ReadSealed(filepath.Join(r.Dir, runFile), "run", &head); err != nil {
		return nil, fmt.Errorf("read plan of run %s: %w", r.ID, err)
	}
	path := filepath.Join(r.Dir, planFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read plan of run %s: %w", r.ID, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != head.PlanSHA256 {
		return nil, &attempt.CorruptError{Path: path, Cause: "is not the plan that was saved: its SHA-256 differs from run.json"}
	}
	return data, nil
}

// Provenance returns what SaveRun was told about build and machine.
func (r *Run) Provenance() (json.RawMessage, error) {
	data, err := os.ReadFile(filepath.Join(r.Dir, provenanceFile))
	if err != nil {
		return nil, fmt.Errorf("read provenance of run %s: %w", r.ID, err)
	}
	return data, nil
}

// Files lists the names of the files kept with the run, in order.
func (r *Run) Files() ([]string, error) {
	var list []string
	root := filepath.Join(r.Dir, sourcesDir)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		list = append(list, filepath.ToSlash(name))
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	slices.Sort(list)
	return list, err
}

// File reads a file kept with the run. ErrNotFound.
func (r *Run) File(name string) ([]byte, error) {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return nil, fmt.Errorf("file %q of run %s: %w", name, r.ID, ErrNotFound)
	}
	data, err := os.ReadFile(filepath.Join(r.Dir, sourcesDir, local))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("file %q of run %s: %w", name, r.ID, ErrNotFound)
	}
	return data, err
}
