package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/retort-ml/retort/results/attempt"
)

// ArtifactInfo is a file that a done stage produced.
type ArtifactInfo struct {
	Name   string
	Bytes  int64
	SHA256 string
	Path   string
}

// Artifacts lists the files of a done stage by name. ErrNotFound.
func (s *Store) Artifacts(hash string) ([]ArtifactInfo, error) {
	done, err := s.doneDir(hash)
	if err != nil {
		return nil, err
	}
	rows, err := s.reader.Artifacts(hash)
	if err != nil {
		return nil, err
	}
	list := make([]ArtifactInfo, len(rows))
	for i, row := range rows {
		list[i] = ArtifactInfo{Name: row.Name, Bytes: row.Bytes, SHA256: row.SHA256, Path: s.locate(done, attempt.FileSum(row))}
	}
	return list, nil
}

// Artifact returns the path of a file of a done stage. The file is to be read only. ErrNotFound.
func (s *Store) Artifact(hash, file string) (string, error) {
	list, err := s.Artifacts(hash)
	if err != nil {
		return "", err
	}
	for _, a := range list {
		if a.Name != file {
			continue
		}
		if _, err := os.Stat(a.Path); errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("artifact %s of stage %s: %w", file, hash, &attempt.CorruptError{Path: a.Path, Cause: "is missing"})
		}
		return a.Path, nil
	}
	return "", fmt.Errorf("artifact %s of stage %s: %w", file, hash, ErrNotFound)
}

// doneDir is the folder of the attempt that counts.
func (s *Store) doneDir(hash string) (string, error) {
	if err := checkHash(hash); err != nil {
		return "", err
	}
	done, err := s.reader.Done([]string{hash})
	if err != nil {
		return "", err
	}
	if done[hash] == 0 {
		return "", fmt.Errorf("stage %s is not done: %w", hash, ErrNotFound)
	}
	return s.attemptDir(AttemptRef{Hash: hash, Number: done[hash]}), nil
}
