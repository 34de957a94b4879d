package views

import (
	"encoding/json"
	"time"

	"github.com/retort-ml/retort/runner"
)

type showJSON struct{ out *Stream }

type stageDetailJSON struct {
	Hash      string          `json:"hash"`
	Kind      string          `json:"kind"`
	Title     string          `json:"title"`
	Roles     []string        `json:"roles,omitempty"`
	State     string          `json:"state"`
	Recipe    json.RawMessage `json:"recipe"`
	Inputs    []runner.Input  `json:"inputs"`
	Attempts  []attemptJSON   `json:"attempts"`
	Artifacts []artifactJSON  `json:"artifacts"`
	Metrics   []metricJSON    `json:"metrics"`
	Warnings  []string        `json:"warnings"`
	Phases    map[string]int  `json:"phases"`
}

type attemptJSON struct {
	Number  int       `json:"number"`
	State   string    `json:"state"`
	Dir     string    `json:"dir"`
	Log     string    `json:"log"`
	Started time.Time `json:"started"`
	Seconds Number    `json:"seconds"`
	Resumes int       `json:"resumes,omitempty"`
	Host    string    `json:"host"`
	Build   string    `json:"build"`
	CPU     string    `json:"cpu"`
	Error   string    `json:"error,omitempty"`
}

type artifactJSON struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Path   string `json:"path"`
}

type metricJSON struct {
	Name  string `json:"name"`
	Step  *int   `json:"step"` // null: of the whole stage
	Value Number `json:"value"`
}

func newStageDetailJSON(d *StageDetail) stageDetailJSON {
	j := stageDetailJSON{
		Hash: d.Stage.Hash, Kind: d.Stage.Kind, Title: d.Stage.Title, Roles: d.Roles, State: string(d.state()), Recipe: d.Stage.Spec,
		Inputs: orEmpty(d.Stage.Inputs), Attempts: []attemptJSON{}, Artifacts: []artifactJSON{}, Metrics: []metricJSON{}, Warnings: orEmpty(d.Warnings),
		Phases: map[string]int{},
	}
	for _, a := range d.State.Attempts {
		j.Attempts = append(j.Attempts, attemptJSON{
			Number: a.Number, State: string(a.State), Dir: a.Dir, Log: a.Log, Started: a.Started.UTC(), Seconds: Number(a.Usage.Seconds),
			Resumes: a.Resumes, Host: a.Host, Build: a.Build, CPU: a.CPU, Error: a.Failure.Message,
		})
	}
	for _, a := range d.Artifacts {
		j.Artifacts = append(j.Artifacts, artifactJSON(a))
	}
	for _, m := range d.Metrics {
		one := metricJSON{Name: m.Name, Value: Number(m.Value)}
		if m.Step >= 0 {
			one.Step = &m.Step
		}
		j.Metrics = append(j.Metrics, one)
	}
	for _, p := range d.Phases {
		j.Phases[p.Name] = p.Episodes
	}
	return j
}

func (v *showJSON) Trial(d TrialDetail) {
	type run struct {
		ID         string             `json:"id"`
		Started    time.Time          `json:"started"`
		Dir        string             `json:"dir"`
		Provenance *runner.Provenance `json:"provenance,omitempty"`
	}
	doc := struct {
		FormatVersion int               `json:"format_version"`
		Trial         string            `json:"trial"`
		Labels        map[string]string `json:"labels"`
		Grids         []string          `json:"grids"`
		Blocks        []Block           `json:"blocks"`
		Stages        []stageDetailJSON `json:"stages"`
		Run           *run              `json:"last_run"`
	}{FormatVersion: FormatVersion, Trial: d.Trial.ID, Labels: d.Trial.Labels, Grids: orEmpty(d.Trial.Grids), Blocks: []Block{}, Stages: []stageDetailJSON{}}
	for _, b := range d.Blocks {
		b.Settings = orEmpty(b.Settings)
		doc.Blocks = append(doc.Blocks, b)
	}
	for i := range d.Stages {
		doc.Stages = append(doc.Stages, newStageDetailJSON(&d.Stages[i]))
	}
	if d.Run != nil {
		doc.Run = &run{d.Run.ID, d.Run.Started.UTC(), d.Run.Dir, d.Provenance}
	}
	document(v.out, doc)
}

func (v *showJSON) Stages(list []StageDetail) {
	stages := []stageDetailJSON{}
	for i := range list {
		stages = append(stages, newStageDetailJSON(&list[i]))
	}
	document(v.out, struct {
		FormatVersion int               `json:"format_version"`
		Stages        []stageDetailJSON `json:"stages"`
	}{FormatVersion, stages})
}
