package runner

import (
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// EventType says what an Event reports.
type EventType string

// The types of events, in the order in which a stage meets them.
const (
	RunStarted    EventType = "run started"
	StageQueued   EventType = "stage queued" // its inputs are there
	StageStarted  EventType = "stage started"
	StageProgress EventType = "stage progress"
	StageDone     EventType = "stage done"
	StageFailed   EventType = "stage failed" // for good in this run; State says how
	StageRetry    EventType = "stage retry"  // the attempt ended badly, another will follow after Wait
	StageLost     EventType = "stage lost"   // its worker is gone or silent; a retry or a failure follows
	StageBlocked  EventType = "stage blocked"
	StageStopped  EventType = "stage stopped" // the attempt was given back because the run is being stopped
	RunStopping   EventType = "run stopping"
	RunFinished   EventType = "run finished"
)

// Event is one thing that happened during a run, for displays and the run's events file. Events
// arrive one at a time.
type Event struct {
	Type EventType `json:"type"`
	Time time.Time `json:"time"`
	// Hash, Kind and Title name the stage, where the event is about one.
	Hash  string `json:"hash,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Title string `json:"title,omitempty"`
	// Attempt counts the attempts at the stage from 1, over all runs; Slot is the slot it has, from 0.
	Attempt int `json:"attempt,omitempty"`
	Slot    int `json:"slot"`
	// Progress is set in StageProgress.
	Progress *Progress `json:"progress,omitempty"`
	// State and Error say how an attempt ended; Path is its folder.
	State attempt.State `json:"state,omitempty"`
	Error string        `json:"error,omitempty"`
	Path  string        `json:"path,omitempty"`
	// Wait is the pause before a retry.
	Wait time.Duration `json:"wait_ns,omitempty"`
	// Elapsed is the time since the attempt started, or since the run started in events about the run.
	Elapsed time.Duration `json:"elapsed_ns,omitempty"`
	Counts  Counts        `json:"counts"`
	// ETA is when the run will be finished, counted from Time; nil while that is unknown.
	ETA *Estimate `json:"eta,omitempty"`
}

// Counts are the stages of a plan by state. Total is the sum of the others.
type Counts struct {
	Total   int `json:"total"`
	Reused  int `json:"reused"` // done before this run
	Done    int `json:"done"`   // done by this run
	Running int `json:"running"`
	Pending int `json:"pending"` // queued, waiting for inputs or for a retry
	Failed  int `json:"failed"`  // failed, timed out, out of memory or lost for good in this run
	Blocked int `json:"blocked"`
}
