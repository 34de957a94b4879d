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
