package planner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/models/checkpoint"
	"github.com/retort-ml/retort/runner/planner"
)

type hallSettings struct {
	Horizon int    `hcl:"horizon,optional" json:"horizon"`
	Map     string `hcl:"map,optional" json:"map"`
}

// loaded is a catalogue in which every policy is a checkpoint.
func loaded() *registry.Catalog {
	return registry.NewCatalog(
		[]registry.MethodKind{opd.Kind(), r2s.Kind()},
		[]registry.EnvironmentKind{{
			Name:     "hall",
			Settings: func() any { return &hallSettings{Horizon: 5} },
			Files:    func(s any) []string { return []string{s.(*hallSettings).Map} },
		}},
		[]registry.ModelKind{checkpoint.Kind()},
		nil,
		append([]registry.StageKind{warmup.Stage(), evaluation.Stage(), opd.Stage()}, r2s.Stages()...),
	)
}

const checkpoints = `
experiment "e" {}
environment "hall" { map = "/nonexistent/map" }
model "small" {
  use                 = "checkpoint"
  name                = "small"
  parameters          = 1
  prompt_tokens       = 100
  max_response_tokens = 50
}
model "large" {
  extends           = model.small
  name              = "large"
  parameters        = 30
  active_parameters = 3
}
teacher "large" { model = model.large }
student "small" { model = model.small }
method "opd" {
  steps        = 10
  tasks_a_step = 2
}
method "r2s" {
  extends       = method.opd
  states        = 20
  takeovers     = 3
  repair_epochs = 2
  check_tasks   = 10
}
grid "main" {
  axis "teacher"     { values = [teacher.large] }
  axis "student"     { values = [student.small] }
  axis "environment" { values = [environment.hall] }
  axis "method"      { values = [METHOD] }
}
evaluation { count = 0 }
`

func estimate(t *testing.T, method string) *planner.Compute {
	t.Helper()
	files := map[string][]byte{"e.hcl": []byte(replace(checkpoints, "METHOD", method))}
	exp, diags := experiments.Parse(files, experiments.Options{Catalog: language{loaded()}})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, err := planner.Build(exp, loaded(), planner.Options{Root: 1})
	require.NoError(t, err, "a plan of checkpoints does without the map")
	require.NoError(t, p.Validate())
	require.Contains(t, hashes(p), "load teacher large in hall")
	return planner.EstimateCompute(p, loaded())
}

// 20 episodes of 5 turns are 100 turns of 100 tokens read and 50 written. In FLOPs: the student reads 100*100*2e9 = 0.2e14,
// writes 100*50*2e9 = 0.1e14 and learns 100*150*6e9 = 0.9e14; the teacher, of which 3e9 parameters are active, scores
// 100*150*6e9 = 0.9e14. Writing goes at 98.9e12 a second, the rest at 296.7e12.
func TestEstimateCompute(t *testing.T) {
	c := estimate(t, "method.opd")
	require.Equal(t, []string{"large", "small"}, c.Checkpoints)
	want := (2.0e14/296.7e12 + 0.1e14/98.9e12) / 3600
	require.InEpsilon(t, want, c.ByKind["opd"], 1e-9, "the order of the sums rounds")
	require.InEpsilon(t, want, c.Hours, 1e-9, "nothing else is known")
	require.Equal(t, []string{"evaluate: its settings do not tell the number of episodes"}, c.Unknown)
	require.Zero(t, c.RemoteTokens)
}

// The repair scores 20 states twice and learns them twice, 100 turns each: 2*100*150*6e9 + 2*100*150*18e9 = 7.2e14; the
// teacher checks itself on 2*10 episodes: it reads 100*100*6e9 = 0.6e14 and writes 100*50*6e9 = 0.3e14. What is distilled
// afterwards costs what the teacher's size says.
func TestEstimateCompute_RepairedTeacher(t *testing.T) {
	c := estimate(t, "method.r2s")
	require.InEpsilon(t, (7.8e14/296.7e12+0.3e14/98.9e12)/3600, c.ByKind["r2s.repair"], 1e-9)
	require.InEpsilon(t, estimate(t, "method.opd").ByKind["opd"], c.ByKind["opd"], 1e-9)
	require.Positive(t, c.ByKind["r2s.probe"])
}

func TestEstimateCompute_WithoutCheckpoints(t *testing.T) {
	require.Nil(t, planner.EstimateCompute(plan(t, t.TempDir(), "null", nil), catalog()))
}
