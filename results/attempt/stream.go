package attempt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path/filepath"

	"github.com/retort-ml/retort/results/disk"
)

// stream is an append-only file that knows the length and the sum of everything appended, whether the
// operating system has it yet or not. After an error it takes nothing more: what is on the disk is then the
// beginning of what was appended, and nobody is told that it is whole.
type stream struct {
	file  disk.File
	path  string
	buf   []byte
	bytes int64
	count int // lines or frames
	sum   hash.Hash
	err   error
}

// bufferBytes bounds what a kill can take from a stream besides what the next checkpoint would have kept.
const bufferBytes = 1 << 16

func openStream(d disk.Disk, path string) (*stream, error) {
	f, err := d.Append(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &stream{file: f, path: path, sum: sha256.New()}, nil
}

func (s *stream) append(p []byte, count int) error {
	if s.err != nil {
		return s.err
	}
	s.buf = append(s.buf, p...)
	s.bytes += int64(len(p))
	s.count += count
	s.sum.Write(p)
	if len(s.buf) < bufferBytes {
		return nil
	}
	return s.flush()
}

func (s *stream) flush() error {
	if s.err != nil || len(s.buf) == 0 {
		return s.err
	}
	_, err := s.file.Write(s.buf)
	s.buf = s.buf[:0]
	return s.fail("append to", err)
}

// sync makes everything appended durable.
func (s *stream) sync() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.fail("sync", s.file.Sync())
}

func (s *stream) close() error { return s.fail("close", s.file.Close()) }

func (s *stream) fail(verb string, err error) error {
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("%s %s: %w", verb, s.path, err)
	}
	return s.err
}

// mark is the length of a stream at some moment.
type mark struct {
	Bytes  int64  `json:"bytes"`
	Count  int    `json:"count"`
	SHA256 string `json:"sha256"` // of those bytes
}

func (s *stream) mark() mark {
	return mark{Bytes: s.bytes, Count: s.count, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
}

func (s *stream) fileSum() FileSum {
	m := s.mark()
	return FileSum{Name: filepath.Base(s.path), Bytes: m.Bytes, SHA256: m.SHA256}
}
