package shop

import (
	"bytes"
	"fmt"
	"io"
)

// chunkSize is how many bytes of a list are read at a time.
const chunkSize = 1 << 20

// run is a few consecutive elements of a list, not parsed; those that are no objects are among them, so that a reader
// can name them.
type run struct {
	first  int // number of the first element, counting from 0
	buffer []byte
	spans  []span // in buffer
}

type span struct{ start, end int }

// splitter cuts a list into its elements without parsing them.
type splitter struct {
	run            *run
	at             int // next byte of the buffer
	record         int // elements found
	start          int // of the element that is not finished yet, -1 for none
	depth          int // 0 in an element that is neither an object nor a list
	quoted         bool
	opened, closed bool
}

// eachRun reads a list from r and calls f with all its elements, in order and in runs of about chunkSize bytes, without
// keeping the list in memory; f may keep the run. It stops behind most elements, 0 for all. next gives an empty run,
// which may have a used buffer.
func eachRun(r io.Reader, most int, next func() *run, f func(*run)) error {
	s := splitter{run: next(), start: -1}
	for {
		n := len(s.run.buffer)
		s.run.buffer = grown(s.run.buffer, n+chunkSize)
		got, readErr := io.ReadFull(r, s.run.buffer[n:])
		s.run.buffer = s.run.buffer[:n+got]
		err := s.scan(most)
		full := s.run
		s.run = next()
		if s.start >= 0 {
			s.run.buffer = append(s.run.buffer, full.buffer[s.start:]...)
			s.at -= s.start
			s.start = 0
		} else {
			s.at = 0
		}
		s.run.first = s.record
		if len(full.spans) > 0 {
			f(full)
		}
		switch {
		case err != nil:
			return err
		case most > 0 && s.record >= most:
			return nil
		case readErr == io.EOF || readErr == io.ErrUnexpectedEOF:
			if !s.closed {
				return fmt.Errorf("record %d: the file ends in the middle", s.record)
			}
			return nil
		case readErr != nil:
			return readErr
		}
	}
}

// grown returns b with a length of n.
func grown(b []byte, n int) []byte {
	if n <= cap(b) {
		return b[:n]
	}
	return append(b[:cap(b)], make([]byte, n-cap(b))...)
}

// scan finds the elements in the rest of the buffer.
func (s *splitter) scan(most int) error {
	b := s.run.buffer
	for s.at < len(b) {
		if s.quoted {
			s.skipText(b)
			continue
		}
		c := b[s.at]
		switch {
		case s.depth > 0:
			switch c {
			case '"':
				s.quoted = true
			case '{', '[':
				s.depth++
			case '}', ']':
				if s.depth--; s.depth == 0 && s.finish(s.at+1, most) {
					return nil
				}
			}
		case s.start >= 0:
			switch c {
			case ' ', '\n', '\r', '\t', ',', ']', '{', '[', '"':
				if s.finish(s.at, most) {
					return nil
				}
				continue
			}
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
		case !s.opened:
			if c != '[' {
				return fmt.Errorf("the file is no list")
			}
			s.opened = true
		case s.closed:
			return fmt.Errorf("text behind the list")
		case c == '{' || c == '[':
			s.start, s.depth = s.at, 1
		case c == ',':
		case c == ']':
			s.closed = true
		default:
			s.start, s.quoted = s.at, c == '"'
		}
		s.at++
	}
	return nil
}

// finish notes an element that ends before a place of the buffer. It says whether it is the last one asked for.
func (s *splitter) finish(end, most int) (last bool) {
	s.run.spans = append(s.run.spans, span{s.start, end})
	s.start = -1
	s.record++
	return s.record == most
}

// skipText moves behind the end of the string that the place is in, or to the end of the buffer.
func (s *splitter) skipText(b []byte) {
	for s.at < len(b) {
		n := bytes.IndexByte(b[s.at:], '"')
		if n < 0 {
			s.at = len(b)
			return
		}
		s.at += n + 1
		// The quote ends the string unless an odd number of backslashes stands before it. They are in the buffer, which
		// holds the whole element.
		slashes := 0
		for b[s.at-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			s.quoted = false
			return
		}
	}
}
