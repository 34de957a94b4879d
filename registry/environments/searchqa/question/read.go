package question

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

// Read reads a question set, JSON lines or one array. What is broken is skipped and named in the faults; file is its
// name there. Behind a place where an array is no JSON nothing can be read: that is a fault too. The error is that of the
// reader.
func Read(r io.Reader, file string) (list []Question, faults []corpus.Fault, err error) {
	add := func(record int, raw []byte) {
		q, err := decode(raw)
		if err != nil {
			faults = append(faults, corpus.Fault{File: file, Record: record, Reason: err.Error()})
			return
		}
		if q.ID == "" {
			q.ID = strconv.Itoa(record)
		}
		q.Record = record
		list = append(list, q)
	}
	b := bufio.NewReader(r)
	if array(b) {
		broken, err := elements(b, add)
		if broken != nil {
			faults = append(faults, corpus.Fault{File: file, Record: broken.record, Reason: "from here on it is no JSON: " + broken.err.Error()})
		}
		return list, faults, err
	}
	err = corpus.Lines(b, func(record int, line []byte, long bool) {
		if long {
			faults = append(faults, corpus.Fault{File: file, Record: record, Reason: "the line is too long"})
			return
		}
		add(record, line)
	})
	return list, faults, err
}

// Load reads a file. One without a usable record is an error.
func Load(file string) ([]Question, []corpus.Fault, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	list, faults, err := Read(f, file)
	if err != nil {
		return nil, faults, fmt.Errorf("read questions %s: %w", file, err)
	}
	if len(list) == 0 {
		why := errors.New("it has no record")
		if len(faults) > 0 {
			why = faults[0]
		}
		return nil, faults, fmt.Errorf("read questions %s: no question can be used: %w", file, why)
	}
	return list, faults, nil
}

// array says whether the first character that is not blank opens an array, and skips what stands before it.
func array(b *bufio.Reader) bool {
	if mark, err := b.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = b.Discard(3)
	}
	for {
		c, err := b.ReadByte()
		if err != nil {
			return false
		}
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			_ = b.UnreadByte()
			return c == '['
		}
	}
}

// breach is the place where an array is no JSON.
type breach struct {
	record int
	err    error
}

// elements calls add with every element of an array.
func elements(r io.Reader, add func(record int, raw []byte)) (*breach, error) {
	d := json.NewDecoder(r)
	if _, err := d.Token(); err != nil {
		return stop(1, err)
	}
	record := 1
	for ; d.More(); record++ {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return stop(record, err)
		}
		add(record, raw)
	}
	_, err := d.Token()
	return stop(record, err)
}

// stop tells broken JSON from a broken reader.
func stop(record int, err error) (*breach, error) {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil, nil
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &breach{record, err}, nil
	}
	return nil, err
}
