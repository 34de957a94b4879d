// Package planner turns a loaded experiment into a runner.Plan: each trial into its stages, equal
// stages into one. It is the only place that knows both the language and what methods are made of.
package planner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// Options are what a plan depends on besides the experiment.
type Options struct {
	// Root seeds everything.
	Root uint64
	// Retries is how often a stage that fails by itself is tried again.
	Retries int
	// Recorded gives the content hash that an earlier plan found under a path, for files and folders that are not there any more. Nil
	// where a plan needs them: what has to run reads them.
	Recorded func(path string) (sha256 string, ok bool)
}

// Build expands an experiment that was loaded without errors. An error concerns files from outside (weights, games) that
// cannot be read, or settings that only the environment itself can judge.
func Build(exp *experiments.Experiment, catalog *registry.Catalog, opts Options) (*runner.Plan, error) {
	trials, diags := exp.Trials()
	if diags.HasErrors() {
		return nil, fmt.Errorf("expand %s: %w", exp.Name, diags)
	}
	p := &planner{exp: exp, catalog: catalog, opts: opts, plan: &runner.Plan{Experiment: exp.Name}, index: map[string]int{}, hashes: map[string]string{}, encoded: map[any]json.RawMessage{}}
	for i := range trials {
		if err := p.trial(&trials[i]); err != nil {
			return nil, err
		}
	}
	p.finish()
	return p.plan, nil
}

type planner struct {
	exp     *experiments.Experiment
	catalog *registry.Catalog
	opts    Options
	plan    *runner.Plan
	index   map[string]int    // stage hash to place in plan.Stages
	hashes  map[string]string // path to content hash
	encoded map[any]json.RawMessage
}

// finish hashes the plan: its trials and the identities of its stages, not titles or limits.
func (p *planner) finish() {
	h := sha256.New()
	h.Write(marshal(p.plan.Trials))
	for _, s := range p.plan.Stages {
		io.WriteString(h, s.Hash)
	}
	p.plan.Hash = hex.EncodeToString(h.Sum(nil))
}

// trial adds the stages of one trial: warm-ups, the method's own, evaluations.
func (p *planner) trial(t *experiments.Trial) error {
	kind, ok := p.catalog.Method(t.Method.Use)
	if !ok {
		panic(fmt.Sprintf("planner: method %q passed the language and is not in the catalogue", t.Method.Use))
	}
	b := &builder{planner: p, trial: t, roles: map[string]string{}}
	b.teacher = b.warmUp(t.Teacher)
	b.student = b.warmUp(t.Student)
	b.role("teacher", b.teacher)
	b.role("student", b.student)
	trained := kind.New(t.Method.Settings).Build(b)
	b.role("train", trained)
	for i, e := range p.exp.Evaluations {
		e = e.In(t.Environment.Name)
		b.evaluate(e, i > 0, "", "evaluate "+t.Method.Name, trained)
		b.evaluate(e, i > 0, " student", policyTitle("evaluate", t.Student), b.student)
		b.evaluate(e, i > 0, " teacher", policyTitle("evaluate", t.Teacher), b.teacher)
		b.floors(e, i > 0)
	}
	if b.err != nil {
		return b.err
	}
	p.plan.Trials = append(p.plan.Trials, b.finish())
	return nil
}

// checkpoint returns what a model starts from, and false where that is random weights.
func (p *planner) checkpoint(m *experiments.Model) (registry.Checkpoint, bool) {
	kind, ok := p.catalog.Model(m.Use)
	if !ok || kind.Checkpoint == nil {
		return registry.Checkpoint{}, false
	}
	return kind.Checkpoint(m.Settings), true
}

// contentHash returns the hash of a file or folder, computed once a plan.
func (p *planner) contentHash(path string) (string, error) {
	if h, ok := p.hashes[path]; ok {
		return h, nil
	}
	h, err := recipe.HashPath(path)
	if errors.Is(err, fs.ErrNotExist) && p.opts.Recorded != nil {
		if recorded, ok := p.opts.Recorded(path); ok {
			h, err = recorded, nil
		}
	}
	if err != nil {
		return "", err
	}
	p.hashes[path] = h
	return h, nil
}

// weights returns the shipped weights of a policy as a file, if it has any.
func (p *planner) weights(policy *experiments.Policy) (map[string]recipe.File, *warmup.Shipped, error) {
	if policy.Warmup == nil || policy.Warmup.Weights == "" {
		return nil, nil, nil
	}
	path := filepath.Join(p.exp.Dir, filepath.FromSlash(policy.Warmup.Weights))
	hash, err := p.contentHash(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read weights of %s %q: %w", policy.Role, policy.Name, err)
	}
	return map[string]recipe.File{"file": {Path: path, SHA256: hash}}, &warmup.Shipped{SHA256: hash}, nil
}
