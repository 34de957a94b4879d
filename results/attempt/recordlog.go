package attempt

import (
	"errors"
	"fmt"
	"sync"

	"github.com/retort-ml/retort/results/disk"
)

// RecordLog is an append-only file of records outside of an attempt: the events of a run. It is
// safe for concurrent use.
type RecordLog struct {
	mu     sync.Mutex
	stream *stream
	closed bool
}

// OpenRecordLog makes the file.
func OpenRecordLog(d disk.Disk, path string) (*RecordLog, error) {
	s, err := openStream(d, path)
	if err != nil {
		return nil, err
	}
	return &RecordLog{stream: s}, nil
}

// Append adds a record and hands it to the operating system.
func (l *RecordLog) Append(kind string, v any) error {
	if !isKind(kind) {
		return fmt.Errorf("append to %s: %q is no kind", l.stream.path, kind)
	}
	value, err := encode(v)
	if err != nil {
		return fmt.Errorf("append to %s: %w", l.stream.path, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return fmt.Errorf("append to %s: it is closed", l.stream.path)
	}
	if err := l.stream.append(appendRecord(nil, l.stream.count+1, kind, value), 1); err != nil {
		return err
	}
	return l.stream.flush()
}

// Close makes the file durable. It may be called twice.
func (l *RecordLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	return errors.Join(l.stream.sync(), l.stream.close())
}
