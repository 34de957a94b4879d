package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

const (
	// beatEvery is how often a worker renews its heartbeat.
	beatEvery = time.Second
	// progressEvery is the shortest time between two reports of progress.
	progressEvery = 100 * time.Millisecond
)

// Work is the body of a worker process: it reads jobs from in, executes them one after the
// other and reports on out. Device names the kind of device that computes, whose bits the results have; it is
// recorded with every attempt beside the processor's model. Standard output and error of the process become the log of the attempt at hand.
// A panic of exec on its own goroutine fails the attempt and is survived.
//
// Work returns nil when in ends between jobs, or after ctx ended and the attempt was given back. It
// returns ErrOrphaned when in ends during a job, with exec still running: the process must end at
// once. All other errors, too, leave nothing to do but to end the process, which costs one attempt.
func Work(ctx context.Context, in io.Reader, out io.Writer, device string, exec Executor) error {
	if f, ok := out.(*os.File); ok {
		// A child of the executor must not hold the events open: the controller takes their end
		// for the worker's.
		if err := closeOnExec(f); err != nil {
			return fmt.Errorf("set up events: %w", err)
		}
	}
	program := thisProgram()
	w := &workman{
		events: json.NewEncoder(out), exec: exec,
		owner: attempt.Owner{Build: program.build(), CPU: cpuKind(device)},
	}
	commands := make(chan command)
	readErr := make(chan error, 1)
	quit := make(chan struct{})
	defer close(quit)
	// The reader may be blocked in a read when Work returns: only the end of the process ends it then.
	go func() { readErr <- readCommands(in, commands, quit) }()

	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-readErr:
			return err
		case c := <-commands:
			if c.Type != commandJob {
				continue // a stop that crossed the end of the job
			}
			if err := w.job(ctx, c.Job, commands, readErr); err != nil {
				return err
			}
		}
	}
}

// readCommands delivers commands until in ends; it returns nil then.
func readCommands(in io.Reader, commands chan<- command, quit <-chan struct{}) error {
	decoder := json.NewDecoder(in)
	for {
		var c command
		if err := decoder.Decode(&c); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("read command: %w", err)
		}
		if c.Type == commandJob && c.Job == nil {
			return errors.New("read command: a job without its description")
		}
		select {
		case commands <- c:
		case <-quit:
			return nil
		}
	}
}

// workman is the state of Work.
type workman struct {
	exec  Executor
	owner attempt.Owner

	mu      sync.Mutex // guards the rest
	events  *json.Encoder
	last    time.Time // when progress was sent last
	pending *message  // progress not sent yet
}

// job executes one job while it listens for commands.
func (w *workman) job(ctx context.Context, line *jobLine, commands <-chan command, readErr <-chan error) error {
	if err := redirect(line.Log); err != nil {
		return fmt.Errorf("redirect output to %s: %w", line.Log, err)
	}
	// Collections of garbage and other threads of the runtime count against the slot, too.
	runtime.GOMAXPROCS(max(1, line.Threads))
	a, err := attempt.Open(line.Attempt, attempt.Options{Owner: w.owner})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := make(chan message, 1)
	go func() { end <- w.attempt(ctx, line, a) }()
	// The heartbeat in the folder waits while a checkpoint is written, which on a slow disk takes its
	// time. The one that the controller looks at does not.
	beats := make(chan struct{})
	go func() {
		defer close(beats)
		keepBeating(ctx, a)
	}()
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case m := <-end:
			cancel(nil)
			<-beats
			return w.send(&m)
		case <-tick.C:
			if err := w.send(&message{Type: messageBeat}); err != nil {
				return err
			}
		case c := <-commands:
			if c.Type == commandStop {
				cancel(ErrInterrupted)
			}
		case err := <-readErr:
			return errors.Join(ErrOrphaned, err)
		}
	}
}

// attempt makes an attempt and returns how it ended and what it cost.
func (w *workman) attempt(ctx context.Context, line *jobLine, a *attempt.Attempt) message {
	before := measure()
	m := w.finish(ctx, line, a)
	usage := measure().since(before)
	m.Usage = &usage
	return m
}

// finish runs the executor and closes the attempt.
func (w *workman) finish(ctx context.Context, line *jobLine, a *attempt.Attempt) message {
	job := &Job{Stage: line.Stage, Attempt: a, Inputs: line.Inputs, Threads: line.Threads, Progress: w.progress}
	err := w.execute(ctx, job)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintf(os.Stderr, "stopped: %v\n", err)
		m := message{Type: messageStopped, Error: context.Cause(ctx).Error()}
		if err := a.Close(); err != nil {
			fmt.Fprintf(os.Stderr, "close the attempt: %v\n", err)
		}
		return m
	}
	if err == nil {
		err = a.Finish()
	}
	if err == nil {
		return message{Type: messageDone}
	}
	failure := attempt.Failure{State: attempt.Failed, Message: err.Error(), Retry: line.Stage.Retries > 0}
	if p := (*panicError)(nil); errors.As(err, &p) {
		failure.Stack = p.stack
		fmt.Fprintf(os.Stderr, "%s\n", p.stack)
	}
	// Last, so that whoever reads the end of the log reads the cause.
	fmt.Fprintf(os.Stderr, "error: %v\n", err)
	if err := a.Fail(failure); err != nil {
		fmt.Fprintf(os.Stderr, "record the failure: %v\n", err)
	}
	return message{Type: messageFailed, Error: err.Error(), Failure: &failure}
}

// execute runs the executor and turns a panic into an error.
func (w *workman) execute(ctx context.Context, job *Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v, stack: string(debug.Stack())}
		}
	}()
	return w.exec(ctx, job)
}

type panicError struct {
	value any
	stack string
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// progress sends p, or keeps it for the next heartbeat when the last one was sent just now.
func (w *workman) progress(p Progress) {
	m := &message{Type: messageProgress, Progress: &p}
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := time.Now(); now.Sub(w.last) >= progressEvery {
		w.last, w.pending = now, nil
		// A lost event is no reason to stop: when the controller is gone, the end of in says so.
		_ = w.events.Encode(m)
		return
	}
	w.pending = m
}

// keepBeating renews the heartbeat in the attempt's folder until ctx ends. That it cannot be
// renewed fails no stage: whoever looks sees the process, too.
func keepBeating(ctx context.Context, a *attempt.Attempt) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		if err := a.Beat(); err != nil {
			fmt.Fprintf(os.Stderr, "renew heartbeat: %v\n", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// send sends m after what is pending.
func (w *workman) send(m *message) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pending != nil {
		if err := w.events.Encode(w.pending); err != nil {
			return fmt.Errorf("send progress: %w", err)
		}
		w.pending = nil
	}
	if err := w.events.Encode(m); err != nil {
		return fmt.Errorf("send %s: %w", m.Type, err)
	}
	return nil
}
