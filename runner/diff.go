package runner

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// Difference is what a store lacks of a plan, and what Run would therefore do.
type Difference struct {
	Stages []StageDifference `json:"stages"` // in the order of the plan
	// TrialsDone counts trials of which every stage is done.
	TrialsTotal int `json:"trials_total"`
	TrialsDone  int `json:"trials_done"`
	StagesTotal int `json:"stages_total"`
	StagesDone  int `json:"stages_done"`
	StagesToRun int `json:"stages_to_run"`
	// Shared counts stages that more than one trial needs, Saved the executions that sharing makes
	// unnecessary.
	Shared int `json:"shared"`
	Saved  int `json:"saved"`
	// Estimate is the time that the stages to run will take; nil when nothing tells.
	Estimate *Estimate `json:"estimate,omitempty"`
}

// StageDifference is how one stage stands and why it will run.
type StageDifference struct {
	Hash     string        `json:"hash"`
	Kind     string        `json:"kind"`
	Title    string        `json:"title"`
	State    attempt.State `json:"state"`
	Reason   string        `json:"reason"`
	Attempts int           `json:"attempts"`
	Error    string        `json:"error,omitempty"` // of the last attempt
	Trials   int           `json:"trials"`          // that need the stage
	// Changes name what is not as it was in the last run of an earlier version of the experiment, where there is a stage
	// to compare with.
	Changes []Change `json:"changes,omitempty"`
}

// Diff compares plan with store, which may be nil where there is none yet. Slots is the number
// of stages that will run at a time.
func Diff(store *results.Store, plan *Plan, slots int) (*Difference, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	if slots < 1 {
		return nil, fmt.Errorf("compare plan: %d slots", slots)
	}
	states := map[string]results.StageState{}
	history := func(string) []float64 { return nil }
	var earlier *earlierPlan
	if store != nil {
		hashes := make([]string, len(plan.Stages))
		for i := range plan.Stages {
			hashes[i] = plan.Stages[i].Hash
		}
		var err error
		if states, err = store.States(hashes); err != nil {
			return nil, err
		}
		if earlier, err = findEarlierPlan(store, plan); err != nil {
			return nil, err
		}
		history = func(kind string) []float64 {
			seconds, durationsErr := store.Durations(kind)
			err = errors.Join(err, durationsErr)
			return seconds
		}
	}
	d := &Difference{
		Stages: make([]StageDifference, len(plan.Stages)), TrialsTotal: len(plan.Trials), StagesTotal: len(plan.Stages),
	}
	trials := plan.trialsByStage()
	for i := range plan.Trials {
		done := true
		for _, h := range plan.Trials[i].Stages {
			done = done && states[h].State == attempt.Done
		}
		if done {
			d.TrialsDone++
		}
	}
	for i := range plan.Stages {
		s := &plan.Stages[i]
		d.Stages[i] = stageDifference(s, states[s.Hash], earlier)
		d.Stages[i].Trials = trials[s.Hash]
		if n := trials[s.Hash]; n > 1 {
			d.Shared++
			d.Saved += n - 1
		}
		if d.Stages[i].State == attempt.Done {
			d.StagesDone++
		} else {
			d.StagesToRun++
		}
	}
	d.Estimate = newEstimator(plan, newGraph(plan), slots, history).remaining(func(i int) float64 {
		if d.Stages[i].State == attempt.Done {
			return 0
		}
		return 1
	})
	return d, nil
}

func stageDifference(s *Stage, state results.StageState, earlier *earlierPlan) StageDifference {
	d := StageDifference{Hash: s.Hash, Kind: s.Kind, Title: s.Title, State: state.State, Attempts: len(state.Attempts)}
	if d.State == "" {
		d.State = attempt.Pending
	}
	if n := len(state.Attempts); n > 0 {
		d.Error = state.Attempts[n-1].Failure.Message
	}
	times := fmt.Sprintf("%d attempts", d.Attempts)
	if d.Attempts == 1 {
		times = "1 attempt"
	}
	switch {
	case d.State == attempt.Done:
		d.Reason = "done"
	case d.State == attempt.Running:
		d.Reason = "running now"
	case d.Attempts > 0:
		d.Reason = fmt.Sprintf("%s before (%s)", d.State, times)
	default:
		d.Reason, d.Changes = earlier.why(s)
	}
	return d
}
