package planner_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/planner"
	"github.com/retort-ml/retort/runner/recipe"
)

// settings of the corridor; Map stands for a file from outside.
type settings struct {
	Turns int    `hcl:"turns,optional" json:"turns"`
	Map   string `hcl:"map,optional" json:"map"`
}

func catalog() *registry.Catalog {
	return registry.NewCatalog(
		[]registry.MethodKind{sft.Kind(), opd.Kind(), grpo.Kind(), r2s.Kind()},
		[]registry.EnvironmentKind{{
			Name:     "corridor",
			Settings: func() any { return &settings{Turns: 6} },
			New: func(s any) (registry.Environment, error) {
				return &corridor.Environment{Turns: s.(*settings).Turns}, nil
			},
			Files: func(s any) []string {
				if m := s.(*settings).Map; m != "" {
					return []string{m}
				}
				return nil
			},
		}},
		[]registry.ModelKind{compact.Kind()},
		nil,
		append([]registry.StageKind{warmup.Stage(), warmup.ShippedStage(), evaluation.Stage(), sft.Stage(), opd.Stage(), grpo.Stage()}, r2s.Stages()...),
	)
}

// language is the catalogue as the language sees it.
type language struct{ *registry.Catalog }

func (l language) Names(string) []string { return nil }
func (l language) Settings(kind, name string) (any, bool) {
	switch kind {
	case experiments.KindMethod:
		m, ok := l.Method(name)
		if !ok {
			return nil, false
		}
		return m.Settings(), true
	case experiments.KindEnvironment:
		e, ok := l.Environment(name)
		if !ok {
			return nil, false
		}
		return e.Settings(), true
	case experiments.KindModel:
		m, ok := l.Model(name)
		if !ok {
			return nil, false
		}
		return m.Settings(), true
	case experiments.KindWarmup:
		s := warmup.Defaults()
		return &s, true
	case experiments.KindEvaluation:
		s := evaluation.Defaults()
		return &s, true
	}
	return nil, false
}

const grid = `
experiment "e" {}
variable "map" {
  type    = string
  default = ""
}
variable "extra" {
  type    = number
  default = 100
}
variable "seeds" {
  type    = number
  default = 2
}
environment "hall" {
  use = "corridor"
  map = var.map
}
model "wide"   { use = "compact" }
model "narrow" {
  use    = "compact"
  width  = 32
  layers = 2
}
teacher "large" {
  model = model.wide
  warmup { use = "sft" }
}
student "small" {
  model = model.narrow
  warmup {
    use     = "sft"
    weights = WEIGHTS
  }
}
method "opd" {}
method "r2s" { states = var.extra }
method "placebo" {
  extends   = method.r2s
  reference = "mismatched"
}
grid "main" {
  axis "teacher"     { values = [teacher.large] }
  axis "student"     { values = [student.small] }
  axis "environment" { values = [environment.hall] }
  axis "method"      { values = [method.opd, method.r2s, method.placebo] }
  seeds = var.seeds
}
evaluation { count = 4 }
evaluation "far" {
  environment = local.far[environment]
}
locals {
  far = { hall = environment.other }
}
environment "other" {
  use   = "corridor"
  turns = 9
}
`

// plan loads the grid above; weights is the HCL expression of the student's weights.
func plan(t *testing.T, dir, weights string, vars map[string]string) *runner.Plan {
	t.Helper()
	p, err := planner.Build(load(t, dir, weights, vars), catalog(), planner.Options{Root: 1})
	require.NoError(t, err)
	return p
}

func load(t testing.TB, dir, weights string, vars map[string]string) *experiments.Experiment {
	t.Helper()
	text := []byte(replace(grid, "WEIGHTS", weights))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "e.hcl"), text, 0o644))
	exp, diags := experiments.Load(dir, experiments.Options{Catalog: language{catalog()}, Vars: vars})
	require.False(t, diags.HasErrors(), "%v", diags)
	return exp
}

func replace(s, old, new string) string {
	for i := 0; i+len(old) <= len(s); i++ {
		if s[i:i+len(old)] == old {
			return s[:i] + new + s[i+len(old):]
		}
	}
	return s
}

func kinds(p *runner.Plan) map[string]int {
	n := map[string]int{}
	for _, s := range p.Stages {
		n[s.Kind]++
	}
	return n
}

func TestBuild_SharesStages(t *testing.T) {
	p := plan(t, t.TempDir(), "null", nil)
	require.NoError(t, p.Validate())
	require.Len(t, p.Trials, 6)
	require.Equal(t, map[string]int{
		"warmup":     2, // one teacher, one student
		"opd":        6, // three methods, two seeds
		"r2s.probe":  2, // the placebo shares it
		"r2s.repair": 4,
		"evaluate":   16, // six students, the student at the start, the teacher; in two environments
	}, kinds(p))
	for _, trial := range p.Trials {
		near, far := spec(t, p, trial.Roles["evaluate"]), spec(t, p, trial.Roles["evaluate/far"])
		require.JSONEq(t, `{"turns": 6, "map": ""}`, string(near.Environment.Settings))
		require.JSONEq(t, `{"turns": 9, "map": ""}`, string(far.Environment.Settings))
		for _, role := range []string{"train", "evaluate", "evaluate student", "evaluate teacher"} {
			require.Contains(t, trial.Stages, trial.Roles[role], "%s of %s", role, trial.ID)
		}
		require.LessOrEqual(t, len(trial.ID), 80)
		require.Equal(t, trial.Labels["method"] != "opd", trial.Roles["r2s.repair"] != "", trial.ID)
	}
}

// spec decodes the recipe of a stage.
func spec(t *testing.T, p *runner.Plan, hash string) recipe.Recipe {
	t.Helper()
	i := slices.IndexFunc(p.Stages, func(s runner.Stage) bool { return s.Hash == hash })
	require.GreaterOrEqual(t, i, 0, "no stage %s", hash)
	var r recipe.Recipe
	require.NoError(t, json.Unmarshal(p.Stages[i].Spec, &r))
	return r
}

func TestBuild_IsAFunction(t *testing.T) {
	a, b := plan(t, t.TempDir(), "null", nil), plan(t, t.TempDir(), "null", nil)
	require.Equal(t, a, b)
}

// Changing a setting changes the stages that read it, and those after them, and no others.
func TestBuild_ChangesOnlyWhatReadsASetting(t *testing.T) {
	before := hashes(plan(t, t.TempDir(), "null", nil))
	after := hashes(plan(t, t.TempDir(), "null", map[string]string{"extra": "50"}))
	for _, title := range []string{"warm up teacher large in hall", "warm up student small in hall", "opd opd in hall", "evaluate student small in hall"} {
		require.Equal(t, before[title], after[title], title)
	}
	for _, title := range []string{"r2s.probe r2s in hall", "r2s.repair r2s in hall", "opd r2s in hall", "evaluate r2s in hall"} {
		require.Contains(t, before, title)
		require.NotEqual(t, before[title], after[title], title)
	}
}

func hashes(p *runner.Plan) map[string][]string {
	m := map[string][]string{}
	for _, s := range p.Stages {
		m[s.Title] = append(m[s.Title], s.Hash)
	}
	return m
}

// Files from outside count by content, not by path.
func TestBuild_FilesByContent(t *testing.T) {
	file := func(content string) map[string]string {
		path := filepath.Join(t.TempDir(), "map.txt")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
		return map[string]string{"map": path}
	}
	one, moved, other := plan(t, t.TempDir(), "null", file("a")), plan(t, t.TempDir(), "null", file("a")), plan(t, t.TempDir(), "null", file("b"))
	require.Equal(t, hashes(one), hashes(moved))
	require.NotEqual(t, hashes(one), hashes(other))
	_, err := planner.Build(load(t, t.TempDir(), "null", map[string]string{"map": "/nonexistent/map"}), catalog(), planner.Options{})
	require.ErrorContains(t, err, `read files of environment "hall"`)
	require.ErrorContains(t, err, "/nonexistent/map")
}

func TestBuild_ShippedWeights(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "small.safetensors"), []byte("weights"), 0o644))
	p := plan(t, dir, `"small.safetensors"`, nil)
	require.Equal(t, 1, kinds(p)["shipped"])
	require.Equal(t, 1, kinds(p)["warmup"])
	i := slices.IndexFunc(p.Stages, func(s runner.Stage) bool { return s.Kind == "shipped" })
	require.GreaterOrEqual(t, i, 0)
	r := spec(t, p, p.Stages[i].Hash)
	require.Equal(t, filepath.Join(dir, "small.safetensors"), r.Files["file"].Path)
	require.Equal(t, p.Stages[i].Hash, p.Trials[0].Roles["student"])
}

func BenchmarkBuild(b *testing.B) {
	exp := load(b, b.TempDir(), "null", map[string]string{"seeds": "3334"})
	b.ReportAllocs()
	for b.Loop() {
		p, err := planner.Build(exp, catalog(), planner.Options{Root: 1})
		require.NoError(b, err)
		require.Len(b, p.Trials, 10002)
	}
}
