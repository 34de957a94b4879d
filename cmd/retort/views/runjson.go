package views

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/runner"
)

// runJSON prints one object a line, each with a type: what runner.Event defines, "plan", "problem", "stage notes", "report", and
// at the end "result".
type runJSON struct {
	mu  sync.Mutex
	out *Stream
}

func (v *runJSON) line(value any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	line(v.out, value)
}

// Plan implements Run.
func (v *runJSON) Plan(p Planned) {
	d := p.Difference
	v.line(struct {
		Type          string        `json:"type"`
		FormatVersion int           `json:"format_version"`
		Experiment    string        `json:"experiment"`
		Hash          string        `json:"hash"`
		TrialsTotal   int           `json:"trials_total"`
		TrialsDone    int           `json:"trials_done"`
		StagesTotal   int           `json:"stages_total"`
		StagesToRun   int           `json:"stages_to_run"`
		Estimate      *estimateJSON `json:"estimate"`
	}{"plan", FormatVersion, p.Experiment.Name, p.Plan.Hash, d.TrialsTotal, d.TrialsDone, d.StagesTotal, d.StagesToRun, newEstimateJSON(d.Estimate)})
}

// Problem implements Run.
func (v *runJSON) Problem(text string) {
	v.line(struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}{"problem", text})
}

// Event implements Run.
func (v *runJSON) Event(e runner.Event) { v.line(e) }

// Notes implements Run.
func (v *runJSON) Notes(e runner.Event, n StageNotes) {
	metrics := map[string]Number{}
	for _, m := range n.Numbers {
		metrics[m.Metric.Name] = Number(m.Value)
		if m.N > 0 {
			metrics[m.Metric.Name+"_n"] = Number(m.N)
		}
	}
	if len(metrics)+len(n.Warnings) == 0 {
		return
	}
	v.line(struct {
		Type     string            `json:"type"`
		Hash     string            `json:"hash"`
		Title    string            `json:"title"`
		Metrics  map[string]Number `json:"metrics"`
		Warnings []string          `json:"warnings"`
	}{"stage notes", e.Hash, e.Title, metrics, orEmpty(n.Warnings)})
}

// Tick implements Run.
func (v *runJSON) Tick() {}

// Interval implements Run.
func (v *runJSON) Interval() time.Duration { return heartbeat }

// Report implements Run.
func (v *runJSON) Report(r runner.Report) {
	v.line(struct {
		Type string `json:"type"`
		runner.Report
	}{"report", r})
}

// Outcome implements Run.
func (v *runJSON) Outcome(tables []*reports.Table, figures []string, store string) error {
	text, err := reports.JSON(tables...)
	if err != nil {
		return err
	}
	var doc struct {
		Tables json.RawMessage `json:"tables"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	v.line(struct {
		Type    string          `json:"type"`
		Tables  json.RawMessage `json:"tables"`
		Figures []string        `json:"figures"`
		Store   string          `json:"store"`
	}{"result", doc.Tables, orEmpty(figures), store})
	return nil
}
