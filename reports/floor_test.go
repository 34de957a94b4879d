package reports_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// Floors stand above all groups, once a column, and take no part in comparisons.
func TestBuild_Floors(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	for i := range plan.Trials {
		hash := "floor " + plan.Trials[i].Labels["environment"]
		plan.Trials[i].Roles[reports.RoleBlind] = hash
		src.states[hash] = attempt.Done
	}
	for task := range 32 {
		src.summaries["floor household"] = append(src.summaries["floor household"], registry.Summary{Task: registry.Task{Split: "unseen", Index: task}, Won: task < 8})
	}
	src.summaries["floor shop"] = src.summaries["floor household"]
	table := build(t, src, plan, mainSpec(t))
	blind := 0
	for _, r := range table.Rows {
		if r.Floor != "" {
			blind++
		}
	}
	require.Equal(t, 1, blind)
	require.Equal(t, []string{"", "blind"}, table.Rows[0].Labels)
	require.True(t, table.Rows[0].Reference)
	c := table.Cells[0][0]
	require.InDelta(t, 0.25, c.Value, 1e-12)
	require.Equal(t, 32, c.Episodes, "all pairs share it")
	require.False(t, c.Bold)
	require.InDelta(t, 0.25, table.Cells[0][2].Value, 1e-12, "the mean over both worlds")
	require.Contains(t, table.Caption, "Floors read little or nothing and depend on the world alone: blind (household, shop). A value rests on 32 tasks and 32 episodes.")
}

// A floor that a world does not have makes no hole of a missing trial, and one that is always the same has no interval.
func TestBuild_FloorOfOneWorld(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	for i := range plan.Trials {
		if plan.Trials[i].Labels["environment"] == "shop" {
			plan.Trials[i].Roles[reports.RoleNothing] = "nothing"
		}
	}
	src.states["nothing"] = attempt.Done
	for task := range 32 {
		src.summaries["nothing"] = append(src.summaries["nothing"], registry.Summary{Task: registry.Task{Split: "unseen", Index: task}, Turns: 7})
	}
	spec := mainSpec(t)
	table := build(t, src, plan, spec)
	require.Equal(t, []string{"", "doing nothing"}, table.Rows[0].Labels)
	require.Equal(t, "no such floor in household", table.Cells[0][2].Hole)
	require.Contains(t, table.Caption, "Floors read little or nothing and depend on the world alone: doing nothing (shop). A value rests on 32 tasks and 32 episodes.")

	spec.Metric = metric(t, "turns")
	table = build(t, src, plan, spec)
	require.False(t, table.Cells[0][1].Interval.Exists())
	require.Contains(t, table.Warnings, "all values equal: no interval", "and the reason is given")
	require.Equal(t, "Turns, lower is better.", table.Caption[0], "not in turns")
}

// A number that only describes has no better end.
func TestBuild_Undirected(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Metric.Undirected = true
	table := build(t, src, plan, spec)
	require.Equal(t, "Success rate in %.", table.Caption[0])
	for r := range table.Rows {
		for c := range table.Columns {
			require.False(t, table.Cells[r][c].Bold)
		}
	}
	require.NotContains(t, table.Text(reports.Style{}), "↑")
	require.Contains(t, table.Markdown(), "(%)\n")
}

// A number that the stage of one method records stands beside numbers of episodes; other rows have a hole there.
func TestBuild_MetricsOfStagesAndEpisodes(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	for i := range plan.Trials {
		if trial := &plan.Trials[i]; trial.Labels["method"] == "r2s" {
			hash := "repair " + trial.ID
			trial.Roles["r2s.repair"] = hash
			src.states[hash] = attempt.Done
			src.metrics[hash] = []results.MetricRow{{Name: "repaired", Step: -1, Value: 0.5}, {Name: "repaired_n", Step: -1, Value: 10}}
		}
	}
	spec := mainSpec(t)
	spec.Columns = []string{"environment", reports.MetricAxis}
	spec.Metrics = []registry.Metric{metric(t, "success_rate"), {Name: "repaired", Title: "Repaired", Stage: "r2s.repair"}}
	table := build(t, src, plan, spec)
	require.Len(t, table.Columns, 4)
	require.NotEmpty(t, table.Rows)
	for r := range table.Rows {
		require.Len(t, table.Cells[r], 4)
	}
}
