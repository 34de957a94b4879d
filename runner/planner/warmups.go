package planner

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/runner"
)

// Warmup is a warmed-up policy that an experiment starts from, with the recipe that makes it.
type Warmup struct {
	Policy      string // name of the teacher or student block
	Role        string // "teacher" or "student"
	Environment string
	// Recipe is the hash of the stage that trains it from scratch, whether or not weights are shipped.
	Recipe string
	// File is the path of the shipped weights; empty when the experiment trains them itself.
	File string
}

// Warmups lists the policies of an experiment in the order of its trials, and a plan of nothing but
// their training from scratch.
func Warmups(exp *experiments.Experiment, catalog *registry.Catalog, opts Options) ([]Warmup, *runner.Plan, error) {
	trials, diags := exp.Trials()
	if diags.HasErrors() {
		return nil, nil, fmt.Errorf("expand %s: %w", exp.Name, diags)
	}
	p := newPlanner(exp, catalog, opts)
	var list []Warmup
	for i := range trials {
		for _, policy := range []*experiments.Policy{trials[i].Teacher, trials[i].Student} {
			b := &builder{planner: p, trial: &trials[i], roles: map[string]string{}}
			artifact := b.scratch(policy)
			if b.err != nil {
				return nil, nil, b.err
			}
			w := Warmup{
				Policy: policy.Name, Role: policy.Role, Environment: trials[i].Environment.Name,
				Recipe: p.plan.Stages[artifact.Stage-1].Hash,
			}
			if policy.Warmup != nil && policy.Warmup.Weights != "" {
				w.File = filepath.Join(exp.Dir, filepath.FromSlash(policy.Warmup.Weights))
			}
			if !slices.Contains(list, w) {
				list = append(list, w)
				b.role(w.Role, artifact)
				p.plan.Trials = append(p.plan.Trials, b.finish())
			}
		}
	}
	p.finish()
	return list, p.plan, nil
}

// manifestVersion is that of the manifest's layout.
const manifestVersion = 1

// Manifest says where shipped weights come from. It stands beside them as manifest.json.
type Manifest struct {
	FormatVersion int              `json:"format_version"`
	Weights       []ManifestWeight `json:"weights"`
}

// ManifestWeight is one file of shipped weights.
type ManifestWeight struct {
	File   string `json:"file"`   // name in the manifest's folder
	SHA256 string `json:"sha256"` // of its content
	Recipe string `json:"recipe"` // hash of the stage that made it
	CPU    string `json:"cpu"`    // kind of CPU whose bits it has
}

// ManifestName is the file name of a manifest.
const ManifestName = "manifest.json"

// ReadManifest reads the manifest of a folder; a folder without one has an empty manifest.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Manifest{FormatVersion: manifestVersion}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", path, err)
	}
	if m.FormatVersion != manifestVersion {
		return nil, fmt.Errorf("read manifest %s: version %d, this build reads %d", path, m.FormatVersion, manifestVersion)
	}
	return &m, nil
}

// Find returns the entry of a file.
func (m *Manifest) Find(file string) (ManifestWeight, bool) {
	for _, w := range m.Weights {
		if w.File == file {
			return w, true
		}
	}
	return ManifestWeight{}, false
}

// Set replaces the entry of a file, or adds it; entries are kept in the order of their names.
func (m *Manifest) Set(entry ManifestWeight) {
	m.Weights = slices.DeleteFunc(m.Weights, func(w ManifestWeight) bool { return w.File == entry.File })
	at, _ := slices.BinarySearchFunc(m.Weights, entry.File, func(w ManifestWeight, file string) int { return strings.Compare(w.File, file) })
	m.Weights = slices.Insert(m.Weights, at, entry)
}

// Write replaces the manifest of a folder.
func (m *Manifest) Write(dir string) error {
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, ManifestName), append(raw, '\n'), 0o644); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	return nil
}
