package runner

import (
	"github.com/retort-ml/retort/results/attempt"
)

// command is one JSON line from the controller to a worker.
type command struct {
	Type string   `json:"type"` // commandJob, commandStop
	Job  *jobLine `json:"job,omitempty"`
}

const (
	commandJob  = "job"
	commandStop = "stop" // checkpoint and give the attempt back
)

// jobLine is what a worker needs to know of an attempt; paths are absolute.
type jobLine struct {
	Stage   Stage                        `json:"stage"`
	Attempt string                       `json:"attempt"` // folder
	Log     string                       `json:"log"`
	Inputs  map[string]map[string]string `json:"inputs,omitempty"` // name to file to path
	Threads int                          `json:"threads"`
}

// message is one JSON line from a worker to the controller.
type message struct {
	Type     string    `json:"type"`
	Progress *Progress `json:"progress,omitempty"`
	Error    string    `json:"error,omitempty"`
	// Failure is what the worker wrote into the attempt's folder, in messageFailed.
	Failure *attempt.Failure `json:"failure,omitempty"`
	// Usage is the cost of the attempt, in the messages that end one.
	Usage *attempt.Usage `json:"usage,omitempty"`
}

const (
	messageBeat     = "beat"
	messageProgress = "progress"
	messageDone     = "done"
	messageFailed   = "failed"
	messageStopped  = "stopped" // the attempt was given back unfinished, at a checkpoint if there was one
)
