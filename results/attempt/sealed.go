package attempt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/retort-ml/retort/results/disk"
)

// The small files of the store (done.json, attempt.json, spec.json and so on) are one record each,
// so that a flipped byte in them is noticed too.

// WriteSealed writes v into a file of one record, atomically.
func WriteSealed(d disk.Disk, path, kind string, v any) error {
	value, err := encode(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	line := appendRecord(nil, 1, kind, value)
	return disk.Replace(d, path, func(w io.Writer) error {
		_, err := w.Write(line)
		return err
	})
}

// ReadSealed reads what WriteSealed wrote. The error is a *CorruptError where the content is not
// that, and fs.ErrNotExist where there is no file.
func ReadSealed(path, kind string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := parseSealed(data, kind, v); err != nil {
		return &CorruptError{Path: path, Line: 1, Cause: err.Error()}
	}
	return nil
}

func parseSealed(data []byte, kind string, v any) error {
	line, rest, ended := bytes.Cut(data, []byte("\n"))
	if !ended || len(rest) > 0 {
		return fmt.Errorf("want one line with its end, got %d bytes", len(data))
	}
	r, err := parseRecord(line)
	if err != nil {
		return err
	}
	if r.Kind != kind || r.N != 1 {
		return fmt.Errorf("holds record %d of kind %q, want the first of kind %q", r.N, r.Kind, kind)
	}
	return json.Unmarshal(r.Value, v)
}
