package results

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/blob"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/index"
)

// FormatVersion is the version of the store's layout, in retort.json.
const FormatVersion = 1

// StaleAfter is how long a process that cannot be looked at, because it runs on another machine, may give no
// sign of life before its attempt counts as lost.
const StaleAfter = 2 * time.Minute

// What callers branch on, with errors.Is.
var (
	// ErrLocked: another process runs experiments over the store. The message names it.
	ErrLocked = errors.New("store is in use")
	// ErrNoStore: the folder is not there or is no store.
	ErrNoStore = errors.New("not a store")
	// ErrNoMarker: the folder is a store that has lost its retort.json. Opening it for a run writes it again.
	ErrNoMarker = errors.New("a store without its retort.json")
	// ErrNoIndex: the index is missing, damaged or of another version. Opening the store for a run makes it again.
	ErrNoIndex = errors.New("store has no usable index")
	// ErrNotFound: nothing in the store has that name, or the stage is not done.
	ErrNotFound = errors.New("not in the store")
	// ErrDone: the attempt or the stage turned out to be done, and is committed now.
	ErrDone = errors.New("stage is done")
)

// The words of package attempt that users of the store need.
type (
	State   = attempt.State
	Failure = attempt.Failure
	Usage   = attempt.Usage
)

// Store is an open store. It is safe for concurrent use.
type Store struct {
	dir   string
	disk  disk.Disk
	now   func() time.Time
	blobs blob.Store

	lock     *lock     // nil: for reading
	writer   *index.DB // nil: for reading
	reader   *index.DB
	problems []Problem
	planned  map[string]plannedStage // by hash, once something had to be repaired

	mu sync.Mutex // numbers of attempts and runs
}

// Options change what a store works with. The zero value is what everybody but a test wants.
type Options struct {
	Disk disk.Disk        // the operating system's where nil
	Now  func() time.Time // time.Now where nil
}

func newStore(dir string, opts Options) *Store {
	s := &Store{dir: dir, disk: opts.Disk, now: opts.Now}
	if s.disk == nil {
		s.disk = disk.OS{}
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.blobs = blob.Store{Dir: filepath.Join(dir, "blobs"), Disk: s.disk}
	return s
}

// marker is retort.json.
type marker struct {
	Format int `json:"format"`
}

func (s *Store) markerPath() string { return filepath.Join(s.dir, "retort.json") }
func (s *Store) indexPath() string  { return filepath.Join(s.dir, "index.sqlite") }
func (s *Store) stagesDir() string  { return filepath.Join(s.dir, "stages") }
func (s *Store) runsDir() string    { return filepath.Join(s.dir, "runs") }

func (s *Store) stageDir(hash string) string {
	return filepath.Join(s.stagesDir(), hash[:2], hash)
}

func (s *Store) attemptDir(a AttemptRef) string {
	return filepath.Join(s.stageDir(a.Hash), attempt.FolderName(a.Number))
}

var hashForm = regexp.MustCompile(`^[0-9a-z]{4,128}$`)

// checkHash keeps what is no hash from becoming a path.
func checkHash(hash string) error {
	if !hashForm.MatchString(hash) {
		return fmt.Errorf("%q is no hash of a stage", hash)
	}
	return nil
}

// Open opens a store for reading. It makes nothing and takes no lock, so that any number may read while
// one runs. ErrNoStore, ErrNoIndex.
func Open(dir string) (*Store, error) {
	s := newStore(dir, Options{})
	if err := s.readMarker(); err != nil {
		return nil, err
	}
	var err error
	s.reader, err = index.Open(s.indexPath())
	switch {
	case errors.Is(err, index.ErrVersion), errors.Is(err, index.ErrBroken), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("open store: %w, and retort run makes it again: %w", ErrNoIndex, err)
	case err != nil:
		return nil, fmt.Errorf("open store: %w", err)
	}
	return s, nil
}

func (s *Store) readMarker() error {
	var m marker
	err := attempt.ReadSealed(s.markerPath(), "retort", &m)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.lostMarker():
		return fmt.Errorf("open store: %s: %w; retort verify writes it again, and so does retort run", s.dir, ErrNoMarker)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("open store: %s: %w: it has no retort.json", s.dir, ErrNoStore)
	case attempt.IsCorrupt(err):
		return fmt.Errorf("open store: %w; once it is removed, retort verify writes it again", err)
	case err != nil:
		return fmt.Errorf("open store: %w", err)
	case m.Format != FormatVersion:
		return fmt.Errorf("open store: %s has format %d, this build reads %d", s.dir, m.Format, FormatVersion)
	}
	return nil
}

// OpenForRun opens a store for the one process that runs experiments over it: makes what is missing, takes the
// lock, and settles what an earlier run left behind (finished attempts are committed, those whose process is
// gone are lost). A missing or outdated index is made again. ErrLocked.
func OpenForRun(dir string) (*Store, error) { return OpenForRunWith(dir, Options{}) }

// OpenForRunWith is OpenForRun with another file layer or clock.
func OpenForRunWith(dir string, opts Options) (*Store, error) {
	s := newStore(dir, opts)
	if err := s.openForRun(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) openForRun() error {
	if err := s.checkFolder(); err != nil {
		return err
	}
	for _, d := range []string{s.dir, s.stagesDir(), s.runsDir(), s.blobs.Dir} {
		if err := s.disk.Mkdir(d); err != nil {
			return fmt.Errorf("open store: %w", err)
		}
	}
	var err error
	if s.lock, err = takeLock(filepath.Join(s.dir, "lock"), s.now()); err != nil {
		return fmt.Errorf("open store %s: %w", s.dir, err)
	}
	err = s.readMarker()
	if errors.Is(err, ErrNoStore) || errors.Is(err, ErrNoMarker) {
		err = attempt.WriteSealed(s.disk, s.markerPath(), "retort", marker{Format: FormatVersion})
	}
	if err != nil {
		return err
	}
	if err := s.openIndex(); err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	return s.settle()
}

// checkFolder refuses to spread a store over a folder with other things in it.
func (s *Store) checkFolder() error {
	if exists(s.markerPath()) {
		return nil
	}
	other, err := foreign(s.dir)
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	if other != "" {
		return fmt.Errorf("open store: %s: %w: it holds %s and no retort.json", s.dir, ErrNoStore, other)
	}
	return nil
}

func (s *Store) openIndex() error {
	var fresh bool
	var err error
	s.writer, fresh, err = index.Create(s.indexPath())
	if errors.Is(err, index.ErrVersion) || errors.Is(err, index.ErrBroken) {
		if err := index.Remove(s.indexPath()); err != nil {
			return err
		}
		s.writer, fresh, err = index.Create(s.indexPath())
	}
	if err != nil {
		return err
	}
	if fresh {
		if s.problems, err = s.Rebuild(context.Background()); err != nil {
			return err
		}
	}
	s.reader, err = index.Open(s.indexPath())
	return err
}

// Close closes the store and gives the lock back.
func (s *Store) Close() error {
	var err error
	if s.reader != nil {
		err = errors.Join(err, s.reader.Close())
	}
	if s.writer != nil {
		err = errors.Join(err, s.writer.Close())
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.release())
	}
	s.reader, s.writer, s.lock = nil, nil, nil
	return err
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }

// Problems are what opening the store for a run found damaged.
func (s *Store) Problems() []Problem { return s.problems }

// OnLocalDisk says that the store is on a file system of this machine alone. Elsewhere the index works without
// its write-ahead log, and slower.
func (s *Store) OnLocalDisk() bool { return index.IsLocal(s.indexPath()) }

// write changes the index. It panics on a store opened for reading.
func (s *Store) write(change func(*index.Tx) error) error {
	if s.writer == nil {
		panic("results: a store opened for reading is written to")
	}
	return s.writer.Write(context.Background(), change)
}
