package attempt

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/retort-ml/retort/results/disk"
)

// FormatVersion is the version of what stands in an attempt folder.
const FormatVersion = 1

// Header is attempt.json: what the controller says when it makes the folder.
type Header struct {
	Format  int    `json:"format"`
	Hash    string `json:"hash"`   // of the stage
	Number  int    `json:"number"` // from 1
	Resumes int    `json:"resumes,omitempty"`
	Title   string `json:"title"`
	// Controller made the folder; it owns the attempt until a worker does.
	Controller Owner     `json:"controller"`
	Created    time.Time `json:"created"`
}

// Prepare makes an attempt folder. Its parent exists.
func Prepare(d disk.Disk, dir string, h Header) error {
	if err := d.Mkdir(dir); err != nil {
		return fmt.Errorf("make attempt: %w", err)
	}
	h.Format = FormatVersion
	if err := WriteSealed(d, filepath.Join(dir, HeaderFile), "attempt", h); err != nil {
		return err
	}
	return d.Sync(filepath.Dir(dir))
}

// ReadHeader reads attempt.json.
func ReadHeader(dir string) (Header, error) {
	var h Header
	path := filepath.Join(dir, HeaderFile)
	if err := ReadSealed(path, "attempt", &h); err != nil {
		return h, err
	}
	if h.Format != FormatVersion {
		return h, fmt.Errorf("read %s: format %d, want %d", path, h.Format, FormatVersion)
	}
	return h, nil
}

// Ended is ended.json: what the controller noted when the attempt was over.
type Ended struct {
	State State     `json:"state"`
	Usage Usage     `json:"usage"`
	At    time.Time `json:"at"`
}

// ReadEnded reads ended.json; the zero value where there is none.
func ReadEnded(dir string) (Ended, error) {
	var e Ended
	err := ReadSealed(filepath.Join(dir, EndedFile), "ended", &e)
	if isNotExist(err) {
		err = nil
	}
	return e, err
}
