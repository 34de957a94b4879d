package datasets

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/results/disk"
)

// Bounds of what is unpacked, in bytes: an archive that is not what it should be must not fill the disk.
const (
	maxFile  = 256 << 20
	maxTotal = 1 << 30
)

// unpacker writes the wanted parts of an archive into a folder.
type unpacker struct {
	disk  disk.Disk
	to    string
	parts []Part
	met   map[Part]bool
	files []File
	total int64
}

// unpack writes the parts of an archive below to and lists the files by path. A part that the archive has not is
// an error, and so is a file that would land outside or twice.
func unpack(d disk.Disk, archive string, registry Registry, parts []Part, to string) ([]File, error) {
	u := &unpacker{disk: d, to: to, parts: parts, met: map[Part]bool{}}
	read := u.zip
	if registry == NPM {
		read = u.tar
	}
	if err := read(archive); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", filepath.Base(archive), err)
	}
	for _, p := range parts {
		if !u.met[p] {
			return nil, fmt.Errorf("unpack %s: it has no %s", filepath.Base(archive), p.From)
		}
	}
	slices.SortFunc(u.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return u.files, nil
}

func (u *unpacker) zip(archive string) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		to, wanted := u.target(f.Name)
		if !wanted || !f.Mode().IsRegular() {
			continue
		}
		content, err := f.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if err := errors.Join(u.write(to, content), content.Close()); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func (u *unpacker) tar(archive string) error {
	f, err := openFile(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	in := tar.NewReader(z)
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if to, wanted := u.target(h.Name); wanted && h.Typeflag == tar.TypeReg {
			if err := u.write(to, in); err != nil {
				return fmt.Errorf("%s: %w", h.Name, err)
			}
		}
	}
}

// target says where a file of the archive goes, if anywhere.
func (u *unpacker) target(name string) (string, bool) {
	for _, p := range u.parts {
		if rest, ok := strings.CutPrefix(name, p.From); ok && strings.HasSuffix(p.From, "/") && rest != "" {
			u.met[p] = true
			return p.To + rest, true
		}
		if name == p.From {
			u.met[p] = true
			return p.To, true
		}
	}
	return "", false
}

// write writes a file and notes its sum.
func (u *unpacker) write(to string, content io.Reader) error {
	if !isBelow(to) || to == recordName {
		return fmt.Errorf("%q is no path below the folder", to)
	}
	if slices.ContainsFunc(u.files, func(f File) bool { return f.Path == to }) {
		return fmt.Errorf("%s would be written twice", to)
	}
	path := filepath.Join(u.to, filepath.FromSlash(to))
	if err := u.disk.Mkdir(filepath.Dir(path)); err != nil {
		return err
	}
	sum := sha256.New()
	var n int64
	err := disk.Fill(u.disk, path, func(w io.Writer) error {
		var err error
		n, err = io.Copy(io.MultiWriter(w, sum), io.LimitReader(content, maxFile+1))
		return err
	})
	if err != nil {
		return err
	}
	if u.total += n; n > maxFile || u.total > maxTotal {
		return fmt.Errorf("it is larger than anything that belongs here")
	}
	u.files = append(u.files, File{Path: to, Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}
