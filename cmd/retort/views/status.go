package views

import (
	"fmt"
	"strings"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

// ExperimentStatus is how the stages of a plan stand.
type ExperimentStatus struct {
	Name   string
	Store  string
	Plan   *runner.Plan
	Stages map[string]results.StageState
	States map[attempt.State]int // stages by state
	// Trials are the states of the trials, in the order of the plan; TrialsDone counts those that are done.
	Trials     []attempt.State
	TrialsDone int
	Run        *results.Run // the last one, nil: none
	RunState   string       // how it stands, in words
	Now        time.Time
}

// Status prints how far experiments are.
type Status interface {
	All(store string, all []ExperimentStatus)
	One(st ExperimentStatus)
}

// NewStatus prints on a stream.
func NewStatus(asJSON bool, out *Stream) Status {
	if asJSON {
		return &statusJSON{out}
	}
	return &statusHuman{out}
}

type statusHuman struct{ out *Stream }

func (v *statusHuman) All(store string, all []ExperimentStatus) {
	if len(all) == 0 {
		fmt.Fprintf(v.out, "Nothing was run in %s yet.\n", store)
		return
	}
	rows := [][]cell{{
		{text: "experiment", style: bold},
		{text: "trials", style: bold, right: true},
		{text: "stages", style: bold, right: true},
		{text: "last run", style: bold},
		{text: "", style: bold},
	}}
	for i := range all {
		st := &all[i]
		last := ""
		if st.Run != nil {
			last = ago(st.Now.Sub(st.Run.Started))
		}
		rows = append(rows, []cell{
			{text: st.Name, style: accent},
			{text: fmt.Sprintf("%d/%d", st.TrialsDone, len(st.Plan.Trials)), right: true},
			{text: fmt.Sprintf("%d/%d", st.States[attempt.Done], len(st.Plan.Stages)), right: true},
			{text: last},
			{text: st.RunState},
		})
	}
	v.out.columns("", rows)
}

func ago(d time.Duration) string { return duration(max(d, 0)) + " ago" }

func (v *statusHuman) One(st ExperimentStatus) {
	fmt.Fprintf(v.out, "%s: %d of %s, %d of %s done\n", v.out.in(bold, st.Name),
		st.TrialsDone, Count(len(st.Plan.Trials), "trial"), st.States[attempt.Done], Count(len(st.Plan.Stages), "stage"))
	var parts []string
	for _, s := range attempt.States() {
		if n := st.States[s]; n > 0 {
			parts = append(parts, v.out.in(stateStyle(s), fmt.Sprintf("%d %s", n, s)))
		}
	}
	fmt.Fprintf(v.out, "Stages: %s\n", strings.Join(parts, ", "))
	if st.Run != nil {
		fmt.Fprintf(v.out, "Last run: %s, started %s, %s\n", st.Run.ID, ago(st.Now.Sub(st.Run.Started)), st.RunState)
	}
	v.stages(st)
	fmt.Fprintln(v.out)
	var rows [][]cell
	for i := range st.Plan.Trials {
		t := &st.Plan.Trials[i]
		s := st.Trials[i]
		done := 0
		for _, h := range t.Stages {
			if st.Stages[h].State == attempt.Done {
				done++
			}
		}
		rows = append(rows, []cell{{text: string(s), style: stateStyle(s)}, {text: t.ID}, {text: fmt.Sprintf("%d/%d stages", done, len(t.Stages)), style: dim}})
	}
	v.out.columns("  ", rows)
}

// stages lists what runs and what ended badly.
func (v *statusHuman) stages(st ExperimentStatus) {
	for i := range st.Plan.Stages {
		stage := &st.Plan.Stages[i]
		state := st.Stages[stage.Hash]
		if len(state.Attempts) == 0 {
			continue
		}
		last := state.Attempts[len(state.Attempts)-1]
		switch state.State {
		case attempt.Done, attempt.Pending:
		case attempt.Running:
			fmt.Fprintf(v.out, "\n%s %s, %s, process %d on %s\n", v.out.in(accent, "Running:"), stage.Title, ago(st.Now.Sub(last.Started)), last.PID, last.Host)
		default:
			fmt.Fprintf(v.out, "\n%s %s (%s, %s): %s\n  Log: %s\n", v.out.in(stateStyle(state.State), "Not done:"), stage.Title,
				state.State, Count(len(state.Attempts), "attempt"), last.Failure.Message, last.Log)
		}
	}
}

func stateStyle(s attempt.State) style {
	switch s {
	case attempt.Done:
		return good
	case attempt.Running:
		return accent
	case attempt.Pending:
		return plain
	case attempt.Interrupted, attempt.Lost:
		return careful
	default:
		return bad
	}
}

type statusJSON struct{ out *Stream }

type experimentJSON struct {
	Name        string                `json:"name"`
	PlanHash    string                `json:"plan_hash"`
	TrialsTotal int                   `json:"trials_total"`
	TrialsDone  int                   `json:"trials_done"`
	StagesTotal int                   `json:"stages_total"`
	States      map[attempt.State]int `json:"states"`
	Run         *lastRunJSON          `json:"last_run"`
	Trials      []trialStatusJSON     `json:"trials,omitempty"`
	Stages      []stageStatusJSON     `json:"stages,omitempty"`
}

type lastRunJSON struct {
	ID      string     `json:"id"`
	State   string     `json:"state"`
	Started time.Time  `json:"started"`
	Ended   *time.Time `json:"ended"`
}

type trialStatusJSON struct {
	ID    string `json:"id"`
	State string `json:"state"`
}

type stageStatusJSON struct {
	Hash     string `json:"hash"`
	Kind     string `json:"kind"`
	Title    string `json:"title"`
	State    string `json:"state"`
	Attempts int    `json:"attempts"`
	Error    string `json:"error,omitempty"`
	Log      string `json:"log,omitempty"`
}

func newExperimentJSON(st *ExperimentStatus) experimentJSON {
	j := experimentJSON{
		Name: st.Name, PlanHash: st.Plan.Hash, TrialsTotal: len(st.Plan.Trials), TrialsDone: st.TrialsDone, StagesTotal: len(st.Plan.Stages), States: st.States,
	}
	if st.Run != nil {
		j.Run = &lastRunJSON{ID: st.Run.ID, State: st.RunState, Started: st.Run.Started.UTC()}
		if !st.Run.Ended.IsZero() {
			ended := st.Run.Ended.UTC()
			j.Run.Ended = &ended
		}
	}
	return j
}

func (v *statusJSON) write(store string, list []experimentJSON) {
	document(v.out, struct {
		FormatVersion int              `json:"format_version"`
		Store         string           `json:"store"`
		Experiments   []experimentJSON `json:"experiments"`
	}{FormatVersion, store, orEmpty(list)})
}

func (v *statusJSON) All(store string, all []ExperimentStatus) {
	var list []experimentJSON
	for i := range all {
		list = append(list, newExperimentJSON(&all[i]))
	}
	v.write(store, list)
}

func (v *statusJSON) One(st ExperimentStatus) {
	j := newExperimentJSON(&st)
	for i := range st.Plan.Trials {
		j.Trials = append(j.Trials, trialStatusJSON{st.Plan.Trials[i].ID, string(st.Trials[i])})
	}
	for _, stage := range st.Plan.Stages {
		state := st.Stages[stage.Hash]
		s := stageStatusJSON{Hash: stage.Hash, Kind: stage.Kind, Title: stage.Title, State: string(state.State), Attempts: len(state.Attempts)}
		if n := len(state.Attempts); n > 0 {
			s.Error, s.Log = state.Attempts[n-1].Failure.Message, state.Attempts[n-1].Log
		}
		j.Stages = append(j.Stages, s)
	}
	v.write(st.Store, []experimentJSON{j})
}
