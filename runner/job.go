package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/retort-ml/retort/results/attempt"
)

// Executor computes a stage. It writes what the stage produces through job.Attempt and returns nil
// when all of it is there; finishing the attempt is the caller's. When ctx ends it brings its state to a
// checkpoint and returns the context's error; the attempt after it goes on from there.
type Executor func(ctx context.Context, job *Job) error

// Job is one attempt at a stage, as an Executor sees it.
type Job struct {
	Stage   Stage
	Attempt *attempt.Attempt
	// Inputs gives, for each named input, the paths of its files by name.
	Inputs map[string]map[string]string
	// Threads is the number of cores that the slot may use.
	Threads int
	// Progress tells the display how far the attempt is. Calls are cheap: only some are sent.
	Progress func(Progress)
}

// File returns the path of a file of an input.
func (j *Job) File(input, file string) (string, error) {
	files, ok := j.Inputs[input]
	if !ok {
		return "", fmt.Errorf("find %s of input %q: the stage has no such input", file, input)
	}
	path, ok := files[file]
	if !ok {
		return "", fmt.Errorf("find %s of input %q: it has only %q", file, input, slices.Sorted(maps.Keys(files)))
	}
	return path, nil
}

// Causes of the end of an Executor's context.
var (
	// ErrInterrupted: the run is being stopped, or takes the attempt back.
	ErrInterrupted = errors.New("the run was interrupted")
	// ErrOrphaned: the controller is gone. Work returns it without waiting for the executor, and the
	// process must end then, because a new controller may already be at work on the store.
	ErrOrphaned = errors.New("the controller is gone")
)
