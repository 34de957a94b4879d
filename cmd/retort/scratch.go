package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
	"github.com/retort-ml/retort/runner/recipe"
)

// shippedWarmup is a file of finished weights that comes with an experiment, and the stage that trains the same policy from
// scratch by the recipe the experiment gives.
type shippedWarmup struct {
	path  string // of the weights
	stage runner.Stage
}

// recordPath is the file beside the weights that says how they were made.
func (w *shippedWarmup) recordPath() string {
	return strings.TrimSuffix(w.path, filepath.Ext(w.path)) + ".json"
}

// warmupRecord says how shipped weights were made.
type warmupRecord struct {
	Format int `json:"format"`
	// Stage is the hash of the warm-up stage and Recipe what it was trained by.
	Stage  string        `json:"stage"`
	Recipe recipe.Recipe `json:"recipe"`
	// SHA256 is of the weights file. CPU and Build say what computed it: other kinds of processor round differently.
	SHA256 string `json:"sha256"`
	CPU    string `json:"cpu"`
	Build  string `json:"build"`
}

const warmupRecordFormat = 1

// read reads the record; fs.ErrNotExist where there is none.
func (w *shippedWarmup) read() (*warmupRecord, error) {
	text, err := os.ReadFile(w.recordPath())
	if err != nil {
		return nil, err
	}
	var r warmupRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("decode %s: %w", w.recordPath(), err)
	}
	if r.Format != warmupRecordFormat {
		return nil, fmt.Errorf("decode %s: format %d, this build reads %d", w.recordPath(), r.Format, warmupRecordFormat)
	}
	return &r, nil
}

// scratch lists the shipped warm-ups of an experiment's trials, with the plan in which they are trained from scratch. The
// files of weights need not be there.
func (s *session) scratch(path string, o *source) (*experiments.Experiment, []shippedWarmup, error) {
	files, dir, err := readExperiment(path)
	if err != nil {
		return nil, nil, configError(err)
	}
	exp, diags := experiments.Parse(files, experiments.Options{Catalog: language{s.catalog()}, Vars: o.vars, VarFiles: o.varFiles, IgnoreMissingData: true})
	if diags.HasErrors() {
		views.NewDiagnostics(s.json, s.err).Diagnostics(diags, exp.Files)
		return nil, nil, exit(exitConfig)
	}
	exp.Dir = dir
	weights := takeWeights(exp)
	plan, err := planner.Build(exp, s.catalog(), planner.Options{Root: rootSeed, Retries: o.retries})
	if err != nil {
		return nil, nil, configError(err)
	}
	var list []shippedWarmup
	seen := map[string]bool{}
	for i, t := range plan.Trials {
		for j, role := range []string{experiments.RoleTeacher, experiments.RoleStudent} {
			file, hash := weights[i][j], t.Roles[role]
			if file == "" || seen[file] {
				continue
			}
			seen[file] = true
			list = append(list, shippedWarmup{path: filepath.Join(dir, filepath.FromSlash(file)), stage: *stageOf(plan, hash)})
		}
	}
	return exp, list, nil
}

// takeWeights makes an experiment one that trains every warm-up and returns the files that it took teacher and student of each trial from.
func takeWeights(exp *experiments.Experiment) [][2]string {
	trials, _ := exp.Trials()
	files := make([][2]string, len(trials))
	for i, t := range trials {
		for j, p := range []*experiments.Policy{t.Teacher, t.Student} {
			if p.Warmup != nil {
				files[i][j] = p.Warmup.Weights
			}
		}
	}
	// Trials share policies, so nothing is cleared before all was read.
	for _, t := range trials {
		for _, p := range []*experiments.Policy{t.Teacher, t.Student} {
			if p.Warmup != nil {
				p.Warmup.Weights = ""
			}
		}
	}
	return files
}

// readExperiment reads the files that experiments.Load would.
func readExperiment(path string) (files map[string][]byte, dir string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", err
	}
	names := []string{path}
	dir = filepath.Dir(path)
	if info.IsDir() {
		dir = path
		if names, err = filepath.Glob(filepath.Join(escapeGlob(path), "*.hcl")); err != nil {
			return nil, "", err
		}
	}
	files = map[string][]byte{}
	for _, name := range names {
		base := filepath.Base(name)
		if info.IsDir() && (strings.HasPrefix(base, ".") || strings.HasSuffix(base, ".vars.hcl") && !strings.HasSuffix(base, ".auto.vars.hcl")) {
			continue
		}
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		files[name] = text
	}
	return files, dir, nil
}

// escapeGlob takes the meaning from characters of a path that patterns use.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
