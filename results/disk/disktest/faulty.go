// Package disktest is a file layer that fails where a test wants it to: the process is killed at the n-th
// change, the power goes, or the disk is full.
package disktest

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/retort-ml/retort/results/disk"
)

// ErrKilled is what every change says once the process is dead.
var ErrKilled = errors.New("killed")

// Faulty is a disk.Disk over the operating system's that counts changes, from 1, and fails at one of them.
// It makes nothing durable, so that a test of many kills stays quick.
type Faulty struct {
	// KillAt is the change at which the process dies; a write is cut in the middle, nothing happens after it.
	// 0: never.
	KillAt int
	// LosePower makes the kill take everything that was written and not synced.
	LosePower bool
	// FullAt is the change from which on nothing new finds space. 0: never.
	FullAt int

	mu      sync.Mutex
	changes int
	dead    bool
	synced  map[string]int64 // path of a file written through this layer, to its durable bytes
}

var _ disk.Disk = (*Faulty)(nil)

// Changes is the number of changes so far.
func (d *Faulty) Changes() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.changes
}

// Free makes space again.
func (d *Faulty) Free() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.FullAt = 0
}

// change counts a change and says how it fails. Torn is true for the one that is cut.
func (d *Faulty) change(op, path string, needsSpace bool) (torn bool, err error) {
	if d.dead {
		return false, &fs.PathError{Op: op, Path: path, Err: ErrKilled}
	}
	d.changes++
	if d.changes == d.KillAt {
		d.dead = true
		return true, &fs.PathError{Op: op, Path: path, Err: ErrKilled}
	}
	if needsSpace && d.FullAt > 0 && d.changes >= d.FullAt {
		return true, &fs.PathError{Op: op, Path: path, Err: syscall.ENOSPC}
	}
	return false, nil
}

// end takes what was not synced when the power is gone.
func (d *Faulty) end(torn bool) error {
	if !torn || !d.dead || !d.LosePower {
		return nil
	}
	var err error
	for path, size := range d.synced {
		if info, statErr := os.Stat(path); statErr == nil && info.Size() > size {
			err = errors.Join(err, os.Truncate(path, size))
		}
	}
	return err
}

// do makes a change of names.
func (d *Faulty) do(op, path string, needsSpace bool, change func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	torn, err := d.change(op, path, needsSpace)
	if err != nil {
		return errors.Join(err, d.end(torn))
	}
	return change()
}

func (d *Faulty) open(op, path string, open func(string) (disk.File, error)) (disk.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	torn, err := d.change(op, path, true)
	if err != nil {
		return nil, errors.Join(err, d.end(torn))
	}
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	if d.synced == nil {
		d.synced = map[string]int64{}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	d.synced[path] = info.Size()
	return &faultyFile{disk: d, path: path, file: f}, nil
}

// Create implements disk.Disk.
func (d *Faulty) Create(path string) (disk.File, error) {
	return d.open("create", path, disk.OS{}.Create)
}

// Append implements disk.Disk.
func (d *Faulty) Append(path string) (disk.File, error) {
	return d.open("append", path, disk.OS{}.Append)
}

// Mkdir implements disk.Disk.
func (d *Faulty) Mkdir(path string) error {
	return d.do("mkdir", path, true, func() error { return disk.OS{}.Mkdir(path) })
}

// Rename implements disk.Disk.
func (d *Faulty) Rename(from, to string) error {
	return d.do("rename", to, false, func() error {
		if size, known := d.synced[from]; known {
			d.synced[to] = size
			delete(d.synced, from)
		}
		return disk.OS{}.Rename(from, to)
	})
}

// Link implements disk.Disk.
func (d *Faulty) Link(from, to string) error {
	return d.do("link", to, true, func() error { return disk.OS{}.Link(from, to) })
}

// Remove implements disk.Disk.
func (d *Faulty) Remove(path string) error {
	return d.do("remove", path, false, func() error {
		delete(d.synced, path)
		return disk.OS{}.Remove(path)
	})
}

// Chmod implements disk.Disk.
func (d *Faulty) Chmod(path string, mode os.FileMode) error {
	return d.do("chmod", path, false, func() error { return disk.OS{}.Chmod(path, mode) })
}

// Touch implements disk.Disk.
func (d *Faulty) Touch(path string, now time.Time) error {
	return d.do("touch", path, false, func() error { return disk.OS{}.Touch(path, now) })
}

// Sync implements disk.Disk.
func (d *Faulty) Sync(dir string) error {
	return d.do("sync", dir, false, func() error { return nil })
}

type faultyFile struct {
	disk *Faulty
	path string
	file disk.File
}

func (f *faultyFile) Write(p []byte) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	torn, err := f.disk.change("write", f.path, true)
	if err == nil {
		return f.file.Write(p)
	}
	n := 0
	if torn {
		var writeErr error
		n, writeErr = f.file.Write(p[:len(p)/2])
		err = errors.Join(err, writeErr, f.disk.end(torn))
	}
	return n, err
}

func (f *faultyFile) Sync() error {
	return f.disk.do("sync", f.path, false, func() error {
		info, err := os.Stat(f.path)
		if err == nil {
			f.disk.synced[f.path] = info.Size()
		}
		return err
	})
}

// Close closes the file whether the process lives or not: a dead one leaves no open files either.
func (f *faultyFile) Close() error { return f.file.Close() }
