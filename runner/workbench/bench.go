package workbench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// WeightsFile is the artifact in which every stage keeps the policy it made.
const WeightsFile = "weights.safetensors"

// bench implements registry.Bench over one attempt.
type bench struct {
	job         *runner.Job
	recipe      recipe.Recipe
	environment registry.Environment
	format      registry.Format
	backend     backends.Backend
	config      backends.Config
	every       int
	loops       int
}

var _ registry.Bench = (*bench)(nil)

func (b *bench) Environment() registry.Environment { return b.environment }
func (b *bench) Format() registry.Format           { return b.format }

func (b *bench) Fresh() (backends.Learner, error) {
	return b.backend.New(b.config, b.Seed("initialisation"))
}

func (b *bench) Load(input string) (backends.Learner, error) {
	r, err := b.open(input)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	m, err := b.backend.Open(r)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", input, err)
	}
	if m.Vocab() != b.format.Vocab() {
		m.Close()
		return nil, fmt.Errorf("load %s: the weights know %d words and the environment's view has %d", input, m.Vocab(), b.format.Vocab())
	}
	return m, nil
}

// open finds the weights of an input: an earlier stage's, or a file from outside.
func (b *bench) open(input string) (io.ReadCloser, error) {
	f, ok := b.recipe.Files[input]
	if !ok {
		return b.Read(input, WeightsFile)
	}
	// The file may have changed since it was planned; its content is what the stage stands for.
	hash, err := recipe.HashPath(f.Path)
	if err != nil {
		return nil, err
	}
	if hash != f.SHA256 {
		return nil, fmt.Errorf("read %s: its content changed after planning (sha256 %.12s, planned %.12s)", f.Path, hash, f.SHA256)
	}
	return os.Open(f.Path)
}

func (b *bench) Has(input string) bool {
	_, outside := b.recipe.Files[input]
	_, stage := b.job.Inputs[input]
	return outside || stage
}

func (b *bench) Read(input, file string) (io.ReadCloser, error) {
	path, err := b.job.File(input, file)
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

func (b *bench) Write(file string, fill func(io.Writer) error) error {
	return b.job.Attempt.Write(file, fill)
}

func (b *bench) SaveWeights(m backends.Learner) error {
	return b.Write(WeightsFile, func(w io.Writer) error { return m.WriteWeights(w, backends.Float16) })
}

func (b *bench) Seed(purpose string) uint64 {
	return runner.Seed(b.recipe.Root, b.recipe.Stream, purpose)
}

func (b *bench) Rand(purpose string) *rand.Rand { return rand.New(runner.Source(b.Seed(purpose))) }

func (b *bench) Episode(phase string, e *registry.Episode) error {
	return b.job.Attempt.Episode(phase, e)
}

func (b *bench) Metric(name string, step int, value float64) error {
	return b.job.Attempt.Metric(name, step, value)
}

func (b *bench) Warn(message string) error { return b.job.Attempt.Warn(message) }

func (b *bench) Progress(done, total int, note string) {
	b.job.Progress(runner.Progress{Done: done, Total: total, Note: note})
}

// Loop implements registry.Bench. What was recorded before the loop is recorded again by a resumed
// stage; the attempt compares and keeps it once.
func (b *bench) Loop(ctx context.Context, steps int, state registry.Checkpointed, body func(step int) error) error {
	loop := b.loops
	b.loops++
	from, saved, ok, err := b.job.Attempt.Restore(loop)
	if err != nil {
		return err
	}
	if ok {
		err := state.ReadState(saved)
		saved.Close()
		if err != nil {
			return fmt.Errorf("resume at step %d: %w", from, err)
		}
	}
	for step := from; step < steps; step++ {
		if err := ctx.Err(); err != nil {
			return b.leave(loop, step, state, context.Cause(ctx))
		}
		if err := body(step); err != nil {
			return err
		}
		b.job.Progress(runner.Progress{Done: step + 1, Total: steps, Note: "steps"})
		if (step+1)%b.every == 0 || step+1 == steps {
			if err := b.job.Attempt.Checkpoint(loop, step+1, state.WriteState); err != nil {
				return err
			}
		}
	}
	return nil
}

// leave saves a loop that is being stopped.
func (b *bench) leave(loop, step int, state registry.Checkpointed, cause error) error {
	if err := b.job.Attempt.Checkpoint(loop, step, state.WriteState); err != nil {
		return err
	}
	return cause
}
