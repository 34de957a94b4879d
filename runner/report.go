package runner

import (
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// Report says what became of a plan in one run.
type Report struct {
	Run      string         `json:"run"` // id
	Dir      string         `json:"dir"` // the run's folder
	Counts   Counts         `json:"counts"`
	Failures []StageFailure `json:"failures"` // in the order of the plan
	// Interrupted says that the run was stopped from outside before everything was tried; what remains
	// is Counts.Pending.
	Interrupted bool          `json:"interrupted"`
	Elapsed     time.Duration `json:"elapsed_ns"`
}

// Complete says that every stage of the plan is done.
func (r *Report) Complete() bool { return r.Counts.Done+r.Counts.Reused == r.Counts.Total }

// StageFailure is a stage that this run gave up on.
type StageFailure struct {
	Hash     string        `json:"hash"`
	Kind     string        `json:"kind"`
	Title    string        `json:"title"`
	State    attempt.State `json:"state"` // of the last attempt
	Error    string        `json:"error"`
	Attempts int           `json:"attempts"` // in this run
	Path     string        `json:"path"`     // folder of the last attempt
	Log      string        `json:"log"`      // its log file
	Tail     []string      `json:"tail"`     // the last lines of the log
	// Blocks is the number of stages that did not run because of this one, Trials the number of
	// trials that need it.
	Blocks int `json:"blocks"`
	Trials int `json:"trials"`
}
