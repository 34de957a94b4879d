package views

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

// TrialDetail is everything about a trial.
type TrialDetail struct {
	Trial      *runner.Trial
	Blocks     []Block
	Stages     []StageDetail
	Run        *results.Run // the last one of the experiment, nil: none
	Provenance *runner.Provenance
}

// Block is a part of an experiment with its settings resolved.
type Block struct {
	Kind     string          `json:"kind"`
	Name     string          `json:"name"`
	Use      string          `json:"use"`
	Place    string          `json:"place,omitempty"` // FILE:LINE
	Settings []SettingOrigin `json:"settings"`
}

// SettingOrigin is a setting in force with where it was written, empty for a default.
type SettingOrigin struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Origin string `json:"origin,omitempty"`
}

// StageDetail is everything about a stage.
type StageDetail struct {
	Stage     *runner.Stage
	Roles     []string // that it has in a trial
	State     results.StageState
	Artifacts []results.ArtifactInfo
	Metrics   []results.MetricRow
	Warnings  []string
	Phases    []results.Phase
}

func (d *StageDetail) state() attempt.State {
	if d.State.State == "" {
		return attempt.Pending
	}
	return d.State.State
}

// seconds of the attempt that counts.
func (d *StageDetail) seconds() float64 {
	if d.State.Done == nil {
		return 0
	}
	return d.State.Done.Usage.Seconds
}

// Show prints a trial or stages.
type Show interface {
	Trial(d TrialDetail)
	Stages(list []StageDetail)
}

// NewShow prints on a stream.
func NewShow(asJSON bool, out *Stream) Show {
	if asJSON {
		return &showJSON{out}
	}
	return &showHuman{out}
}

type showHuman struct{ out *Stream }

func (v *showHuman) Trial(d TrialDetail) {
	fmt.Fprintf(v.out, "Trial %s\n", v.out.in(bold, d.Trial.ID))
	var labels []string
	for _, name := range slices.Sorted(maps.Keys(d.Trial.Labels)) {
		labels = append(labels, name+" "+d.Trial.Labels[name])
	}
	fmt.Fprintf(v.out, "  %s\n  in grid %s\n", strings.Join(labels, ", "), strings.Join(d.Trial.Grids, ", "))
	for _, b := range d.Blocks {
		v.block(b)
	}
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Stages"))
	var rows [][]cell
	for i := range d.Stages {
		s := &d.Stages[i]
		rows = append(rows, []cell{
			{text: short(s.Stage.Hash), style: accent},
			{text: string(s.state()), style: stateStyle(s.state())},
			{text: seconds(s.seconds()), right: true},
			{text: s.Stage.Title},
			{text: strings.Join(s.Roles, ", "), style: dim},
		})
	}
	v.out.columns("  ", rows)
	v.warnings(d.Stages...)
	v.artifacts(d.Stages)
	v.provenance(d)
}

func seconds(s float64) string {
	if s == 0 {
		return ""
	}
	return duration(time.Duration(s * float64(time.Second)))
}

func (v *showHuman) block(b Block) {
	use := ""
	if b.Use != b.Name {
		use = " (" + b.Use + ")"
	}
	fmt.Fprintf(v.out, "\n%s %s%s  %s\n", v.out.in(bold, b.Kind), b.Name, use, v.out.in(dim, b.Place))
	var rows [][]cell
	for _, s := range b.Settings {
		where := s.Origin
		if where == "" {
			where = "default"
		}
		rows = append(rows, []cell{{text: s.Name, style: accent}, {text: "= " + s.Value}, {text: where, style: dim}})
	}
	v.out.columns("  ", rows)
}

func (v *showHuman) warnings(stages ...StageDetail) {
	for _, s := range stages {
		for _, w := range s.Warnings {
			fmt.Fprintf(v.out, "\n%s %s: %s\n", v.out.in(careful, "Warning:"), s.Stage.Title, w)
		}
	}
}

func (v *showHuman) artifacts(stages []StageDetail) {
	var rows [][]cell
	for _, s := range stages {
		for _, a := range s.Artifacts {
			rows = append(rows, []cell{{text: a.Name, style: accent}, {text: size(a.Bytes), right: true}, {text: short(a.SHA256), style: dim}, {text: a.Path}})
		}
	}
	if len(rows) > 0 {
		fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Files"))
		v.out.columns("  ", rows)
	}
}

func (v *showHuman) provenance(d TrialDetail) {
	if d.Run == nil {
		return
	}
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Last run of the experiment"))
	rows := [][]cell{
		{{text: "run"}, {text: d.Run.ID}},
		{{text: "started"}, {text: d.Run.Started.UTC().Format(time.RFC3339)}},
		{{text: "folder"}, {text: d.Run.Dir}},
	}
	if p := d.Provenance; p != nil {
		commit := p.Program.Commit
		if p.Program.Modified {
			commit += " (modified)"
		}
		rows = append(rows, []cell{{text: "program"}, {text: strings.TrimSpace(p.Program.Version + " " + commit + " " + p.Program.Go)}},
			[]cell{{text: "machine"}, {text: fmt.Sprintf("%s, %s/%s, %s, %d cores", p.Machine.Host, p.Machine.OS, p.Machine.Arch, p.Machine.CPU, p.Machine.Cores)}})
		if p.Experiment != nil {
			state := ""
			if p.Experiment.Dirty {
				state = " (modified)"
			}
			rows = append(rows, []cell{{text: "experiment"}, {text: p.Experiment.Commit + state}})
		}
	}
	v.out.columns("  ", rows)
}

func (v *showHuman) Stages(list []StageDetail) {
	for i := range list {
		if i > 0 {
			fmt.Fprintln(v.out)
		}
		v.stage(&list[i])
	}
}

func (v *showHuman) stage(d *StageDetail) {
	fmt.Fprintf(v.out, "Stage %s\n", v.out.in(bold, d.Stage.Title))
	rows := [][]cell{
		{{text: "hash"}, {text: d.Stage.Hash}},
		{{text: "kind"}, {text: d.Stage.Kind}},
		{{text: "state"}, {text: string(d.state()), style: stateStyle(d.state())}},
	}
	for _, in := range d.Stage.Inputs {
		rows = append(rows, []cell{{text: "input " + in.Name}, {text: in.Hash}})
	}
	for _, p := range d.Phases {
		rows = append(rows, []cell{{text: "episodes"}, {text: fmt.Sprintf("%d in phase %s", p.Episodes, p.Name)}})
	}
	v.out.columns("  ", rows)
	v.attempts(d)
	v.metrics(d)
	v.warnings(*d)
	v.artifacts([]StageDetail{*d})
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Recipe"))
	var recipe bytes.Buffer
	if err := json.Indent(&recipe, d.Stage.Spec, "  ", "  "); err == nil {
		fmt.Fprintf(v.out, "  %s\n", recipe.String())
	}
}

func (v *showHuman) attempts(d *StageDetail) {
	if len(d.State.Attempts) == 0 {
		return
	}
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Attempts"))
	var rows [][]cell
	for _, a := range d.State.Attempts {
		remark := a.Failure.Message
		if a.Resumes > 0 {
			remark = strings.TrimSpace(fmt.Sprintf("went on from attempt %d; %s", a.Resumes, remark))
			remark = strings.TrimSuffix(remark, ";")
		}
		rows = append(rows, []cell{
			number(a.Number),
			{text: string(a.State), style: stateStyle(a.State)},
			{text: a.Started.UTC().Format(time.RFC3339)},
			{text: seconds(a.Usage.Seconds), right: true},
			{text: a.Host},
			{text: a.Log, style: dim},
			{text: remark},
		})
	}
	v.out.columns("  ", rows)
}

// metrics prints the numbers of the whole stage, and of those by step the last.
func (v *showHuman) metrics(d *StageDetail) {
	if len(d.Metrics) == 0 {
		return
	}
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Numbers"))
	last := map[string]int{}
	var order []string
	for i, m := range d.Metrics {
		if _, seen := last[m.Name]; !seen {
			order = append(order, m.Name)
		}
		last[m.Name] = i
	}
	var rows [][]cell
	for _, name := range order {
		m := d.Metrics[last[name]]
		when := ""
		if m.Step >= 0 {
			when = fmt.Sprintf("at step %d", m.Step)
		}
		rows = append(rows, []cell{{text: name, style: accent}, {text: fmt.Sprintf("%.6g", m.Value), right: true}, {text: when, style: dim}})
	}
	v.out.columns("  ", rows)
}
