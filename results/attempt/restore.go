package attempt

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/disk"
)

// Restore is called where a loop begins. If the attempt that this one resumes left a checkpoint of the loop,
// records, episodes and artifacts are brought to where they stood then, and the saved state is
// returned with the number of steps that are done; the caller closes it. Ok is false when the loop must start from
// step 0: there is no such checkpoint, it or what it counts on is damaged, or what this attempt recorded before
// the loop is not what the earlier one did (another build may compute otherwise), so that a mixture would result.
func (a *Attempt) Restore(loop int) (step int, state io.ReadCloser, ok bool, err error) {
	if a.header.Resumes == 0 {
		return 0, nil, false, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return 0, nil, false, errClosed
	}
	from := sibling(a.dir, a.header.Resumes)
	c, path, found := findCheckpoint(from, loop)
	if !found || !a.fitsLocked(from, c) {
		return 0, nil, false, nil
	}
	if err := a.catchUpLocked(from, c); err != nil {
		return 0, nil, false, fmt.Errorf("restore checkpoint %s: %w", path, err)
	}
	// A later attempt may resume this one, inside a later loop: it finds the earlier loops' ends here.
	if err := disk.Place(a.disk, path, filepath.Join(a.dir, filepath.Base(path))); err != nil {
		return 0, nil, false, fmt.Errorf("restore checkpoint %s: %w", path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, nil, false, fmt.Errorf("restore checkpoint: %w", err)
	}
	return c.Step, readCloser{io.LimitReader(f, c.State.Bytes), f}, true, nil
}

type readCloser struct {
	io.Reader
	io.Closer
}

// findCheckpoint returns the furthest sound checkpoint of a loop. Damage means that there is none: starting
// over is always right, only slower.
func findCheckpoint(dir string, loop int) (c checkpoint, path string, ok bool) {
	places, err := checkpoints(dir)
	if err != nil {
		return c, "", false
	}
	for i := len(places) - 1; i >= 0; i-- {
		if places[i].loop != loop {
			continue
		}
		path = filepath.Join(dir, checkpointName(loop, places[i].step))
		if c, err = readCheckpoint(path); err == nil {
			return c, path, true
		}
	}
	return c, "", false
}

// fitsLocked says that everything the checkpoint counts on is sound, and that what was recorded here is its
// beginning.
func (a *Attempt) fitsLocked(from string, c checkpoint) bool {
	if !extends(filepath.Join(from, RecordsFile), c.Records, a.records) ||
		!extends(filepath.Join(from, EpisodesFile), c.Episodes, a.episodes) {
		return false
	}
	for _, f := range c.Files {
		if here, written := a.files[f.Name]; written && here != f {
			return false
		}
		if CheckFile(filepath.Join(from, f.Name), f) != nil {
			return false
		}
	}
	return true
}

// extends says that the first bytes of the file at path are what m says, and begin with what s holds.
func extends(path string, m mark, s *stream) bool {
	here := mark{}
	if s != nil {
		here = s.mark()
	}
	if m.Count == 0 && m.Bytes == 0 {
		return here.Bytes == 0
	}
	if here.Bytes > m.Bytes || here.Count > m.Count {
		return false
	}
	whole, err := sumFile(path, m.Bytes)
	if err != nil || whole.Bytes != m.Bytes || whole.SHA256 != m.SHA256 {
		return false
	}
	if here.Bytes == 0 {
		return true
	}
	part, err := sumFile(path, here.Bytes)
	return err == nil && part.SHA256 == here.SHA256
}

func (a *Attempt) catchUpLocked(from string, c checkpoint) error {
	if c.Episodes.Count > 0 {
		if err := a.openEpisodesLocked(); err != nil {
			return err
		}
		if err := catchUp(a.episodes, filepath.Join(from, EpisodesFile), c.Episodes); err != nil {
			return err
		}
	}
	if err := catchUp(a.records, filepath.Join(from, RecordsFile), c.Records); err != nil {
		return err
	}
	for _, f := range c.Files {
		if _, written := a.files[f.Name]; written {
			continue
		}
		if err := disk.Place(a.disk, filepath.Join(from, f.Name), filepath.Join(a.dir, f.Name)); err != nil {
			return err
		}
		a.files[f.Name] = f
	}
	return a.syncLocked()
}

// catchUp appends to s what the file at path has beyond it, up to m.
func catchUp(s *stream, path string, m mark) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rest := io.NewSectionReader(f, s.bytes, m.Bytes-s.bytes)
	block := make([]byte, bufferBytes)
	count := m.Count - s.count
	for {
		n, err := rest.Read(block)
		if appendErr := s.append(block[:n], 0); appendErr != nil {
			return appendErr
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
	}
	s.count += count
	if got := s.mark(); got != m {
		return fmt.Errorf("read %s: it changed meanwhile", path)
	}
	return nil
}
