package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/results/disk"
)

// Get brings a dataset into folder and returns its record; fresh is false when it was there already,
// whole. The archive is fetched by the user's own program, or is the file that archive names, and has to have
// the pinned sum. What a damaged or older copy left is replaced in the end, so that a failure keeps
// it. ErrOffline, ErrNoProgram, ErrSum.
func Get(ctx context.Context, folder string, d Dataset, archive string) (r *Record, fresh bool, err error) {
	return get(ctx, disk.OS{}, folder, d, archive)
}

func get(ctx context.Context, files disk.Disk, folder string, d Dataset, archive string) (r *Record, fresh bool, err error) {
	r, err = Installed(folder, d.Name)
	if err == nil && r != nil && r.SHA256 == d.Package.SHA256 && d.covered(r) {
		if damage := r.check(filepath.Join(folder, d.Name)); len(damage) == 0 {
			return r, false, nil
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, false, err
	}
	work, err := os.MkdirTemp(folder, d.Name+"-*"+disk.Temporary)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	if archive == "" {
		download := filepath.Join(work, "download")
		if err := os.Mkdir(download, 0o755); err != nil {
			return nil, false, err
		}
		if archive, err = d.Package.download(ctx, download); err != nil {
			return nil, false, err
		}
	}
	if r, err = d.prepare(files, archive, filepath.Join(work, "files")); err != nil {
		return nil, false, err
	}
	return r, true, replaceFolder(files, filepath.Join(work, "files"), filepath.Join(folder, d.Name), filepath.Join(work, "old"))
}

// covered says whether a record has every part; one of the same archive can be of a time when fewer parts were wanted.
func (d Dataset) covered(r *Record) bool {
	return !slices.ContainsFunc(d.Parts, func(p Part) bool {
		return !slices.ContainsFunc(r.Files, func(f File) bool {
			return f.Path == p.To || (p.To == "" || strings.HasSuffix(p.To, "/")) && strings.HasPrefix(f.Path, p.To)
		})
	})
}

// prepare checks an archive and unpacks it into a new folder, with its record.
func (d Dataset) prepare(files disk.Disk, archive, to string) (*Record, error) {
	_, sum, err := sumOf(archive)
	if err != nil {
		return nil, err
	}
	if sum != d.Package.SHA256 {
		return nil, fmt.Errorf("%w: %s has sha256 %s, expected %s", ErrSum, filepath.Base(archive), sum, d.Package.SHA256)
	}
	if err := files.Mkdir(to); err != nil {
		return nil, err
	}
	r := &Record{
		Format: recordFormat, Name: d.Name, Registry: d.Package.Registry, Package: d.Package.Name, Version: d.Package.Version,
		SHA256: sum, License: d.License,
	}
	if r.Files, err = unpack(files, archive, d.Package.Registry, d.Parts, to); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, err
	}
	err = disk.Replace(files, filepath.Join(to, recordName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	return r, err
}

// replaceFolder gives a folder another's place. What was there is moved to old, or back when that is all that
// happened.
func replaceFolder(files disk.Disk, from, to, old string) error {
	err := files.Rename(to, old)
	had := err == nil
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := files.Rename(from, to); err != nil {
		if had {
			err = errors.Join(err, files.Rename(old, to))
		}
		return err
	}
	return files.Sync(filepath.Dir(to))
}
