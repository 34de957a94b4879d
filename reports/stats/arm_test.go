package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports/stats"
)

// arm names runs and tasks by number; every value stands for one episode.
func arm(rate bool, values ...[]float64) stats.Arm {
	a := stats.Arm{Rate: rate, Values: values}
	for r := range values {
		a.Runs = append(a.Runs, fmt.Sprint(r))
		a.Episodes += len(values[r])
	}
	for t := range values[0] {
		a.Tasks = append(a.Tasks, fmt.Sprint(t))
	}
	return a
}

func repeat(n int, pattern ...float64) []float64 {
	return slices.Repeat(pattern, n)
}

func TestArm_IntervalByShape(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	tests := []struct {
		name     string
		arm      stats.Arm
		how      string
		warnings []string
	}{
		{"one run, yes or no", arm(true, repeat(10, 0, 1)), "Wilson", []string{"single run"}},
		{"one run, several episodes", arm(true, repeat(10, 0.5, 1, 0)), "bootstrap over tasks, BCa", []string{"single run"}},
		{
			"one run, few tasks", arm(false, []float64{3, 4, 9}), "bootstrap over tasks, percentile",
			[]string{"single run", "3 tasks: the interval covers less than it says"},
		},
		{
			"three runs of a rate", arm(true, repeat(10, 0, 1), repeat(10, 1, 1), repeat(10, 0, 0.5)),
			"Wilson with effective n, seeds and tasks crossed", []string{"3 seeds: seed spread not estimable well"},
		},
		{
			"five runs of a number", arm(false, repeat(9, 1, 3), repeat(9, 2, 3), repeat(9, 1, 4), repeat(9, 2, 4), repeat(9, 1, 5)),
			"t, seeds and tasks crossed", nil,
		},
		{
			"runs with other tasks", arm(false, []float64{1, nan, 3, 8}, []float64{nan, 5, 3, 7}),
			"two-level bootstrap, seeds then tasks", []string{"2 seeds: seed spread not estimable well"},
		},
		{"always won", arm(true, repeat(20, 1)), "Wilson", []string{"single run"}},
		{"always won in three runs", arm(true, repeat(20, 1), repeat(20, 1), repeat(20, 1)), "Wilson over tasks", []string{"3 seeds: seed spread not estimable well"}},
		{"always half", arm(true, repeat(20, 0.5)), "Wilson over tasks", []string{"single run"}},
		{"always the same number", arm(false, repeat(20, 7)), "", []string{"single run", "all values equal: no interval"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := tt.arm.Estimate(stats.Options{Key: "plan", Purpose: tt.name})
			require.Equal(t, tt.how, e.Interval.How)
			require.Equal(t, tt.warnings, e.Warnings)
			if tt.how != "" {
				require.Less(t, e.Interval.Lo, e.Interval.Hi)
				require.LessOrEqual(t, e.Interval.Lo, e.Value)
				require.GreaterOrEqual(t, e.Interval.Hi, e.Value)
			}
			if tt.arm.Rate {
				require.GreaterOrEqual(t, e.Interval.Lo, 0.0)
				require.LessOrEqual(t, e.Interval.Hi, 1.0)
			}
		})
	}
}

func TestArm_CountsWhatIsThere(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	e := arm(false, []float64{1, nan, nan, 3}, []float64{nan, nan, nan, nan}, []float64{5, 6, nan, 1}).Estimate(stats.Options{})
	require.Equal(t, 3, e.Tasks)
	require.Equal(t, 2, e.Runs)
	require.InDelta(t, (2.0+4.0)/2, e.Value, 1e-12)
	require.True(t, math.IsNaN(e.RunValues[1]))

	none := arm(true, []float64{nan, nan}).Estimate(stats.Options{})
	require.True(t, math.IsNaN(none.Value))
	require.False(t, none.Interval.Exists())
	require.Equal(t, []string{"no value"}, none.Warnings)
}

func TestArm_RateAtTheEdgeKeepsItsWidth(t *testing.T) {
	t.Parallel()
	for _, method := range append(stats.Methods(), "") {
		for _, runs := range []int{1, 3} {
			var values [][]float64
			for range runs {
				values = append(values, repeat(20, 1))
			}
			e := arm(true, values...).Estimate(stats.Options{Method: method})
			require.Equal(t, 1.0, e.Value)
			require.Equal(t, 1.0, e.Interval.Hi)
			require.LessOrEqual(t, e.Interval.Lo, 0.8390, "%s, %d runs", method, runs)
		}
	}
}

func TestArm_SameKeySameBytes(t *testing.T) {
	t.Parallel()
	a := arm(true, repeat(10, 0.5, 1, 0))
	first := a.Estimate(stats.Options{Key: "k", Purpose: "p"})
	require.Equal(t, first, a.Estimate(stats.Options{Key: "k", Purpose: "p"}))
	other := a.Estimate(stats.Options{Key: "k2", Purpose: "p"})
	require.NotEqual(t, first.Interval.Lo+first.Interval.Hi, other.Interval.Lo+other.Interval.Hi)
}

func TestMover(t *testing.T) {
	t.Parallel()
	// Equal symmetric parts shrink with the root of their number.
	part := stats.Interval{Lo: 0.3, Hi: 0.7, Level: 0.95}
	i := stats.Mover([]float64{0.5, 0.5, 0.5, 0.5}, []stats.Interval{part, part, part, part})
	require.InDelta(t, 0.4, i.Lo, 1e-12)
	require.InDelta(t, 0.6, i.Hi, 1e-12)
	// A part at 1 keeps its lower side.
	edge := stats.Mover([]float64{1, 1}, []stats.Interval{stats.Wilson(20, 20, 0.95), stats.Wilson(20, 20, 0.95)})
	require.Equal(t, 1.0, edge.Hi)
	require.Less(t, edge.Lo, 0.9)
	require.False(t, stats.Mover([]float64{1, 1}, []stats.Interval{part, {}}).Exists())
}
