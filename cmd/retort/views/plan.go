package views

import (
	"fmt"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
)

// Planned is a plan with what the store has of it.
type Planned struct {
	Experiment *experiments.Experiment
	Plan       *runner.Plan
	Difference *runner.Difference
	Compute    *planner.Compute // nil where no policy is a checkpoint
	Store      string
	Slots      int
	All        bool // list everything
}

// states of the stages by hash.
func (p *Planned) states() map[string]attempt.State {
	m := make(map[string]attempt.State, len(p.Difference.Stages))
	for _, s := range p.Difference.Stages {
		m[s.Hash] = s.State
	}
	return m
}

// Plan prints what a run would do.
type Plan interface {
	Plan(p Planned)
	// Why explains some stages, by their places in the plan.
	Why(p Planned, stages []int)
}

// NewPlan prints on a stream.
func NewPlan(asJSON bool, out *Stream) Plan {
	if asJSON {
		return &planJSON{out}
	}
	return &planHuman{out}
}

type planHuman struct{ out *Stream }

// listed is how many trials or stages a plan lists unless it is asked for all.
const listed = 40

func (v *planHuman) Plan(p Planned) {
	v.heading(p)
	v.kinds(p)
	v.trials(p)
	v.foot(p)
}

func (v *planHuman) heading(p Planned) {
	d := p.Difference
	fmt.Fprintf(v.out, "%s: %s (%d done), %s (%d done, %d to run)\n", v.out.in(bold, p.Experiment.Name),
		Count(d.TrialsTotal, "trial"), d.TrialsDone, Count(d.StagesTotal, "stage"), d.StagesDone, d.StagesToRun)
	if p.Experiment.Question != "" {
		v.out.paragraph("", p.Experiment.Question)
	}
	fmt.Fprintln(v.out)
}

// kinds counts stages by kind.
func (v *planHuman) kinds(p Planned) {
	type tally struct{ total, done, shared int }
	tallies := map[string]*tally{}
	var order []string
	for _, s := range p.Difference.Stages {
		t := tallies[s.Kind]
		if t == nil {
			t = &tally{}
			tallies[s.Kind] = t
			order = append(order, s.Kind)
		}
		t.total++
		if s.State == attempt.Done {
			t.done++
		}
		if s.Trials > 1 {
			t.shared++
		}
	}
	rows := [][]cell{{
		{text: "stage", style: bold},
		{text: "all", style: bold, right: true},
		{text: "done", style: bold, right: true},
		{text: "to run", style: bold, right: true},
		{text: "shared", style: bold, right: true},
	}}
	for _, kind := range order {
		t := tallies[kind]
		rows = append(rows, []cell{{text: kind, style: accent}, number(t.total), number(t.done), number(t.total - t.done), number(t.shared)})
	}
	v.out.columns("  ", rows)
	fmt.Fprintln(v.out)
}

func number(n int) cell { return cell{text: fmt.Sprint(n), right: true} }

// trials lists trials with how far they are: "=" done, "~" begun, "+" new.
func (v *planHuman) trials(p Planned) {
	states := p.states()
	var rows [][]cell
	for i, t := range p.Plan.Trials {
		if i == listed && !p.All {
			break
		}
		done := 0
		for _, h := range t.Stages {
			if states[h] == attempt.Done {
				done++
			}
		}
		mark := cell{text: "+", style: accent}
		switch done {
		case len(t.Stages):
			mark = cell{text: "=", style: good}
		case 0:
		default:
			mark = cell{text: "~", style: careful}
		}
		rows = append(rows, []cell{mark, {text: t.ID}, {text: fmt.Sprintf("%d/%d stages", done, len(t.Stages)), style: dim}})
	}
	v.out.columns("  ", rows)
	if more := len(p.Plan.Trials) - len(rows); more > 0 {
		fmt.Fprintf(v.out, "  ... and %d more (-all lists them)\n", more)
	}
	fmt.Fprintln(v.out)
}

func (v *planHuman) foot(p Planned) {
	d := p.Difference
	if d.Saved > 0 {
		fmt.Fprintf(v.out, "%s shared between trials: %s saved.\n", Count(d.Shared, "stage"), Count(d.Saved, "execution"))
	}
	fmt.Fprintf(v.out, "Store: %s\n", p.Store)
	if p.Compute != nil {
		v.compute(p)
		return
	}
	fmt.Fprintln(v.out, v.time(p))
}

func (v *planHuman) time(p Planned) string {
	switch e := p.Difference.Estimate; {
	case p.Difference.StagesToRun == 0:
		return "Nothing to run."
	case e == nil:
		return fmt.Sprintf("%s to run; how long it takes is not known yet.", Count(p.Difference.StagesToRun, "stage"))
	default:
		return fmt.Sprintf("%s to run, %s at a time: about %s.", Count(p.Difference.StagesToRun, "stage"), fmt.Sprint(p.Slots), between(e.Low, e.High))
	}
}

func (v *planHuman) Why(p Planned, stages []int) {
	for n, i := range stages {
		if n > 0 {
			fmt.Fprintln(v.out)
		}
		st, d := p.Plan.Stages[i], p.Difference.Stages[i]
		fmt.Fprintf(v.out, "%s  %s\n", v.out.in(accent, short(st.Hash)), v.out.in(bold, st.Title))
		rows := [][]cell{
			{{text: "kind"}, {text: st.Kind}},
			{{text: "state"}, {text: string(d.State)}},
			{{text: "reason"}, {text: d.Reason}},
			{{text: "needed by"}, {text: Count(d.Trials, "trial")}},
		}
		if d.Error != "" {
			rows = append(rows, []cell{{text: "last error"}, {text: d.Error}})
		}
		for _, in := range st.Inputs {
			rows = append(rows, []cell{{text: "input " + in.Name}, {text: short(in.Hash) + " " + titleOf(p.Plan, in.Hash)}})
		}
		for _, c := range d.Changes {
			rows = append(rows, []cell{{text: "changed " + c.Path}, {text: fmt.Sprintf("%s -> %s", orNothing(c.Old), orNothing(c.New))}})
		}
		v.out.columns("  ", rows)
	}
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return s
}

func titleOf(plan *runner.Plan, hash string) string {
	for i := range plan.Stages {
		if plan.Stages[i].Hash == hash {
			return plan.Stages[i].Title
		}
	}
	return ""
}

type planJSON struct{ out *Stream }

type planDocument struct {
	FormatVersion int           `json:"format_version"`
	Experiment    string        `json:"experiment"`
	Hash          string        `json:"hash"`
	Store         string        `json:"store"`
	TrialsTotal   int           `json:"trials_total"`
	TrialsDone    int           `json:"trials_done"`
	StagesTotal   int           `json:"stages_total"`
	StagesDone    int           `json:"stages_done"`
	StagesToRun   int           `json:"stages_to_run"`
	StagesShared  int           `json:"stages_shared"`
	Saved         int           `json:"executions_saved"`
	Slots         int           `json:"slots"`
	Estimate      *estimateJSON `json:"estimate"`
	Compute       *computeJSON  `json:"compute,omitempty"`
	Trials        []trialJSON   `json:"trials"`
	Stages        []stageJSON   `json:"stages"`
}

// estimateJSON is a range of times in seconds.
type estimateJSON struct {
	Low  Number `json:"low_seconds"`
	High Number `json:"high_seconds"`
}

func newEstimateJSON(e *runner.Estimate) *estimateJSON {
	if e == nil {
		return nil
	}
	return &estimateJSON{Number(e.Low.Seconds()), Number(e.High.Seconds())}
}

type trialJSON struct {
	ID     string            `json:"id"`
	Labels map[string]string `json:"labels"`
	Grids  []string          `json:"grids"`
	Done   bool              `json:"done"`
	Stages []string          `json:"stages"`
	Roles  map[string]string `json:"roles"`
}

type stageJSON struct {
	Hash     string          `json:"hash"`
	Kind     string          `json:"kind"`
	Title    string          `json:"title"`
	State    string          `json:"state"`
	Reason   string          `json:"reason"`
	Attempts int             `json:"attempts"`
	Error    string          `json:"error,omitempty"`
	Trials   int             `json:"trials"`
	Inputs   []runner.Input  `json:"inputs"`
	Changes  []runner.Change `json:"changes,omitempty"`
}

func (v *planJSON) Plan(p Planned) {
	states := p.states()
	doc := v.document(p)
	for _, t := range p.Plan.Trials {
		done := true
		for _, h := range t.Stages {
			done = done && states[h] == attempt.Done
		}
		doc.Trials = append(doc.Trials, trialJSON{t.ID, t.Labels, orEmpty(t.Grids), done, orEmpty(t.Stages), t.Roles})
	}
	for i := range p.Plan.Stages {
		doc.Stages = append(doc.Stages, newStageJSON(p, i))
	}
	document(v.out, doc)
}

func (v *planJSON) document(p Planned) planDocument {
	d := p.Difference
	doc := planDocument{
		FormatVersion: FormatVersion, Experiment: p.Experiment.Name, Hash: p.Plan.Hash, Store: p.Store,
		TrialsTotal: d.TrialsTotal, TrialsDone: d.TrialsDone, StagesTotal: d.StagesTotal, StagesDone: d.StagesDone, StagesToRun: d.StagesToRun,
		StagesShared: d.Shared, Saved: d.Saved, Slots: p.Slots, Compute: newComputeJSON(p.Compute), Trials: []trialJSON{}, Stages: []stageJSON{},
	}
	if p.Compute == nil {
		doc.Estimate = newEstimateJSON(d.Estimate)
	}
	return doc
}

func newStageJSON(p Planned, i int) stageJSON {
	st, d := p.Plan.Stages[i], p.Difference.Stages[i]
	return stageJSON{st.Hash, st.Kind, st.Title, string(d.State), d.Reason, d.Attempts, d.Error, d.Trials, orEmpty(st.Inputs), d.Changes}
}

func (v *planJSON) Why(p Planned, stages []int) {
	list := []stageJSON{}
	for _, i := range stages {
		list = append(list, newStageJSON(p, i))
	}
	document(v.out, struct {
		FormatVersion int         `json:"format_version"`
		Experiment    string      `json:"experiment"`
		Stages        []stageJSON `json:"stages"`
	}{FormatVersion, p.Experiment.Name, list})
}
