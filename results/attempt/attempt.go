package attempt

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results/disk"
)

// Options are what a worker says about itself.
type Options struct {
	// Owner is the process that writes. Where Host is empty, Self fills what identifies it and Build, CPU and Job are
	// kept.
	Owner Owner
	// Disk is the file layer, the operating system's where nil.
	Disk disk.Disk
}

// Attempt is an attempt folder while its worker fills it. Its methods may be called from several
// goroutines; the order of the calls is the order of the records.
type Attempt struct {
	dir    string
	disk   disk.Disk
	header Header

	mu       sync.Mutex // guards the streams and what follows
	records  *stream
	episodes *stream // nil before the first episode
	encoder  *zstd.Encoder
	files    map[string]FileSum
	closed   bool // takes nothing more
	finished bool // done.json or failed.json is written
}

// Open takes over an attempt folder that the controller prepared. A folder can be taken once: what
// a dead worker left is continued in the next attempt, which resumes this one.
func Open(dir string, opts Options) (*Attempt, error) {
	h, err := ReadHeader(dir)
	if err != nil {
		return nil, fmt.Errorf("open attempt: %w", err)
	}
	a := &Attempt{dir: dir, disk: opts.Disk, header: h, files: map[string]FileSum{}}
	if a.disk == nil {
		a.disk = disk.OS{}
	}
	owner := opts.Owner
	if owner.Host == "" {
		build, cpu, job := owner.Build, owner.CPU, owner.Job
		owner = Self()
		owner.Build, owner.CPU, owner.Job = build, cpu, job
	}
	path := filepath.Join(dir, OwnerFile)
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("open attempt %s: it was opened before", dir)
	}
	if err := WriteSealed(a.disk, path, "owner", owner); err != nil {
		return nil, fmt.Errorf("open attempt: %w", err)
	}
	if a.records, err = openStream(a.disk, filepath.Join(dir, RecordsFile)); err != nil {
		return nil, fmt.Errorf("open attempt: %w", err)
	}
	return a, nil
}

// Dir is the folder.
func (a *Attempt) Dir() string { return a.dir }

// Record appends a record of the stage's own kind: lower-case letters, digits and underscores, and none of
// "metric", "episode", "warning". V is written as encoding/json does.
func (a *Attempt) Record(kind string, v any) error {
	if !isKind(kind) || kind == KindMetric || kind == KindEpisode || kind == KindWarning {
		return fmt.Errorf("record %q: no kind for a record of a stage's own", kind)
	}
	return a.record(kind, v)
}

// Metric appends a number at a step or, with step -1, of the whole stage. It need not be finite.
func (a *Attempt) Metric(name string, step int, value float64) error {
	return a.record(KindMetric, MetricRecord{Name: name, Step: step, Value: value})
}

// Warn appends a remark that every table built on the stage shows.
func (a *Attempt) Warn(message string) error {
	return a.record(KindWarning, warningRecordJSON{Message: message})
}

func (a *Attempt) record(kind string, v any) error {
	value, err := encode(v)
	if err != nil {
		return fmt.Errorf("record %s: %w", kind, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.appendLocked(kind, value)
}

func (a *Attempt) appendLocked(kind string, value json.RawMessage) error {
	if a.closed {
		return errClosed
	}
	return a.records.append(appendRecord(nil, a.records.count+1, kind, value), 1)
}

var errClosed = errors.New("attempt is closed")

// Episode keeps an episode under a phase, turn by turn, and its summary among the records.
func (a *Attempt) Episode(phase string, e *registry.Episode) error {
	text, err := encodeEpisode(e)
	if err != nil {
		return fmt.Errorf("record episode: %w", err)
	}
	r := EpisodeRecord{Phase: phase, Summary: registry.Summarize(e)}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return errClosed
	}
	if err := a.openEpisodesLocked(); err != nil {
		return err
	}
	if a.encoder == nil {
		a.encoder = newEncoder()
	}
	frame := a.encoder.EncodeAll(append(text, '\n'), nil)
	r.At, r.Bytes = a.episodes.bytes, int64(len(frame))
	value, err := encode(r)
	if err != nil {
		return fmt.Errorf("record episode: %w", err)
	}
	// The frame goes first: a record never names what is not there.
	if err := a.episodes.append(frame, 1); err != nil {
		return err
	}
	return a.appendLocked(KindEpisode, value)
}

func (a *Attempt) openEpisodesLocked() (err error) {
	if a.episodes == nil {
		a.episodes, err = openStream(a.disk, filepath.Join(a.dir, EpisodesFile))
	}
	return err
}

// Beat renews the heartbeat and hands buffered records to the operating system, for whoever follows them.
func (a *Attempt) Beat() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil
	}
	// Frames first, as in Episode.
	if a.episodes != nil {
		if err := a.episodes.flush(); err != nil {
			return err
		}
	}
	if err := a.records.flush(); err != nil {
		return err
	}
	return a.disk.Touch(filepath.Join(a.dir, HeartbeatFile), time.Now())
}

func (a *Attempt) syncLocked() error {
	if a.episodes != nil {
		if err := a.episodes.sync(); err != nil {
			return err
		}
	}
	return a.records.sync()
}
