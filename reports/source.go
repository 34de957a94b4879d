package reports

import (
	"encoding/json"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results"
)

// Source is what reports read of the store; *results.Store is one.
type Source interface {
	// States tells how stages stand; every hash has an entry.
	States(hashes []string) (map[string]results.StageState, error)
	// Summaries lists the episodes of a done stage in a phase.
	Summaries(hash, phase string) ([]registry.Summary, error)
	// Metrics lists the numbers a done stage recorded; Warnings its remarks.
	Metrics(hash string) ([]results.MetricRow, error)
	Warnings(hash string) ([]string, error)
}

// Plan is the part of an experiment's plan that reports read.
type Plan struct {
	Experiment string  `json:"experiment"`
	Hash       string  `json:"hash"`
	Trials     []Trial `json:"trials"`
}

// Trial is one student trained and evaluated.
type Trial struct {
	ID     string            `json:"id"`
	Labels map[string]string `json:"labels"` // axis to value
	Grids  []string          `json:"grids"`
	Stages []string          `json:"stages"` // hashes, inputs first
	Roles  map[string]string `json:"roles"`  // role to hash
}

// The roles that reports ask for.
const (
	RoleEvaluate = "evaluate"
	RoleStudent  = "evaluate student"
	RoleTeacher  = "evaluate teacher"
	RoleNothing  = "evaluate nothing"
	RoleBlind    = "evaluate blind"
	RoleRandom   = "evaluate random"
)

// SeedAxis is the label that numbers the repetitions of a trial.
const SeedAxis = "seed"

// DecodePlan reads the JSON of a plan, as a run keeps it.
func DecodePlan(data []byte) (Plan, error) {
	var p Plan
	if err := json.Unmarshal(data, &p); err != nil {
		return Plan{}, fmt.Errorf("decode plan: %w", err)
	}
	return p, nil
}

// Origin is what a report says about where it comes from, besides the plan.
type Origin struct {
	Version string // of the program
	Command string // that made the report
}
