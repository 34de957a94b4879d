package attempt

// State is how an attempt, or a stage, stands.
type State string

// The states of attempts and stages. Pending and Blocked are of stages only.
const (
	Pending     State = "pending"       // nothing was tried yet, or nothing that counts
	Running     State = "running"       // its owner lives
	Done        State = "done"          // done.json is there and true
	Failed      State = "failed"        // the stage returned an error or panicked
	TimedOut    State = "timed out"     // stopped at its time limit
	OutOfMemory State = "out of memory" // killed for memory
	Lost        State = "lost"          // its owner is gone and left no word
	Interrupted State = "interrupted"   // stopped because the run was
	Corrupt     State = "corrupt"       // ended as done, but its files do not hold what done.json says
	Blocked     State = "blocked"       // an input failed
)

// States lists all states in the order of reports.
func States() []State {
	return []State{Done, Running, Pending, Failed, TimedOut, OutOfMemory, Lost, Interrupted, Corrupt, Blocked}
}

// Failure says why an attempt ended without a result.
type Failure struct {
	State   State  `json:"state"` // Failed where empty
	Message string `json:"message"`
	Stack   string `json:"stack,omitempty"`
	// Retry says that another attempt may end differently.
	Retry bool `json:"retry"`
	// ExitCode and Signal are of the worker process, where it died.
	ExitCode int    `json:"exit_code,omitempty"`
	Signal   string `json:"signal,omitempty"`
}

// Usage is what an attempt cost. It stands beside the records, never among them.
type Usage struct {
	Seconds    float64 `json:"seconds"`     // wall clock
	CPUSeconds float64 `json:"cpu_seconds"` // user and system, all threads; 0 when unknown
	PeakBytes  int64   `json:"peak_bytes"`  // largest resident size; 0 when unknown
}
