package experiments_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

func render(t testing.TB, e *experiments.Experiment, diags hcl.Diagnostics) string {
	t.Helper()
	return renderWidth(t, e, diags, 100)
}

func renderWidth(t testing.TB, e *experiments.Experiment, diags hcl.Diagnostics, width uint) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, hcl.NewDiagnosticTextWriter(&b, e.Files, width, false).WriteDiagnostics(diags))
	return b.String()
}

// load loads the named fixture folder, which has to be right.
func load(t testing.TB, path string, opts experiments.Options) *experiments.Experiment {
	t.Helper()
	if opts.Catalog == nil {
		opts.Catalog = catalog{}
	}
	e, diags := experiments.Load(path, opts)
	require.Empty(t, diags, render(t, e, diags))
	return e
}

// parse loads the blocks in src beside those of base.hcl, which has to work.
func parse(t testing.TB, src string) *experiments.Experiment {
	t.Helper()
	e, diags := experiments.Parse(map[string][]byte{
		"base.hcl": read(t, "testdata/base.hcl"),
		"test.hcl": []byte(src),
	}, experiments.Options{Catalog: catalog{}})
	require.Empty(t, diags, render(t, e, diags))
	return e
}

func TestLoad_Experiment(t *testing.T) {
	e := load(t, "testdata/valid/r2s", experiments.Options{})
	require.Equal(t, "r2s", e.Name)
	require.Equal(t, "R2S", e.Paper)
	require.Contains(t, e.Question, "repairing the teacher")
	require.Equal(t, "testdata/valid/r2s", e.Dir)
	require.Equal(t, "testdata/valid/r2s/experiment.hcl", e.DeclRange.Filename)
	require.Equal(t, 1, e.DeclRange.Start.Line)
	require.Equal(t, experiments.DefaultTrialsMax, e.TrialsMax)

	require.Equal(t, []string{"household", "shop"}, []string{e.Environments[0].Name, e.Environments[1].Name})
	require.Equal(t, &worldSettings{Rooms: 7, Horizon: 20, Tasks: map[string]int{"train": 512, "seen": 128, "unseen": 128}}, e.Environments[0].Settings)
	require.Equal(t, "alfworld", e.Environments[0].Use)
	require.Equal(t, "tiny", e.Models[0].Use, "a label that the catalogue knows needs no use attribute")

	require.Same(t, e.Models[0], e.Teachers[0].Model)
	require.Nil(t, e.Teachers[1].Warmup)
	require.Equal(t, "none", e.Students[0].Warmup.Use)

	require.Equal(t, &evaluationSettings{Tasks: "unseen", Decodes: 3, Temperature: 1}, e.Evaluations[0].Settings)
	require.Equal(t, experiments.MainEvaluation, e.Evaluations[0].Name)

	table := e.Tables[0]
	require.Same(t, e.Grids[0], table.Grid)
	require.Equal(t, []string{"success_rate"}, table.Metrics)
	require.Equal(t, experiments.BestOfTheOthers, table.Baseline)
	require.Equal(t, &experiments.Published{Paper: "R2S", Table: "main"}, table.Published)
	require.Same(t, e.Evaluations[0], table.Evaluation)

	plot := e.Plots[0]
	require.Equal(t, "curve", plot.Use)
	require.Equal(t, &curveSettings{Band: true}, plot.Settings)
	require.Equal(t, "loss", plot.Y)
	require.Empty(t, plot.Metrics)
}

func TestLoad_DefaultEvaluation(t *testing.T) {
	e := parse(t, `
table "t" {
  grid    = grid.base
  rows    = ["method", "metric"]
  columns = ["environment", "mean"]
  metric  = [metric.turns, metric.success_rate]
  baseline = method.opd
}
`)
	require.Len(t, e.Evaluations, 1)
	require.Equal(t, &evaluationSettings{Tasks: "unseen", Decodes: 1}, e.Evaluations[0].Settings)
	require.Same(t, e.Evaluations[0], e.Tables[0].Evaluation)
	require.Equal(t, []string{"turns", "success_rate"}, e.Tables[0].Metrics)
	require.Equal(t, "opd", e.Tables[0].Baseline)
}

func TestLoad_SingleFile(t *testing.T) {
	e := load(t, "testdata/base.hcl", experiments.Options{})
	require.Equal(t, "testdata", e.Dir)
	trials, _ := e.Trials()
	require.Len(t, trials, 2)
}

func TestLoad_NothingThere(t *testing.T) {
	empty := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(empty, "README.md"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(empty, "paper.vars.hcl"), nil, 0o644))
	for _, test := range []struct{ name, path, summary, detail string }{
		{"missing folder", filepath.Join(empty, "none"), "Experiment not found", "Cannot read " + filepath.Join(empty, "none") + ": no such file or directory."},
		{"empty folder", empty, "Empty experiment", "There are no .hcl files in " + empty + "."},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, diags := experiments.Load(test.path, experiments.Options{Catalog: catalog{}})
			require.Len(t, diags, 1)
			require.Equal(t, test.summary, diags[0].Summary)
			require.Equal(t, test.detail, diags[0].Detail)
			require.NotNil(t, e)
			trials, _ := e.Trials()
			require.Empty(t, trials)
		})
	}
}

func TestLoad_MissingWeightsOnRequest(t *testing.T) {
	e := load(t, "testdata/invalid/weights-missing", experiments.Options{IgnoreMissingWeights: true})
	trials, _ := e.Trials()
	require.Equal(t, "warmups/alfworld.safetensors", trials[0].Teacher.Warmup.Weights)
	require.Empty(t, trials[2].Teacher.Warmup.Weights, "null switches the weights off")
}

// missingMap is a settings struct that names a file which is not there.
type missingMap struct {
	Map string `hcl:"map,optional" json:"map"`
}

type missingFile struct {
	Setting, Message string
	Missing          bool
}

func (m *missingMap) Validate() []missingFile {
	return []missingFile{{Setting: "map", Message: m.Map + ": no such file", Missing: m.Map != "wrong"}}
}

type mapCatalog struct{}

func (mapCatalog) Names(string) []string { return nil }
func (mapCatalog) Settings(kind, _ string) (any, bool) {
	return &missingMap{}, kind == experiments.KindEnvironment
}

func TestLoad_MissingDataOnRequest(t *testing.T) {
	parse := func(name string, ignore bool) hcl.Diagnostics {
		files := map[string][]byte{"e.hcl": []byte("experiment \"e\" {}\nenvironment \"hall\" { map = \"" + name + "\" }\n")}
		_, diags := experiments.Parse(files, experiments.Options{Catalog: mapCatalog{}, IgnoreMissingData: ignore})
		return diags
	}
	about := func(name string, ignore bool) bool {
		return slices.ContainsFunc(parse(name, ignore), func(d *hcl.Diagnostic) bool { return strings.Contains(d.Detail, name+": no such file") })
	}
	require.True(t, about("absent", false))
	require.False(t, about("absent", true))
	require.True(t, about("wrong", true), "whatever else is found counts")
}

func TestLoad_EmptyFile(t *testing.T) {
	e, diags := experiments.Parse(map[string][]byte{"main.hcl": nil}, experiments.Options{Catalog: catalog{}})
	require.Len(t, diags, 1)
	require.Equal(t, "Missing experiment block", diags[0].Summary)
	requireInside(t, e, diags)
}

// A catalogue without a kind knows no names of that kind and must not bring the loader down.
func TestLoad_PoorCatalog(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"experiment.hcl", "methods.hcl", "results.hcl"} {
		files[name] = read(t, "testdata/valid/r2s/"+name)
	}
	for _, kind := range []string{"method", "environment", "model", "warmup", "evaluation", "metric", "plot"} {
		e, diags := experiments.Parse(files, experiments.Options{Catalog: catalog{without: kind}})
		require.True(t, diags.HasErrors(), kind)
		requireInside(t, e, diags)
	}
}

func TestLoad_SettingsKeepDefaultsAndHonourZero(t *testing.T) {
	e := parse(t, `
method "grpo" {
  steps    = 0
  clip     = 0
  horizons = []
}
method "sft" {
  learning_rate = 0.1 + 0.2
  clip          = null
}
`)
	zero := 0.0
	require.Equal(t, &opdSettings{Budget: Budget{Steps: 0, TasksAStep: 32}, LearningRate: 1e-3, Clip: &zero, Horizons: []int{}}, e.Methods[2].Settings)
	require.Equal(t, &opdSettings{Budget: Budget{Steps: 150, TasksAStep: 32}, LearningRate: 0.3}, e.Methods[3].Settings)
}

func TestLoad_Extends(t *testing.T) {
	e := parse(t, `
method "long" {
  extends = method.base
  steps   = 300
}
method "base" {
  use           = "opd"
  learning_rate = 2e-3
  tasks_a_step  = 8
}
method "repaired" {
  use     = "r2s"
  extends = method.long
  states  = 10
}
model "wide" {
  use   = "compact"
  width = 128
}
model "wider" {
  extends = model.wide
  layers  = 6
}
`)
	long, repaired := e.Methods[2], e.Methods[4]
	require.Equal(t, "opd", long.Use)
	require.Equal(t, "base", long.Extends)
	require.Equal(t, &opdSettings{Budget: Budget{Steps: 300, TasksAStep: 8}, LearningRate: 2e-3}, long.Settings)
	require.Equal(t, "r2s", repaired.Use)
	require.Equal(t, &r2sSettings{Steps: 300, LearningRate: 2e-3, States: 10, Takeovers: 4, Select: "consensus"}, repaired.Settings)
	require.Equal(t, &modelSettings{Width: 128, Layers: 6, Heads: 4}, e.Models[2].Settings)
	require.Equal(t, "r2s", e.Methods[1].Use, "a label that the catalogue knows wins over what is inherited")

	require.Len(t, repaired.Origins, 3)
	require.Equal(t, 4, repaired.Origins["steps"].Start.Line, "an inherited setting keeps its place")
	require.Equal(t, 8, repaired.Origins["learning_rate"].Start.Line)
	require.Equal(t, 14, repaired.Origins["states"].Start.Line)
}

func TestLoad_PerEnvironment(t *testing.T) {
	e := load(t, "testdata/valid/r2s", experiments.Options{})
	large := e.Teachers[0]
	require.True(t, large.PerEnvironment)
	require.Nil(t, large.Warmup.Settings)
	require.Equal(t, 20000, large.In("household").Warmup.Settings.(*warmupSettings).Episodes)
	require.Equal(t, 5000, large.In("shop").Warmup.Settings.(*warmupSettings).Episodes)
	require.Equal(t, "warmups/large-shop.safetensors", large.In("shop").Warmup.Weights)
	require.Same(t, large.In("shop"), large.In("shop"))
	require.NotContains(t, string(large.In("shop").Canonical()), "safetensors")
	require.Same(t, e.Teachers[1], e.Teachers[1].In("shop"))

	trials, _ := e.Trials()
	for _, trial := range trials {
		require.NotNil(t, trial.Method.Settings)
		if trial.Teacher.Name == "large" {
			require.Same(t, large.In(trial.Environment.Name), trial.Teacher)
		}
	}
}

func TestLoad_MethodPerEnvironment(t *testing.T) {
	e := parse(t, `
locals {
  steps = { alfworld = 100, shop = 50 }
}
method "grpo" {
  steps = local.steps[environment]
}
method "slow" {
  extends       = method.grpo
  learning_rate = environment == "shop" ? 1e-4 : 1e-5
}
ablation "rates" {
  of   = method.grpo
  vary = { learning_rate = [1, 2] }
}
grid "all" {
  axis "teacher" {
    values = [teacher.large]
  }
  axis "student" {
    values = [student.small]
  }
  axis "environment" {
    values = values(environment)
  }
  axis "method" {
    values = [method.grpo, method.slow, ablation.rates]
  }
}
`)
	got := map[string][]int{}
	trials, _ := e.Trials()
	for _, trial := range trials {
		if trial.Method.Name != "opd" {
			got[trial.Method.Name] = append(got[trial.Method.Name], trial.Method.Settings.(*opdSettings).Steps)
		}
	}
	require.Equal(t, map[string][]int{
		"grpo":                  {100, 50},
		"slow":                  {100, 50},
		"grpo[learning_rate=1]": {100, 50},
		"grpo[learning_rate=2]": {100, 50},
	}, got)
}

func TestLoad_EvaluationPerEnvironment(t *testing.T) {
	e := parse(t, `
locals {
  harder = { alfworld = environment.hard, shop = null }
}
environment "hard" {
  extends = environment.alfworld
  rooms   = 9
}
evaluation {}
evaluation "harder" {
  environment = local.harder[environment]
  decodes     = { alfworld = 3, shop = 5 }[environment]
}
evaluation "elsewhere" {
  environment = environment == "shop" ? environment.alfworld : environment.shop
}
evaluation "shop" {
  environment = environment.shop
}
method "grpo" {
  steps = { alfworld = 7, shop = 8 }[environment]
}
`)
	harder, elsewhere := e.Evaluations[1], e.Evaluations[2]
	require.True(t, harder.PerEnvironment)
	require.Equal(t, "hard", harder.In("alfworld").Environment.Name)
	require.Equal(t, 3, harder.In("alfworld").Settings.(*evaluationSettings).Decodes)
	require.Nil(t, harder.In("shop").Environment, "null is the trial's own")
	require.Equal(t, 5, harder.In("shop").Settings.(*evaluationSettings).Decodes)
	require.Equal(t, 11, harder.In("shop").Origins["environment"].Start.Line)
	require.Same(t, harder, harder.In("hard"), "no grid trains there, so no map needs an entry for it")

	require.Equal(t, "shop", elsewhere.In("alfworld").Environment.Name)
	require.Equal(t, "alfworld", elsewhere.In("shop").Environment.Name, "the word alone and blocks go together")

	require.False(t, e.Evaluations[3].PerEnvironment)
	require.Equal(t, "shop", e.Evaluations[3].In("alfworld").Environment.Name)
}

func TestLoad_References(t *testing.T) {
	e := parse(t, `
variable "quick" {
  type    = bool
  default = true
}
locals {
  chosen  = var.quick ? [method.opd] : [method.opd, method.r2s, method.sft]
  widths  = { for name, layers in { a = 1, b = 2 } : name => layers * 8 }
  longest = max([for n in ["x", "yyy"] : length(n)]...)
}
method "sft" {
  steps        = length(range(5000))
  tasks_a_step = local.longest
}
model "compact" {
  width  = local.widths["b"]
  layers = local.widths.a / 4
}
student "other" {
  model = var.quick ? model.compact : model.tiny
}
grid "own" {
  axis "pair" {
    teacher = [student.small, student.other]
    student = [student.small, student.other]
  }
  axis "environment" {
    values = toset([environment.shop])
  }
  axis "method" {
    values = concat(local.chosen, [method.sft])
  }
  seeds = [7]
}
`)
	require.Equal(t, &opdSettings{Budget: Budget{Steps: 5000, TasksAStep: 3}, LearningRate: 1e-3}, e.Methods[2].Settings)
	require.Equal(t, &modelSettings{Width: 16, Layers: 2, Heads: 4}, e.Models[1].Settings)
	require.Same(t, e.Models[1], e.Students[1].Model)
	require.Equal(t, []string{"small/small", "other/other"}, e.Grids[1].Axes[0].Labels)
	require.Equal(t, []string{"teacher", "student"}, e.Grids[1].Axes[0].Columns)
	trials, _ := e.Trials()
	require.Same(t, trials[2].Teacher, trials[2].Student, "a student can be its own teacher")
}
