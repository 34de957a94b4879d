package attempt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// FileSum names a file with its size and the SHA-256 of its content.
type FileSum struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // 64 lower-case hexadecimal digits
}

// DoneInfo is done.json. It names every file that belongs to the result, and nothing that depends on
// time or place, so that equal stages have equal done.json.
type DoneInfo struct {
	Format   int       `json:"format"`
	Records  int       `json:"records"`  // lines of records.jsonl
	Episodes int       `json:"episodes"` // frames of the episodes file, which is there when this is not 0
	Files    []FileSum `json:"files"`    // by name
}

// Artifacts are the files without records and episodes.
func (d DoneInfo) Artifacts() []FileSum {
	return slices.DeleteFunc(slices.Clone(d.Files), func(f FileSum) bool {
		return f.Name == RecordsFile || f.Name == EpisodesFile
	})
}

func (d DoneInfo) check() error {
	if d.Format != FormatVersion {
		return fmt.Errorf("format %d, want %d", d.Format, FormatVersion)
	}
	if d.Records < 0 || d.Episodes < 0 || d.Episodes > d.Records {
		return fmt.Errorf("%d episodes in %d records", d.Episodes, d.Records)
	}
	hasRecords, hasEpisodes := false, false
	for i, f := range d.Files {
		if i > 0 && f.Name <= d.Files[i-1].Name {
			return fmt.Errorf("file %q is out of order", f.Name)
		}
		hasRecords = hasRecords || f.Name == RecordsFile
		hasEpisodes = hasEpisodes || f.Name == EpisodesFile
		if f.Name != RecordsFile && f.Name != EpisodesFile {
			if err := checkArtifactName(f.Name); err != nil {
				return err
			}
		}
		if !isSum(f.SHA256) || f.Bytes < 0 {
			return fmt.Errorf("file %q has size %d and sum %q", f.Name, f.Bytes, f.SHA256)
		}
	}
	if !hasRecords || hasEpisodes != (d.Episodes > 0) {
		return errors.New("does not name the files it must")
	}
	return nil
}

func isSum(s string) bool {
	return len(s) == 2*sha256.Size && strings.Trim(s, "0123456789abcdef") == ""
}

// ReadDone reads done.json and believes it if it is well-formed; CheckFile looks at the files.
func ReadDone(dir string) (DoneInfo, error) {
	path := filepath.Join(dir, DoneFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return DoneInfo{}, err
	}
	d, err := parseDone(data)
	if err != nil {
		return DoneInfo{}, &CorruptError{Path: path, Line: 1, Cause: err.Error()}
	}
	return d, nil
}

func parseDone(data []byte) (DoneInfo, error) {
	var d DoneInfo
	if err := parseSealed(data, "done", &d); err != nil {
		return DoneInfo{}, err
	}
	return d, d.check()
}

// CheckFile compares a file with its sum. The error is a *CorruptError where they differ or the file is missing.
func CheckFile(path string, want FileSum) error {
	got, err := sumFile(path, -1)
	switch {
	case isNotExist(err):
		return &CorruptError{Path: path, Cause: "is missing"}
	case err != nil:
		return err
	case got.Bytes != want.Bytes:
		return &CorruptError{Path: path, Cause: fmt.Sprintf("has %d bytes, want %d", got.Bytes, want.Bytes)}
	case got.SHA256 != want.SHA256:
		return &CorruptError{Path: path, Cause: fmt.Sprintf("has SHA-256 %s, want %s", got.SHA256, want.SHA256)}
	}
	return nil
}

// sumFile sums the first limit bytes of a file, all of it where limit is negative.
func sumFile(path string, limit int64) (FileSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return FileSum{}, err
	}
	defer f.Close()
	var r io.Reader = f
	if limit >= 0 {
		r = io.LimitReader(f, limit)
	}
	h := sha256.New()
	n, err := io.Copy(h, r)
	if err != nil {
		return FileSum{}, fmt.Errorf("read %s: %w", path, err)
	}
	return FileSum{Name: filepath.Base(path), Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// CheckSum compares the content of a file with a SHA-256 alone. The error is a *CorruptError where they differ.
func CheckSum(path, sum string) error {
	got, err := sumFile(path, -1)
	if err == nil && got.SHA256 != sum {
		err = &CorruptError{Path: path, Cause: fmt.Sprintf("has SHA-256 %s, want %s", got.SHA256, sum)}
	}
	return err
}
