package reports_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/metrics"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

var update = flag.Bool("update", false, "rewrite golden files")

// source is a store in memory.
type source struct {
	states    map[string]attempt.State
	summaries map[string][]registry.Summary
	metrics   map[string][]results.MetricRow
	warnings  map[string][]string
}

func (s *source) States(hashes []string) (map[string]results.StageState, error) {
	m := map[string]results.StageState{}
	for _, h := range hashes {
		state, ok := s.states[h]
		if !ok {
			state = attempt.Pending
		}
		m[h] = results.StageState{Hash: h, State: state}
	}
	return m, nil
}

var errNotDone = errors.New("not in the store")

func (s *source) Summaries(hash, phase string) ([]registry.Summary, error) {
	if s.states[hash] != attempt.Done || phase != "evaluation" {
		return nil, errNotDone
	}
	return s.summaries[hash], nil
}

func (s *source) Metrics(hash string) ([]results.MetricRow, error) { return s.metrics[hash], nil }
func (s *source) Warnings(hash string) ([]string, error)           { return s.warnings[hash], nil }

// experiment is a plan and its results, drawn with success rates on the logit scale.
type experiment struct {
	pairs, environments, methods []string
	seeds, tasks, decodes        int
	// logit of the success of a method in an environment.
	logit func(pair, environment, method string) float64
	// seedSpread and taskSpread are standard deviations on the logit scale.
	seedSpread, taskSpread float64
	references             bool
}

func small() experiment {
	return experiment{
		pairs: []string{"large → small", "large → tiny"}, environments: []string{"household", "shop"}, methods: []string{"sft", "opd", "r2s"},
		seeds: 3, tasks: 32, decodes: 2, seedSpread: 0.15, taskSpread: 1.5, references: true,
		logit: func(pair, environment, method string) float64 {
			at := map[string]float64{"sft": -0.9, "opd": 0.1, "r2s": 1.3}[method]
			if environment == "shop" {
				at -= 0.4
			}
			if pair == "large → tiny" {
				at -= 0.6
			}
			return at
		},
	}
}

func (x experiment) build() (*source, reports.Plan) {
	src := &source{
		states: map[string]attempt.State{}, summaries: map[string][]registry.Summary{}, metrics: map[string][]results.MetricRow{}, warnings: map[string][]string{},
	}
	plan := reports.Plan{Experiment: "r2s", Hash: "5f1c0ffee5f1c0ff"}
	rng := rand.New(rand.NewPCG(11, 12))
	difficulty := map[string][]float64{}
	for _, e := range x.environments {
		for range x.tasks {
			difficulty[e] = append(difficulty[e], x.taskSpread*rng.NormFloat64())
		}
	}
	play := func(hash, environment, actor string, logit float64) {
		if src.states[hash] == attempt.Done {
			return
		}
		src.states[hash] = attempt.Done
		for task := range x.tasks {
			for decode := range x.decodes {
				p := 1 / (1 + math.Exp(-(logit + difficulty[environment][task])))
				s := registry.Summary{
					Task: registry.Task{Split: "unseen", Index: task}, Decode: decode, Actor: actor, Won: rng.Float64() < p,
				}
				s.Turns, s.TimedOut = 20, !s.Won
				if s.Won {
					s.Turns, s.Score = 6+rng.IntN(8), 1
				}
				s.SearchTurns, s.HesitationTurns = s.Turns/2+rng.IntN(3), int(4*(1-p))
				s.ResponseTokens = 4 * s.Turns
				src.summaries[hash] = append(src.summaries[hash], s)
			}
		}
	}
	for _, pair := range x.pairs {
		for _, e := range x.environments {
			for _, m := range x.methods {
				for seed := range x.seeds {
					id := fmt.Sprintf("%s-%s-%s-%d", pair, e, m, seed+1)
					roles := map[string]string{reports.RoleEvaluate: "eval " + id, "train": "train " + id}
					if x.references {
						roles[reports.RoleTeacher] = "teacher " + e
						roles[reports.RoleStudent] = "student " + pair + e
						play(roles[reports.RoleTeacher], e, "teacher", 2.2)
						play(roles[reports.RoleStudent], e, "student", x.logit(pair, e, "sft")-0.2)
					}
					play(roles[reports.RoleEvaluate], e, "student", x.logit(pair, e, m)+x.seedSpread*rng.NormFloat64())
					src.states[roles["train"]] = attempt.Done
					plan.Trials = append(plan.Trials, reports.Trial{
						ID: id, Labels: map[string]string{"pair": pair, "environment": e, "method": m, "seed": fmt.Sprint(seed + 1)},
						Grids: []string{"main"}, Stages: []string{roles["train"], roles[reports.RoleEvaluate]}, Roles: roles,
					})
				}
			}
		}
	}
	return src, plan
}

// lose makes stages of trials whose id has the prefix end in a state.
func (s *source) lose(plan reports.Plan, prefix string, state attempt.State) {
	for _, t := range plan.Trials {
		if len(t.ID) >= len(prefix) && t.ID[:len(prefix)] == prefix {
			s.states[t.Roles["train"]] = state
			delete(s.states, t.Roles[reports.RoleEvaluate])
		}
	}
}

func metric(t *testing.T, name string) registry.Metric {
	t.Helper()
	m, ok := metrics.Named(name)
	require.True(t, ok, name)
	return m
}

func mainSpec(t *testing.T) reports.Spec {
	t.Helper()
	return reports.Spec{
		Name: "main", Grid: "main", Rows: []string{"pair", "method"}, Columns: []string{"environment", reports.MeanColumn},
		Metric: metric(t, "success_rate"), Baseline: "opd", Resamples: 500,
		Names: map[string][]string{"household": {"ALFWorld"}, "shop": {"WebShop"}},
	}
}

var origin = reports.Origin{Version: "v0.1.0", Command: "retort table main"}

func build(t *testing.T, src reports.Source, plan reports.Plan, spec reports.Spec) *reports.Table {
	t.Helper()
	table, err := reports.Build(src, plan, spec, origin)
	require.NoError(t, err)
	return table
}

// cell finds a cell by the names of its row and column.
func cell(t *testing.T, table *reports.Table, row, column string) reports.Cell {
	t.Helper()
	r := slices.IndexFunc(table.Rows, func(r reports.Row) bool { return r.Name() == row })
	c := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name() == column })
	require.GreaterOrEqual(t, r, 0, row)
	require.GreaterOrEqual(t, c, 0, column)
	return table.Cells[r][c]
}

// golden compares text with a file of testdata.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	if string(want) != got {
		kept := filepath.Join(t.ArtifactDir(), file)
		require.NoError(t, os.WriteFile(kept, []byte(got), 0o644))
		require.Equal(t, string(want), got, "new output kept in %s", kept)
	}
}
