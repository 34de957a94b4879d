package reports_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
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
