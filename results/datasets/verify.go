package datasets

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

// Damage is a file that is not as it was unpacked.
type Damage struct {
	Path    string // of the file
	Problem string
}

// String is the damage in a line.
func (d Damage) String() string { return d.Path + ": " + d.Problem }

// Verify compares the files of a dataset with its record, and the record with the pinned package. A dataset that
// is not there has no damage; its record is nil. The error says that the record cannot be read.
func Verify(folder string, d Dataset) (*Record, []Damage, error) {
	r, err := Installed(folder, d.Name)
	if r == nil || err != nil {
		return nil, nil, err
	}
	dir := filepath.Join(folder, d.Name)
	damage := r.check(dir)
	if r.SHA256 != d.Package.SHA256 {
		damage = append(damage, Damage{filepath.Join(dir, recordName), fmt.Sprintf(
			"it is of another archive, %s %s, than this build's, %s %s", r.Package, r.Version, d.Package.Name, d.Package.Version)})
	}
	return r, damage, nil
}

// check compares the files below dir with the record: each there and whole, and no others.
func (r *Record) check(dir string) []Damage {
	var list []Damage
	known := map[string]bool{recordName: true}
	for _, f := range r.Files {
		known[f.Path] = true
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		switch n, sum, err := sumOf(path); {
		case err != nil:
			list = append(list, Damage{path, err.Error()})
		case n != f.Bytes || sum != f.SHA256:
			list = append(list, Damage{path, fmt.Sprintf("it has %d bytes with sha256 %.12s, unpacked were %d with %.12s", n, sum, f.Bytes, f.SHA256)})
		}
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err == nil && !known[filepath.ToSlash(rel)] {
			list = append(list, Damage{path, "it does not belong here"})
		}
		return err
	})
	if err != nil {
		list = append(list, Damage{dir, err.Error()})
	}
	return list
}
