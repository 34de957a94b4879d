package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
)

// The test binary plays several parts: the tests, the worker processes that they start, and the
// controller processes that they kill.
const (
	roleVariable = "RETORT_TEST_ROLE" // "worker", "controller", "squatter"
	faultFolder  = "RETORT_TEST_FAULTS"
	storeFolder  = "RETORT_TEST_STORE"
	planFile     = "RETORT_TEST_PLAN"
	squatFolder  = "RETORT_TEST_SQUAT"
	lastEvent    = "RETORT_TEST_LAST_EVENT" // the controller kills itself when it sees this for the second time
)

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(roleVariable) {
	case "worker":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		err = runner.Work(ctx, os.Stdin, os.NewFile(3, "events"), "", walk)
		stop()
	case "controller":
		err = control()
	case "squatter":
		err = squat()
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// control is a controller process: it runs a plan to its end.
func control() error {
	text, err := os.ReadFile(os.Getenv(planFile))
	if err != nil {
		return err
	}
	var plan runner.Plan
	if err := json.Unmarshal(text, &plan); err != nil {
		return err
	}
	store, err := results.OpenForRun(os.Getenv(storeFolder))
	if err != nil {
		return err
	}
	seen := 0
	report, err := runner.Run(context.Background(), store, &plan, runner.Options{
		WorkerCommand: []string{os.Args[0]}, WorkerEnvironment: []string{roleVariable + "=worker"},
		Slots: 2, Backoff: 5 * time.Millisecond, Restarts: 100,
		Events: func(e runner.Event) {
			if string(e.Type) != os.Getenv(lastEvent) {
				return
			}
			if seen++; seen == 2 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		},
	})
	err = errors.Join(err, store.Close())
	if err == nil && !report.Complete() {
		err = fmt.Errorf("incomplete: %+v", report)
	}
	return err
}

// walkSpec is the specification of a test stage: a random walk of some steps.
type walkSpec struct {
	Steps int    `json:"steps"`
	Every int    `json:"every"`    // steps between checkpoints, 0: none
	Pause int    `json:"pause_us"` // for every step
	Salt  string `json:"salt"`
}

// fault is something that goes wrong in one attempt, before a step.
type fault struct {
	Step int    `json:"step"`
	How  string `json:"how"`
}

// walk is the executor of the tests. It draws from the stage's seed and the content of its inputs, and carries a
// sum and the state of its random source from step to step.
func walk(ctx context.Context, job *runner.Job) error {
	var spec walkSpec
	if err := json.Unmarshal(job.Stage.Spec, &spec); err != nil {
		return err
	}
	trouble, err := nextFault(job.Stage.Hash)
	if err != nil {
		return err
	}
	fmt.Printf("walking %d steps\n", spec.Steps)
	root := uint64(1)
	for _, in := range job.Stage.Inputs {
		path, err := job.File(in.Name, "walk.txt")
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		root = runner.Seed(root, string(text), in.Name)
	}
	source := runner.Source(runner.Seed(root, job.Stage.Hash, "walk"))
	var sum uint64
	step, saved, ok, err := job.Attempt.Restore(0)
	if err != nil {
		return err
	}
	if ok {
		text, err := io.ReadAll(saved)
		if err := errors.Join(err, saved.Close()); err != nil {
			return err
		}
		first, state, _ := strings.Cut(string(text), "\n")
		if sum, err = strconv.ParseUint(first, 10, 64); err != nil {
			return err
		}
		if err := source.UnmarshalBinary([]byte(state)); err != nil {
			return err
		}
	}
	save := func(step int) error {
		return job.Attempt.Checkpoint(0, step, func(w io.Writer) error {
			state, err := source.MarshalBinary()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(w, "%d\n%s", sum, state)
			return err
		})
	}
	for ; step < spec.Steps; step++ {
		if trouble != nil && trouble.Step == step {
			if err := trouble.strike(); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			if err := save(step); err != nil {
				return err
			}
			return ctx.Err()
		}
		if spec.Every > 0 && step > 0 && step%spec.Every == 0 {
			if err := save(step); err != nil {
				return err
			}
		}
		sum += source.Uint64() >> 20
		if err := job.Attempt.Metric("sum", step, float64(sum)); err != nil {
			return err
		}
		if step%4 == 0 {
			e := &registry.Episode{Task: registry.Task{Split: "train", Index: step}, Actor: "student", Introduction: fmt.Sprint("you walk ", sum)}
			if err := job.Attempt.Episode("walk", e); err != nil {
				return err
			}
		}
		job.Progress(runner.Progress{Done: step + 1, Total: spec.Steps, Metrics: map[string]float64{"sum": float64(sum)}})
		time.Sleep(time.Duration(spec.Pause) * time.Microsecond)
	}
	return job.Attempt.Write("walk.txt", func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s %d\n", spec.Salt, sum)
		return err
	})
}

// nextFault takes the next line of the stage's fault file, nil when there is none.
func nextFault(hash string) (*fault, error) {
	folder := os.Getenv(faultFolder)
	if folder == "" {
		return nil, nil
	}
	path := filepath.Join(folder, hash)
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if first == "" {
		return nil, nil
	}
	if err := os.WriteFile(path, []byte(rest), 0o666); err != nil {
		return nil, err
	}
	var f fault
	return &f, json.Unmarshal([]byte(first), &f)
}

// strike does what the fault says; it returns only when that is an error or nothing.
func (f *fault) strike() error {
	switch f.How {
	case "error":
		return errors.New("the walk met a wall")
	case "panic":
		panic("the walk fell into a hole")
	case "exit":
		fmt.Fprintln(os.Stderr, "last words before the exit")
		os.Exit(7)
	case "kill":
		return syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "abort":
		return syscall.Kill(os.Getpid(), syscall.SIGABRT)
	case "terminate": // somebody else's wish, obeyed at a checkpoint
		err := syscall.Kill(os.Getpid(), syscall.SIGTERM)
		time.Sleep(20 * time.Millisecond)
		return err
	case "freeze":
		return syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "hang": // deaf to its context
		time.Sleep(time.Hour)
	case "orphan": // the controller dies
		if err := syscall.Kill(os.Getppid(), syscall.SIGKILL); err != nil {
			return err
		}
		time.Sleep(30 * time.Second)
	case "memory":
		fmt.Fprintln(os.Stderr, "fatal error: runtime: out of memory")
		os.Exit(2)
	}
	return nil
}
