package runner

import (
	"fmt"
	"os"
	"runtime"
	"time"
)

// Options say how Run executes a plan. None of them changes a result.
type Options struct {
	// WorkerCommand starts a worker; this program with the argument "worker" where empty.
	// WorkerEnvironment is added to the environment of this process.
	WorkerCommand     []string
	WorkerEnvironment []string
	// Slots is the number of stages that run at a time, the number of cores where 0; Threads the
	// number of cores each may use, 1 where 0.
	Slots   int
	Threads int
	// Grace is how long workers have to reach a checkpoint when the run is being stopped, 10 s where 0.
	Grace time.Duration
	// Silence is how long a worker may go without a heartbeat before it counts as lost, 30 s where 0.
	Silence time.Duration
	// Restarts is how often, at most, one stage is started again in this run after its worker crashed,
	// was killed, or fell silent: 3 where 0, never where negative. Stage.Retries bounds the repetitions
	// of what the stage itself failed at, its time-out included. Backoff is the pause before the first
	// repetition, 1 s where 0; each further one is twice as long, up to a minute.
	Restarts int
	Backoff  time.Duration
	// FailFast stops the run at the first stage that failed for good.
	FailFast bool
	// Kill, when closed, ends all workers at once: what a second interrupt does.
	Kill <-chan struct{}
	// Events is called for everything that happens, one call at a time; it must return soon.
	Events func(Event)
	// Provenance, Command and Files are stored with the run: where it ran, the command line, and the
	// experiment's sources by name.
	Provenance Provenance
	Command    []string
	Files      map[string][]byte
}

const maxBackoff = time.Minute

// withDefaults fills in what is not set.
func (o Options) withDefaults() (Options, error) {
	if o.Slots < 0 || o.Threads < 0 || o.Grace < 0 || o.Silence < 0 || o.Backoff < 0 {
		return o, fmt.Errorf("run: negative option (slots %d, threads %d, grace %v, silence %v, back-off %v)",
			o.Slots, o.Threads, o.Grace, o.Silence, o.Backoff)
	}
	if len(o.WorkerCommand) == 0 {
		self, err := os.Executable()
		if err != nil {
			return o, fmt.Errorf("find this program: %w", err)
		}
		o.WorkerCommand = []string{self, "worker"}
	}
	setDefault(&o.Slots, runtime.GOMAXPROCS(0)) // heeds a container's share of the machine
	setDefault(&o.Threads, 1)
	setDefault(&o.Grace, 10*time.Second)
	setDefault(&o.Silence, 30*time.Second)
	setDefault(&o.Backoff, time.Second)
	setDefault(&o.Restarts, 3)
	if o.Events == nil {
		o.Events = func(Event) {}
	}
	return o, nil
}

func setDefault[T comparable](setting *T, value T) {
	var zero T
	if *setting == zero {
		*setting = value
	}
}

// pause is the wait before repetition n, from 1.
func (o *Options) pause(n int) time.Duration {
	d := o.Backoff
	for range n - 1 {
		if d *= 2; d >= maxBackoff {
			return maxBackoff
		}
	}
	return min(d, maxBackoff)
}
