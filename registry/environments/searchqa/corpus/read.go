package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// longestLine bounds a record: longer ones are a fault of the file.
const longestLine = 16 << 20

// Fault is a record that cannot be used. The others of its file can.
type Fault struct {
	File   string
	Record int // counted from 1: the line of JSON lines, the element of an array
	Reason string
}

// Error implements error.
func (f Fault) Error() string { return fmt.Sprintf("%s: record %d: %s", f.File, f.Record, f.Reason) }

// Read reads a corpus of JSON lines: objects with "id" (text or number; the number of the line when
// absent), and "contents", or "title" and "text". What is broken is skipped and named in the faults; file is its name
// there. The error is that of the reader.
func Read(r io.Reader, file string) (documents []Document, faults []Fault, err error) {
	seen := map[string]int{}
	err = Lines(r, func(record int, line []byte, long bool) {
		fault := func(format string, args ...any) {
			faults = append(faults, Fault{file, record, fmt.Sprintf(format, args...)})
		}
		if long {
			fault("the line is longer than %d bytes", longestLine)
			return
		}
		d, err := decode(line)
		if err != nil {
			fault("%v", err)
			return
		}
		if d.ID == "" {
			d.ID = strconv.Itoa(record)
		}
		if first, twice := seen[d.ID]; twice {
			fault("the id %q stands already in record %d", d.ID, first)
			return
		}
		seen[d.ID] = record
		documents = append(documents, d)
	})
	return documents, faults, err
}

// Load reads a corpus file and indexes it. A file without a usable record is an error.
func Load(file string) (*Corpus, []Fault, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	documents, faults, err := Read(f, file)
	if err != nil {
		return nil, faults, fmt.Errorf("read corpus %s: %w", file, err)
	}
	if len(documents) == 0 {
		why := errors.New("it has no record")
		if len(faults) > 0 {
			why = faults[0]
		}
		return nil, faults, fmt.Errorf("read corpus %s: no document can be used: %w", file, why)
	}
	return Build(documents), faults, nil
}

// decode reads one document.
func decode(line []byte) (Document, error) {
	var raw struct {
		ID       json.RawMessage `json:"id"`
		Contents *string         `json:"contents"`
		Title    *string         `json:"title"`
		Text     *string         `json:"text"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Document{}, err
	}
	id, err := Identifier(raw.ID)
	if err != nil {
		return Document{}, err
	}
	switch {
	case raw.Contents != nil && strings.TrimSpace(*raw.Contents) != "":
		return Document{ID: id, Contents: *raw.Contents}, nil
	case raw.Text != nil && strings.TrimSpace(*raw.Text) != "":
		title := ""
		if raw.Title != nil {
			title = *raw.Title
		}
		return New(id, title, *raw.Text), nil
	}
	return Document{}, errors.New(`it has neither "contents" nor "text"`)
}

// Identifier reads an id that is text or a number; empty when it is absent or null.
func Identifier(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return "", nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String(), nil
	}
	return "", errors.New("its id is neither text nor a number")
}

// Lines calls visit with every line of r that is not blank and its number, counted from 1. A line that is too long
// comes empty, with long set.
func Lines(r io.Reader, visit func(record int, line []byte, long bool)) error {
	b := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	for record := 1; ; record++ {
		line = line[:0]
		long := false
		var err error
		for {
			var part []byte
			part, err = b.ReadSlice('\n')
			if long = long || len(line)+len(part) > longestLine; !long {
				line = append(line, part...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		if record == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if trimmed := bytes.TrimSpace(line); long {
			visit(record, nil, true)
		} else if len(trimmed) > 0 {
			visit(record, trimmed, false)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
