package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is where datasets are kept in a store.
func Folder(store string) string { return filepath.Join(store, "data") }

// recordName is the file that says what a dataset's folder holds. It is written last, so a folder without
// it is no dataset.
const recordName = "dataset.json"

// Record is the content of a dataset's record: what was fetched, and every file with its sum.
type Record struct {
	Format   int      `json:"format"` // 1
	Name     string   `json:"name"`
	Registry Registry `json:"registry"`
	Package  string   `json:"package"`
	Version  string   `json:"version"`
	SHA256   string   `json:"sha256"` // of the archive
	License  string   `json:"license"`
	Files    []File   `json:"files"` // by path
}

// File is a file of a dataset.
type File struct {
	Path   string `json:"path"` // below the dataset's folder, with slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Size is the sum of the files, in bytes.
func (r *Record) Size() int64 {
	var n int64
	for _, f := range r.Files {
		n += f.Bytes
	}
	return n
}

// recordFormat is the version of the record's form.
const recordFormat = 1

// maxRecord bounds a record, in bytes.
const maxRecord = 16 << 20

// Installed reads the record of a dataset below folder; nil when it is not there.
func Installed(folder, name string) (*Record, error) {
	path := filepath.Join(folder, name, recordName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > maxRecord {
		return nil, fmt.Errorf("read %s: it is longer than %d bytes", path, maxRecord)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := parseRecord(text)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return r, nil
}

// parseRecord reads a record. Its paths lie below the dataset's folder.
func parseRecord(text []byte) (*Record, error) {
	var r Record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	if r.Format != recordFormat {
		return nil, fmt.Errorf("format %d, this build reads %d", r.Format, recordFormat)
	}
	for _, f := range r.Files {
		if !isBelow(f.Path) {
			return nil, fmt.Errorf("%q is no path below the folder", f.Path)
		}
	}
	return &r, nil
}

// isBelow says that a path with slashes names something below a folder, on every system.
func isBelow(path string) bool {
	return path != "." && fs.ValidPath(path) && filepath.IsLocal(filepath.FromSlash(path))
}
