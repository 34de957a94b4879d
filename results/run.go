package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/index"
)

// RunInfo describes a run that begins.
type RunInfo struct {
	// Plan is the JSON of the plan, kept byte for byte: an object with "experiment", "hash" and "trials", and
	// whatever else.
	Plan       json.RawMessage
	Provenance json.RawMessage // build, machine, commit; kept byte for byte
	Command    []string
	Started    time.Time // now where zero
	// Files are kept beside the plan under slash-separated names: the experiment's sources, so that what it says
	// of tables and plots can be read from the store alone.
	Files map[string][]byte
}

// Run is one invocation that executed a plan, or does.
type Run struct {
	ID         string
	Experiment string
	PlanHash   string
	Started    time.Time
	Ended      time.Time // zero: not yet, or it died
	State      string    // what End was told
	Dir        string

	store  *Store
	events *attempt.RecordLog // nil unless from SaveRun
}

// The files of a run.
const (
	runFile        = "run.json" // written last: without it there is no run
	planFile       = "plan.json"
	provenanceFile = "provenance.json"
	eventsFile     = "events.jsonl"
	endFile        = "end.json"
	sourcesDir     = "files"
)

// runHead is run.json.
type runHead struct {
	ID         string    `json:"id"`
	Experiment string    `json:"experiment"`
	PlanHash   string    `json:"plan_hash"`
	PlanSHA256 string    `json:"plan_sha256"` // of plan.json
	Command    []string  `json:"command"`
	Started    time.Time `json:"started"`
}

// runEnd is end.json.
type runEnd struct {
	State string    `json:"state"`
	Ended time.Time `json:"ended"`
}

// planHead is what the index needs of a plan.
type planHead struct {
	Experiment string `json:"experiment"`
	Hash       string `json:"hash"`
	Trials     []struct {
		ID     string            `json:"id"`
		Labels map[string]string `json:"labels"`
		Grids  []string          `json:"grids"`
		Stages []string          `json:"stages"`
		Roles  map[string]string `json:"roles"`
	} `json:"trials"`
}

func planRow(p planHead) index.Plan {
	row := index.Plan{Hash: p.Hash, Experiment: p.Experiment}
	for _, t := range p.Trials {
		row.Trials = append(row.Trials, index.Trial{Trial: t.ID, Labels: t.Labels, Grids: t.Grids, Roles: t.Roles, Stages: t.Stages})
	}
	return row
}

var notPlain = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// SaveRun notes that a run begins. What a run of an experiment planned is found again by Latest.
func (s *Store) SaveRun(info RunInfo) (*Run, error) {
	r, err := s.saveRun(info)
	if err != nil {
		return nil, fmt.Errorf("save run: %w", err)
	}
	return r, nil
}

func (s *Store) saveRun(info RunInfo) (*Run, error) {
	var plan planHead
	if err := json.Unmarshal(info.Plan, &plan); err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	if plan.Experiment == "" || plan.Hash == "" {
		return nil, errors.New("read plan: it names no experiment or has no hash")
	}
	if info.Started.IsZero() {
		info.Started = s.now()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name := notPlain.ReplaceAllString(plan.Experiment, "-")
	id := fmt.Sprintf("%s-%.40s-%.8s", info.Started.UTC().Format("20060102T150405Z"), name, plan.Hash)
	for base, n := id, 2; exists(filepath.Join(s.runsDir(), id)); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	r := &Run{
		ID: id, Experiment: plan.Experiment, PlanHash: plan.Hash, Started: info.Started.UTC(),
		Dir: filepath.Join(s.runsDir(), id), store: s,
	}
	if err := s.writeRun(r, info); err != nil {
		return nil, err
	}
	err := s.write(func(tx *index.Tx) error {
		if err := tx.PutPlan(planRow(plan)); err != nil {
			return err
		}
		return tx.PutRun(r.row())
	})
	return r, err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (s *Store) writeRun(r *Run, info RunInfo) error {
	if err := s.disk.Mkdir(r.Dir); err != nil {
		return err
	}
	files := map[string][]byte{planFile: info.Plan, provenanceFile: info.Provenance}
	for name, data := range info.Files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("file %q leads out of the run's folder", name)
		}
		files[sourcesDir+"/"+name] = data
	}
	for name, data := range files {
		path := filepath.Join(r.Dir, filepath.FromSlash(name))
		if err := s.disk.Mkdir(filepath.Dir(path)); err != nil {
			return err
		}
		err := disk.Replace(s.disk, path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			return err
		}
	}
	var err error
	if r.events, err = attempt.OpenRecordLog(s.disk, filepath.Join(r.Dir, eventsFile)); err != nil {
		return err
	}
	sum := sha256.Sum256(info.Plan)
	head := runHead{
		ID: r.ID, Experiment: r.Experiment, PlanHash: r.PlanHash, PlanSHA256: hex.EncodeToString(sum[:]),
		Command: info.Command, Started: r.Started,
	}
	if err := attempt.WriteSealed(s.disk, filepath.Join(r.Dir, runFile), "run", head); err != nil {
		return errors.Join(err, r.events.Close())
	}
	return s.disk.Sync(s.runsDir())
}

func (r *Run) row() index.Run {
	return index.Run{ID: r.ID, Experiment: r.Experiment, PlanHash: r.PlanHash, Started: r.Started, Ended: r.Ended, State: r.State}
}

func (s *Store) runs(experiment string, limit int) ([]Run, error) {
	rows, err := s.reader.Runs(experiment, limit)
	if err != nil {
		return nil, err
	}
	list := make([]Run, len(rows))
	for i, row := range rows {
		list[i] = Run{
			ID: row.ID, Experiment: row.Experiment, PlanHash: row.PlanHash, Started: row.Started, Ended: row.Ended, State: row.State,
			Dir: filepath.Join(s.runsDir(), row.ID), store: s,
		}
	}
	return list, nil
}

// Runs lists the runs of an experiment or, with "", all, newest first.
func (s *Store) Runs(experiment string) ([]Run, error) { return s.runs(experiment, -1) }

// Latest returns an experiment's newest run. ErrNotFound.
func (s *Store) Latest(experiment string) (*Run, error) {
	list, err := s.runs(experiment, 1)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || experiment == "" {
		return nil, fmt.Errorf("run of experiment %q: %w", experiment, ErrNotFound)
	}
	return &list[0], nil
}

// Experiments lists the names of the experiments that were run, in order.
func (s *Store) Experiments() ([]string, error) { return s.reader.Experiments() }
