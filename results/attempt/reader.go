package attempt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// lineMax bounds a line; longer ones are no records.
const lineMax = 1 << 28

// ReadRecords yields the records of a file in order. A last line without its end is what a kill
// leaves and is left out; anything else that is not the next record ends the sequence with a
// *CorruptError that names the line. A record's value is valid until the next one is asked for.
func ReadRecords(path string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer f.Close()
		for r, err := range readRecords(f, path) {
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func readRecords(r io.Reader, path string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		b := bufio.NewReaderSize(r, 1<<16)
		var long []byte
		var at int64
		for n := 1; ; n++ {
			line, err := readLine(b, &long)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Record{}, fmt.Errorf("read %s: %w", path, err))
				return
			}
			record, err := parseRecord(line[:len(line)-1])
			if err == nil && record.N != n {
				err = fmt.Errorf("holds record %d", record.N)
			}
			if err != nil {
				yield(Record{}, &CorruptError{Path: path, Line: n, At: at, Cause: err.Error()})
				return
			}
			at += int64(len(line))
			if !yield(record, nil) {
				return
			}
		}
	}
}

// readLine returns a line with its end, valid until the next call. A torn one is io.EOF.
func readLine(b *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := b.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	*long = append((*long)[:0], line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(*long) > lineMax {
			return nil, fmt.Errorf("line of more than %d bytes", lineMax)
		}
		line, err = b.ReadSlice('\n')
		*long = append(*long, line...)
	}
	return *long, err
}
