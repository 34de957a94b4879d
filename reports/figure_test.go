package reports_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/plots"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// drawn checks that a figure can be drawn, and keeps the picture for a look when asked to.
func drawn(t *testing.T, name string, f plots.Figure) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, f.Draw(&out, plots.PNG))
	require.NotEmpty(t, out.Bytes())
	require.NoError(t, os.WriteFile(filepath.Join(t.ArtifactDir(), name+".png"), out.Bytes(), 0o644))
}

func TestBars_FromATable(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	src.lose(plan, "large → small-household-r2s-2", attempt.Failed)
	src.lose(plan, "large → tiny-shop-opd", attempt.Lost)
	b, err := reports.Bars(build(t, src, plan, mainSpec(t)))
	require.NoError(t, err)
	require.Equal(t, []string{"sft", "opd", "r2s"}, b.Series)
	require.Equal(t, "success rate (%)", b.YLabel)
	require.Equal(t, 100.0, b.Max)
	require.Len(t, b.Panels, 2, "no panel for the mean")
	require.Equal(t, []string{"large → small", "large → tiny"}, b.Panels[0].Groups)
	require.Empty(t, b.Panels[0].References, "lines need a single cluster")
	require.True(t, b.Panels[0].Bars[0][2].Partial)
	require.Len(t, b.Panels[0].Bars[0][2].Dots, 2)
	require.True(t, math.IsNaN(b.Panels[1].Bars[1][1].Value))
	require.Contains(t, b.Caption[0], "×: no value.")
	require.Contains(t, b.Caption[1], plan.Hash[:12])
	drawn(t, "bars", b)
}

func TestBars_OnePairHasReferenceLines(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs = x.pairs[:1]
	src, plan := x.build()
	table := build(t, src, plan, mainSpec(t))
	b, err := reports.Bars(table)
	require.NoError(t, err)
	require.Equal(t, []string{"starting student", "teacher"}, []string{b.Panels[0].References[0].Name, b.Panels[0].References[1].Name})
	require.InDelta(t, 100*cell(t, table, "large → small / teacher", "household").Value, b.Panels[0].References[1].Value, 1e-9)
	drawn(t, "bars_one_pair", b)
}

func TestBars_MetricsOfOneUnit(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs = x.pairs[:1]
	src, plan := x.build()
	spec := mainSpec(t)
	spec.Rows, spec.Columns, spec.Baseline = []string{"environment", "method"}, []string{reports.MetricAxis}, ""
	spec.Title = "Where the turns go"
	spec.Metrics = []registry.Metric{metric(t, "search_turns_won"), metric(t, "hesitation_turns")}
	b, err := reports.Bars(build(t, src, plan, spec))
	require.NoError(t, err)
	require.Equal(t, "turns", b.YLabel)
	require.Equal(t, []string{"search turns, won episodes", "hesitation turns"}, b.Panels[0].Groups)
	require.Equal(t, "household", b.Panels[0].Title)
	drawn(t, "bars_turns", b)

	spec.Metrics = append(spec.Metrics, metric(t, "success_rate"))
	_, err = reports.Bars(build(t, src, plan, spec))
	require.ErrorContains(t, err, "do not fit on one axis")
}

func TestCurves_BreakWhereASeedLacksAStep(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs = x.pairs[:1]
	src, plan := x.build()
	for i, tr := range plan.Trials {
		for step := 0; step <= 20; step += 5 {
			if tr.ID == "large → small-shop-opd-2" && step == 10 {
				continue
			}
			src.metrics[tr.Roles["train"]] = append(src.metrics[tr.Roles["train"]],
				results.MetricRow{Name: "success", Step: step, Value: 0.3 + 0.01*float64(step) + 0.002*float64(i)}, results.MetricRow{Name: "loss", Step: step, Value: 1})
		}
	}
	src.lose(plan, "large → small-household-sft-3", attempt.Failed)
	c, err := reports.Curves(src, plan, reports.CurveSpec{
		Name: "learning", Title: "Success during training", Grid: "main", Panels: "environment", Metric: "success", Rate: true,
	}, origin)
	require.NoError(t, err)
	require.Equal(t, "success (%)", c.YLabel)
	require.Len(t, c.Panels, 2)
	opd := c.Panels[1].Curves[1]
	require.Equal(t, "opd", opd.Name)
	require.Equal(t, []float64{0, 5, 10, 15, 20}, opd.X)
	require.True(t, math.IsNaN(opd.Y[2]))
	require.True(t, math.IsNaN(opd.Lo[2]))
	require.False(t, math.IsNaN(opd.Y[1]))
	require.Len(t, opd.Faint, 3)
	require.Len(t, c.Panels[0].Curves[0].Faint, 2, "the failed seed is not drawn")
	require.Contains(t, c.Caption[0], "n = 17 of 18 planned curves")
	drawn(t, "curves", c)

	// Records stand at every fifth step: a stretch of two steps is never whole, one of one step is the step.
	wide, err := reports.Curves(src, plan, reports.CurveSpec{Name: "wide", Grid: "main", Metric: "loss", Window: 2}, origin)
	require.NoError(t, err)
	require.Equal(t, "loss, mean over 2 steps", wide.YLabel)
	for _, curve := range wide.Panels[0].Curves {
		require.Empty(t, curve.X)
	}
	for i, tr := range plan.Trials {
		src.metrics[tr.Roles["train"]] = nil
		for step := range 7 {
			src.metrics[tr.Roles["train"]] = append(src.metrics[tr.Roles["train"]], results.MetricRow{Name: "loss", Step: step, Value: float64(step + 10*(i%2))})
		}
	}
	wide, err = reports.Curves(src, plan, reports.CurveSpec{Name: "wide", Grid: "main", Metric: "loss", Window: 3, Where: map[string]string{"method": "opd", "environment": "shop"}}, origin)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 4}, wide.Panels[0].Curves[0].X, "steps 0 to 2 and 3 to 5; the seventh stands alone")

	only, err := reports.Curves(src, plan, reports.CurveSpec{Name: "one", Grid: "main", Metric: "loss", Where: map[string]string{"environment": "shop"}}, origin)
	require.NoError(t, err)
	require.Len(t, only.Panels, 1)
	require.Len(t, only.Panels[0].Curves, 3)
}

func TestTurnGaps(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs = x.pairs[:1]
	src, plan := x.build()
	for hash := range src.summaries {
		for i := range src.summaries[hash] {
			s := &src.summaries[hash][i]
			for turn := range s.Turns {
				if turn < 6 || i < 3 {
					s.TurnGaps = append(s.TurnGaps, 0.1+0.02*float64(turn))
				}
			}
			s.GapTokens = len(s.TurnGaps)
		}
	}
	c, err := reports.TurnGaps(src, plan, reports.CurveSpec{Name: "gap", Title: "KL to the teacher by turn", Grid: "main", Panels: "environment"}, origin)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3, 4, 5, 6}, c.Panels[0].Curves[0].X, "three episodes are too few for the later turns")
	require.InDelta(t, 0.1, c.Panels[0].Curves[0].Y[0], 1e-9)
	drawn(t, "gaps", c)
}

func BenchmarkBuild(b *testing.B) {
	for _, environments := range []int{3, 12} {
		b.Run(fmt.Sprintf("environments=%d", environments), func(b *testing.B) {
			x := small()
			x.environments = nil
			for e := range environments {
				x.environments = append(x.environments, fmt.Sprint("e", e))
			}
			src, plan := x.build()
			spec := reports.Spec{
				Name: "main", Grid: "main", Rows: []string{"pair", "method"}, Columns: []string{"environment", "mean"}, Baseline: "opd",
				Metric: registry.Metric{Name: "success_rate", Title: "Success rate", Unit: "%", Rate: true, HigherIsBetter: true, Value: func(s *registry.Summary) (float64, bool) {
					if s.Won {
						return 1, true
					}
					return 0, true
				}},
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reports.Build(src, plan, spec, origin); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
