package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// What nobody judged stands under every table and figure, world by world, whatever the metric; floors and reference policies
// count as well, an evaluation that several trials share counts once, and one that is missing not at all.
func TestBuild_NotJudged(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	table := build(t, src, plan, mainSpec(t))
	require.NotContains(t, strings.Join(table.Caption, "\n"), "Not judged")

	unjudged, n := 0, 0
	record := func(hash string, share float64) {
		src.metrics[hash] = []results.MetricRow{{Name: registry.NotJudged, Step: -1, Value: share}, {Name: registry.NotJudged + "_n", Step: -1, Value: float64(len(src.summaries[hash]))}}
		unjudged += int(share * float64(len(src.summaries[hash])))
	}
	seen := map[string]bool{}
	for i := range plan.Trials {
		trial := &plan.Trials[i]
		if trial.Labels["environment"] != "shop" {
			continue
		}
		trial.Roles[reports.RoleNothing] = "floor shop"
		for _, role := range []string{reports.RoleEvaluate, reports.RoleStudent, reports.RoleTeacher} {
			if hash := trial.Roles[role]; !seen[hash] && src.states[hash] == attempt.Done {
				seen[hash] = true
				n += len(src.summaries[hash])
				if role != reports.RoleEvaluate || trial.Labels["method"] != "opd" { // of which none was left out
					record(hash, 0.25)
				}
			}
		}
	}
	src.states["floor shop"] = attempt.Done
	for task := range 32 {
		src.summaries["floor shop"] = append(src.summaries["floor shop"], registry.Summary{Task: registry.Task{Split: "unseen", Index: task}})
	}
	n += 32
	record("floor shop", 0.5)

	want := "Not judged in shop: " + fmt.Sprintf("%d of %d", unjudged, n) + " episodes have a score above 0 that leaves out what their tasks assert in natural language; judged, each could count for nothing."
	table = build(t, src, plan, mainSpec(t))
	require.Contains(t, table.Caption, want)
	require.Equal(t, []string{want}, table.Aids, "figures have it")

	spec := mainSpec(t)
	spec.Columns = []string{"environment", reports.MetricAxis}
	spec.Metrics = []registry.Metric{{Name: "repaired", Title: "Repaired", Stage: "r2s.repair"}, metric(t, "success_rate"), metric(t, "score")}
	table = build(t, src, plan, spec)
	require.Equal(t, 1, strings.Count(strings.Join(table.Caption, "\n"), want))
	require.Equal(t, []string{want}, table.Aids)
	spec.Metrics = spec.Metrics[:1]
	require.NotContains(t, strings.Join(build(t, src, plan, spec).Caption, "\n"), "Not judged", "no number of these episodes is in the table")
}

// By which rules a world accepted answers stands under tables of its episodes, the most frequent first.
func TestBuild_Accepted(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	n, seen := 0, map[string]bool{}
	for _, trial := range plan.Trials {
		for _, role := range []string{reports.RoleEvaluate, reports.RoleStudent, reports.RoleTeacher} {
			hash := trial.Roles[role]
			if trial.Labels["environment"] != "shop" || seen[hash] || src.states[hash] != attempt.Done {
				continue
			}
			seen[hash] = true
			played := float64(len(src.summaries[hash]))
			n += len(src.summaries[hash])
			for rule, accepted := range map[string]float64{"identical": 2, "number": 3} {
				name := registry.AcceptedBy + rule
				src.metrics[hash] = append(src.metrics[hash],
					results.MetricRow{Name: name, Step: -1, Value: accepted / played}, results.MetricRow{Name: name + "_n", Step: -1, Value: played})
			}
		}
	}
	want := fmt.Sprintf("Answers accepted in shop, by rule, of %d episodes: number %d, identical %d.", n, 3*len(seen), 2*len(seen))
	table := build(t, src, plan, mainSpec(t))
	require.Contains(t, table.Caption, want)
	require.Empty(t, table.Aids)
}
