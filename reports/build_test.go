package reports_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

var _ reports.Source = (*results.Store)(nil)

func TestBuild_LaysOutThePlan(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	table := build(t, src, plan, mainSpec(t))
	var rows, columns []string
	for _, r := range table.Rows {
		rows = append(rows, r.Name())
	}
	for _, c := range table.Columns {
		columns = append(columns, c.Name())
	}
	require.Equal(t, []string{"household", "shop", "mean"}, columns)
	require.Equal(t, []string{
		"large → small / starting student", "large → small / teacher", "large → small / sft", "large → small / opd", "large → small / r2s",
		"large → tiny / starting student", "large → tiny / teacher", "large → tiny / sft", "large → tiny / opd", "large → tiny / r2s",
	}, rows)
	c := cell(t, table, "large → small / r2s", "household")
	require.Equal(t, 3, c.Done)
	require.Equal(t, 3, c.Planned)
	require.Equal(t, 32, c.Tasks)
	require.Equal(t, 3*32*2, c.Episodes)
	require.Len(t, c.SeedValues, 3)
	require.True(t, c.Bold)
	require.Nil(t, c.Against, "the best has nothing to be compared with")
	teacher := cell(t, table, "large → small / teacher", "household")
	require.Equal(t, 1, teacher.Planned, "one evaluation, shared by all trials")
	require.False(t, teacher.Bold, "references do not compete")
	require.Equal(t, teacher, cell(t, table, "large → tiny / teacher", "household"), "the same evaluation reads the same")
}

func TestBuild_ValuesAreMeansOfTaskMeans(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	table := build(t, src, plan, mainSpec(t))
	won, n := 0, 0
	for seed := range 3 {
		for _, s := range src.summaries["eval large → small-household-opd-"+string(rune('1'+seed))] {
			n++
			if s.Won {
				won++
			}
		}
	}
	c := cell(t, table, "large → small / opd", "household")
	require.InDelta(t, float64(won)/float64(n), c.Value, 1e-12)
	mean := cell(t, table, "large → small / opd", "mean")
	require.InDelta(t, (c.Value+cell(t, table, "large → small / opd", "shop").Value)/2, mean.Value, 1e-12)
	require.Less(t, mean.Interval.Hi-mean.Interval.Lo, c.Interval.Hi-c.Interval.Lo)
}

func TestBuild_HolesAreShownNotAveraged(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	src.lose(plan, "large → small-household-r2s-2", attempt.Failed)
	src.lose(plan, "large → tiny-shop-opd", attempt.Lost)
	src.lose(plan, "large → tiny-shop-sft-1", attempt.Running)
	table := build(t, src, plan, mainSpec(t))

	short := cell(t, table, "large → small / r2s", "household")
	require.Equal(t, []int{2, 3}, []int{short.Done, short.Planned})
	require.Equal(t, "1 failed", short.Missing)
	require.False(t, math.IsNaN(short.Value))
	require.Contains(t, short.Warnings, "2 seeds: seed spread not estimable well")

	gone := cell(t, table, "large → tiny / opd", "shop")
	require.True(t, math.IsNaN(gone.Value))
	require.Equal(t, "3 lost", gone.Hole)
	require.False(t, gone.Interval.Exists())
	require.False(t, gone.Bold)
	mean := cell(t, table, "large → tiny / opd", "mean")
	require.True(t, math.IsNaN(mean.Value), "a mean never skips a hole")
	require.Equal(t, "1 of 2 missing", mean.Hole)
	require.Nil(t, cell(t, table, "large → tiny / r2s", "shop").Difference, "the baseline has no value there")
	require.Equal(t, "1 pending", cell(t, table, "large → tiny / sft", "shop").Missing)
	require.Equal(t, "5 of 44 planned evaluations are not in the table: 1 failed, 3 lost, 1 pending", table.Warnings[0])
}

func TestBuild_UnevenPlanHasNoMean(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	plan.Trials = slices.DeleteFunc(plan.Trials, func(tr reports.Trial) bool {
		return tr.Labels["method"] == "sft" && tr.Labels["environment"] == "shop"
	})
	table := build(t, src, plan, mainSpec(t))
	nothing := cell(t, table, "large → small / sft", "shop")
	require.Zero(t, nothing.Planned)
	require.Empty(t, nothing.Hole)
	mean := cell(t, table, "large → small / sft", "mean")
	require.Equal(t, "no trial planned in shop", mean.Hole)
	require.True(t, math.IsNaN(mean.Value))
}

func TestBuild_BoldIsWhatCannotBeToldFromTheBest(t *testing.T) {
	t.Parallel()
	x := small()
	x.tasks, x.environments, x.pairs = 60, []string{"household"}, []string{"p"}
	x.logit = func(_, _, method string) float64 {
		return map[string]float64{"sft": -2, "opd": 0.5, "r2s": 0.6}[method]
	}
	x.seedSpread = 0.05
	src, plan := x.build()
	spec := mainSpec(t)
	spec.Columns = []string{"environment"}
	table := build(t, src, plan, spec)
	best, close := cell(t, table, "p / r2s", "household"), cell(t, table, "p / opd", "household")
	if best.Value < close.Value {
		best, close = close, best
	}
	require.True(t, best.Bold)
	require.Nil(t, best.Against)
	require.True(t, close.Bold)
	require.Greater(t, close.Against.PCorrected, 0.05)
	require.Equal(t, 2, close.Against.Family)
	sft := cell(t, table, "p / sft", "household")
	require.False(t, sft.Bold)
	require.Less(t, sft.Against.PCorrected, 0.05)

	// Where less is better the other end is best.
	spec.Metric = metric(t, "timeout_rate")
	table = build(t, src, plan, spec)
	require.True(t, cell(t, table, "p / r2s", "household").Bold)
	require.False(t, cell(t, table, "p / sft", "household").Bold)
}

func TestBuild_BestOfTheOthers(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Baseline = reports.BestOfOthers
	table := build(t, src, plan, spec)
	for _, pair := range []string{"large → small", "large → tiny"} {
		best := cell(t, table, pair+" / r2s", "shop").Difference
		require.Equal(t, "opd", best.Other)
		require.Positive(t, best.Value)
		require.Equal(t, 6, best.Family, "three methods in two pairs: a family a column")
		other := cell(t, table, pair+" / opd", "shop").Difference
		require.Equal(t, "r2s", other.Other)
		require.InDelta(t, -best.Value, other.Value, 1e-12)
	}
	require.Len(t, table.Overall, 3)
	r2s := table.Overall[2]
	require.Equal(t, "r2s", r2s.Label)
	require.Equal(t, []int{4, 4, 4}, []int{r2s.Ahead, r2s.Cells, r2s.Planned})
	sum := 0.0
	for _, pair := range []string{"large → small", "large → tiny"} {
		for _, e := range []string{"household", "shop"} {
			sum += cell(t, table, pair+" / r2s", e).Difference.Value
		}
	}
	require.InDelta(t, sum/4, r2s.Value, 1e-12)
}

func TestBuild_AveragesOverAxesThatAreNotNamed(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Rows, spec.Columns = []string{"method"}, []string{"environment"}
	table := build(t, src, plan, spec)
	c := cell(t, table, "opd", "shop")
	require.Equal(t, 6, c.Planned)
	require.Equal(t, 64, c.Tasks)
	require.Empty(t, c.SeedValues)
	full := build(t, src, plan, mainSpec(t))
	require.InDelta(t, (cell(t, full, "large → small / opd", "shop").Value+cell(t, full, "large → tiny / opd", "shop").Value)/2, c.Value, 1e-12)
	require.Equal(t, "t over 2 parts", cell(t, table, "r2s", "shop").Difference.Test)
}

func TestBuild_MethodsInColumns(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Rows, spec.Columns = []string{"pair", "environment"}, []string{"method"}
	table := build(t, src, plan, spec)
	turned := build(t, src, plan, mainSpec(t))
	a, b := cell(t, table, "large → small / shop", "r2s"), cell(t, turned, "large → small / r2s", "shop")
	require.InDelta(t, b.Value, a.Value, 1e-12)
	require.Equal(t, b.Bold, a.Bold)
	require.InDelta(t, b.Difference.Value, a.Difference.Value, 1e-12)
	require.Equal(t, 2, a.Difference.Family)
}

func TestBuild_SeedsAsAnAxis(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Rows, spec.Columns, spec.Baseline = []string{"pair", "method", "seed"}, []string{"environment"}, ""
	table := build(t, src, plan, spec)
	c := cell(t, table, "large → small / opd / 2", "shop")
	require.Equal(t, 1, c.Planned)
	require.Contains(t, c.Warnings, "single run")
}

func TestBuild_MetricThatDoesNotApply(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Metric = metric(t, "pass_at_4")
	table := build(t, src, plan, spec)
	c := cell(t, table, "large → small / opd", "shop")
	require.True(t, math.IsNaN(c.Value))
	require.Equal(t, "no pass@4", c.Hole)
	require.Equal(t, 3, c.Done)

	// Won episodes differ between seeds: tasks without one are left out, and the comparison says how many.
	spec.Metric = metric(t, "search_turns_won")
	table = build(t, src, plan, spec)
	c = cell(t, table, "large → small / r2s", "shop")
	require.False(t, math.IsNaN(c.Value))
	require.Less(t, c.Episodes, 192)
	require.True(t, slices.ContainsFunc(c.Difference.Warnings, func(w string) bool { return strings.HasPrefix(w, "paired on ") }))
}

func TestBuild_InfiniteNumbersNeverCount(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	spec := mainSpec(t)
	spec.Metric = registry.Metric{Name: "odd", Title: "Odd", Value: func(s *registry.Summary) (float64, bool) {
		if s.Task.Index == 0 {
			return math.Inf(1), true
		}
		if s.Task.Index == 1 {
			return math.NaN(), true
		}
		return float64(s.Turns), true
	}}
	c := cell(t, build(t, src, plan, spec), "large → small / opd", "shop")
	require.Equal(t, 30, c.Tasks)
	require.False(t, math.IsNaN(c.Value) || math.IsInf(c.Value, 0))
}

func TestBuild_SameBytesWhateverTheOrderOfMaps(t *testing.T) {
	t.Parallel()
	var first string
	for range 5 {
		src, plan := small().build()
		src.lose(plan, "large → tiny-shop-opd-1", attempt.Failed)
		src.warnings["train large → small-shop-sft-1"] = []string{"b", "a"}
		table := build(t, src, plan, mainSpec(t))
		doc, err := reports.JSON(table)
		require.NoError(t, err)
		all := string(doc) + table.Text(reports.Style{Width: 100}) + table.CSV() + table.Markdown() + table.LaTeX()
		if first == "" {
			first = all
		}
		require.Equal(t, first, all)
	}
}

func TestBuild_Errors(t *testing.T) {
	t.Parallel()
	src, plan := small().build()
	tests := []struct {
		name   string
		change func(*reports.Spec)
		want   string
	}{
		{"grid", func(s *reports.Spec) { s.Grid = "other" }, `build table "main": the plan has no trial of grid "other"`},
		{"axis", func(s *reports.Spec) { s.Rows = []string{"method", "colour"} }, `has no axis "colour": it has environment, method, pair, seed`},
		{"twice", func(s *reports.Spec) { s.Columns = []string{"pair"} }, `axis "pair" is named twice`},
		{"no rows", func(s *reports.Spec) { s.Rows = nil }, "no row axis"},
		{"mean first", func(s *reports.Spec) { s.Columns = []string{"mean", "environment"} }, `"mean" must be the last`},
		{"mean in rows", func(s *reports.Spec) { s.Rows = []string{"method", "mean"} }, `"mean" can only be among the columns`},
		{"metric first", func(s *reports.Spec) { s.Columns = []string{"metric", "environment"} }, `"metric" must be the last`},
		{"baseline", func(s *reports.Spec) { s.Baseline = "nobody" }, `baseline "nobody" is no value of axis "method"`},
		{"nothing to compare", func(s *reports.Spec) { s.Rows = []string{"pair"} }, "needs a compared axis"},
		{"interval", func(s *reports.Spec) { s.Interval = "wald" }, `interval "wald"`},
		{"metric", func(s *reports.Spec) { s.Metric = registry.Metric{} }, "no metric"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := mainSpec(t)
			tt.change(&spec)
			_, err := reports.Build(src, plan, spec, origin)
			require.ErrorContains(t, err, tt.want)
		})
	}
	broken := &source{states: map[string]attempt.State{}}
	for _, tr := range plan.Trials {
		for _, h := range tr.Roles {
			broken.states[h] = attempt.Done
		}
	}
	_, err := reports.Build(failing{broken}, plan, mainSpec(t), origin)
	require.ErrorIs(t, err, errNotDone)
}

// failing cannot read episodes.
type failing struct{ *source }

func (failing) Summaries(string, string) ([]registry.Summary, error) { return nil, errNotDone }

func TestBuild_RecordedMetrics(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs, x.references = []string{"large → small"}, false
	src, plan := x.build()
	// The probe of a cell is shared by its seeds; the repair is not.
	for i, tr := range plan.Trials {
		if tr.Labels["method"] != "r2s" {
			continue
		}
		e, seed := tr.Labels["environment"], tr.Labels["seed"]
		tr.Roles["r2s.probe"], tr.Roles["r2s.repair"] = "probe "+e, "repair "+e+seed
		src.states["probe "+e], src.states["repair "+e+seed] = attempt.Done, attempt.Done
		src.metrics["probe "+e] = []results.MetricRow{{Name: "takeover_success", Step: -1, Value: 0.75}, {Name: "takeover_success_n", Step: -1, Value: 96}}
		src.metrics["repair "+e+seed] = []results.MetricRow{
			{Name: "closeness_after", Step: 0, Value: 9}, {Name: "closeness_after", Step: 7, Value: 0.1 + 0.01*float64(i)}, {Name: "closeness_after", Step: 3, Value: 8},
		}
	}
	src.states["repair shop1"] = attempt.Failed
	takeover := registry.Metric{Name: "takeover_success", Title: "takeover", Unit: "%", Rate: true, HigherIsBetter: true, Stage: "r2s.probe", Help: "Takeovers that won."}
	closeness := registry.Metric{Name: "closeness_after", Title: "KL after", Unit: "nats", Stage: "r2s.repair", Help: "KL to the target."}
	spec := reports.Spec{
		Name: "analysis", Grid: "main", Rows: []string{"environment", "method"}, Columns: []string{reports.MetricAxis},
		Metrics: []registry.Metric{takeover, closeness, metric(t, "success_rate")},
	}
	table := build(t, src, plan, spec)
	require.Len(t, table.Rows, 6)
	c := cell(t, table, "household / r2s", "takeover_success")
	require.InDelta(t, 0.75, c.Value, 1e-12)
	require.Equal(t, 1, c.Planned)
	require.Equal(t, 96, c.Episodes)
	require.Equal(t, "Wilson", c.Interval.How)
	c = cell(t, table, "shop / r2s", "closeness_after")
	require.Equal(t, []int{2, 3}, []int{c.Done, c.Planned})
	require.Equal(t, "Student t", c.Interval.How)
	require.Zero(t, cell(t, table, "shop / opd", "closeness_after").Planned)
	require.True(t, cell(t, table, "shop / r2s", "success_rate").Bold)
	golden(t, "analysis.txt", table.Text(reports.Style{Width: 110}))
	golden(t, "analysis.csv", table.CSV())
	doc, err := reports.JSON(table)
	require.NoError(t, err)
	golden(t, "analysis.json", string(doc))

	// A single recorded metric by environment: only the rows that have the stage.
	spec.Metrics, spec.Metric, spec.Columns, spec.Rows = nil, takeover, []string{"environment"}, []string{"method"}
	table = build(t, src, plan, spec)
	require.Len(t, table.Rows, 1)
	require.InDelta(t, 0.75, cell(t, table, "r2s", "shop").Value, 1e-12)
}

func TestDecodePlan(t *testing.T) {
	t.Parallel()
	p, err := reports.DecodePlan([]byte(`{"experiment":"e","hash":"h","trials":[{"id":"t","labels":{"method":"opd"},"grids":["g"],"stages":["s"],"roles":{"evaluate":"s"}}],"stages":[{"hash":"s"}]}`))
	require.NoError(t, err)
	require.Equal(t, reports.Plan{Experiment: "e", Hash: "h", Trials: []reports.Trial{{
		ID: "t", Labels: map[string]string{"method": "opd"}, Grids: []string{"g"}, Stages: []string{"s"}, Roles: map[string]string{"evaluate": "s"},
	}}}, p)
	_, err = reports.DecodePlan([]byte(`{"trials":1}`))
	require.ErrorContains(t, err, "decode plan")
}
