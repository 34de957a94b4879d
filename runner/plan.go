package runner

import (
	"encoding/json"
	"time"
)

// Plan is an experiment fully expanded: trials, and the stages they share.
type Plan struct {
	Experiment string  `json:"experiment"`
	Hash       string  `json:"hash"` // of the trials and stages, not of the HCL text
	Trials     []Trial `json:"trials"`
	// Stages stand in an order in which every stage comes after its inputs.
	Stages []Stage `json:"stages"`
}

// Trial is one student trained and evaluated: cell x method x seed.
type Trial struct {
	ID     string            `json:"id"`     // readable prefix and eight hash digits, at most 80 bytes
	Labels map[string]string `json:"labels"` // axis to value: teacher, student, environment, method, seed, and the grid's own axes
	Grids  []string          `json:"grids"`
	// Stages are all the hashes the trial needs, in order. Roles names those that reports
	// ask for: "teacher" and "student" (what the trial starts from), "train", "evaluate", "evaluate teacher", "evaluate student", and the kinds of the method's own stages.
	Stages []string          `json:"stages"`
	Roles  map[string]string `json:"roles"`
}

// Stage is one content-addressed step.
type Stage struct {
	Hash  string `json:"hash"`
	Kind  string `json:"kind"`
	Title string `json:"title"` // for people: "warmup teacher large in household"
	// Spec is the canonical JSON of everything the stage reads besides its inputs; the worker decodes it.
	Spec   json.RawMessage `json:"spec"`
	Inputs []Input         `json:"inputs,omitempty"`
	// Limits, not identity.
	Timeout time.Duration `json:"timeout,omitempty"` // 0: none
	Retries int           `json:"retries"`
	Cost    float64       `json:"cost"` // estimated seconds on one core, for the ETA before anything was measured
}

// Input is another stage whose artifacts a stage reads.
type Input struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}
