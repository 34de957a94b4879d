package attempt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/results/disk"
)

// checkpoint is the last line of a checkpoint file, a record of kind "checkpoint". The saved state stands before
// it, ended by a line feed of its own.
type checkpoint struct {
	Loop     int       `json:"loop"`
	Step     int       `json:"step"`
	State    mark      `json:"state"` // Count is 1
	Records  mark      `json:"records"`
	Episodes mark      `json:"episodes"`
	Files    []FileSum `json:"files"` // artifacts written so far, by name
}

const kindCheckpoint = "checkpoint"

// Checkpoint saves the state of a loop after step steps, with the length of everything recorded so far. A stage's
// loops are numbered from 0 in the order they run. The last checkpoint of every loop is kept, so that a stage
// with several can be resumed inside a later one; whoever runs the loops therefore saves the end of a loop too.
func (a *Attempt) Checkpoint(loop, step int, fill func(io.Writer) error) error {
	path := filepath.Join(a.dir, checkpointName(loop, step))
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return errClosed
	}
	// Named lengths must be on the disk before the name of the checkpoint is.
	err := a.syncLocked()
	c := checkpoint{Loop: loop, Step: step, Records: a.records.mark(), Files: a.filesLocked()}
	if a.episodes != nil {
		c.Episodes = a.episodes.mark()
	}
	a.mu.Unlock()
	if err != nil {
		return fmt.Errorf("save checkpoint: %w", err)
	}
	err = disk.Replace(a.disk, path, func(w io.Writer) error {
		h := sha256.New()
		out := &counter{w: io.MultiWriter(w, h)}
		if err := fill(out); err != nil {
			return err
		}
		c.State = mark{Bytes: out.n, Count: 1, SHA256: hex.EncodeToString(h.Sum(nil))}
		value, err := encode(c)
		if err != nil {
			return err
		}
		_, err = w.Write(appendRecord([]byte("\n"), 1, kindCheckpoint, value))
		return err
	})
	if err != nil {
		return fmt.Errorf("save checkpoint: %w", err)
	}
	return dropCheckpoints(a.disk, a.dir, func(p place) bool { return p.loop == loop && p.step != step })
}

// DropCheckpoints removes all checkpoints of an attempt nobody will resume.
func DropCheckpoints(d disk.Disk, dir string) error {
	return dropCheckpoints(d, dir, func(place) bool { return true })
}

func dropCheckpoints(d disk.Disk, dir string, drop func(place) bool) error {
	places, err := checkpoints(dir)
	for _, p := range places {
		if err == nil && drop(p) {
			err = d.Remove(filepath.Join(dir, checkpointName(p.loop, p.step)))
		}
	}
	if err != nil {
		return fmt.Errorf("drop checkpoint: %w", err)
	}
	return nil
}

type place struct{ loop, step int }

// checkpoints lists those in a folder, in order.
func checkpoints(dir string) ([]place, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []place
	for _, e := range entries {
		if loop, step, ok := parseCheckpointName(e.Name()); ok {
			list = append(list, place{loop, step})
		}
	}
	return list, nil
}

// readCheckpoint checks a checkpoint file as a whole and returns its last line.
func readCheckpoint(path string) (checkpoint, error) {
	var c checkpoint
	f, err := os.Open(path)
	if err != nil {
		return c, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return c, err
	}
	corrupt := func(cause string) (checkpoint, error) { return c, &CorruptError{Path: path, Cause: cause} }
	line, err := lastLine(f, info.Size())
	if err != nil {
		return c, fmt.Errorf("read %s: %w", path, err)
	}
	r, err := parseRecord(line)
	if err == nil && r.Kind != kindCheckpoint {
		err = fmt.Errorf("ends with a record of kind %q", r.Kind)
	}
	if err == nil {
		err = json.Unmarshal(r.Value, &c)
	}
	if err != nil {
		return corrupt(err.Error())
	}
	if want := c.State.Bytes + int64(len(line)) + 2; info.Size() != want {
		return corrupt(fmt.Sprintf("has %d bytes, want %d", info.Size(), want))
	}
	state, err := sumFile(path, c.State.Bytes)
	if err != nil {
		return c, err
	}
	if state.SHA256 != c.State.SHA256 {
		return corrupt("state has SHA-256 " + state.SHA256 + ", want " + c.State.SHA256)
	}
	return c, nil
}

// lastLine returns the last line of a file of a size, without its end; empty where the file does not end with one.
func lastLine(f io.ReaderAt, size int64) ([]byte, error) {
	for window := int64(1 << 12); ; window *= 4 {
		from := max(0, size-window)
		tail := make([]byte, size-from)
		if _, err := f.ReadAt(tail, from); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		tail, ended := bytes.CutSuffix(tail, []byte("\n"))
		if !ended {
			return nil, nil
		}
		if i := bytes.LastIndexByte(tail, '\n'); i >= 0 {
			return tail[i+1:], nil
		}
		if from == 0 {
			return nil, nil
		}
	}
}

// Latest is the number of the attempt in a stage's folder that got furthest with a sound checkpoint, 0 where
// there is none.
func Latest(stage string) (int, error) {
	entries, err := os.ReadDir(stage)
	if err != nil {
		return 0, fmt.Errorf("look for checkpoints: %w", err)
	}
	best, bestPlace := 0, place{-1, -1}
	for _, e := range entries {
		number, ok := FolderNumber(e.Name())
		if !ok {
			continue
		}
		dir := filepath.Join(stage, e.Name())
		places, err := checkpoints(dir)
		if err != nil {
			return 0, fmt.Errorf("look for checkpoints: %w", err)
		}
		for _, p := range places {
			further := p.loop > bestPlace.loop || p.loop == bestPlace.loop && p.step > bestPlace.step
			if !further {
				continue
			}
			if _, err := readCheckpoint(filepath.Join(dir, checkpointName(p.loop, p.step))); err == nil {
				best, bestPlace = number, p
			}
		}
	}
	return best, nil
}
