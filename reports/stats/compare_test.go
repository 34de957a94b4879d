package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports/stats"
)

func TestCompare_TestByShape(t *testing.T) {
	t.Parallel()
	zeros, ones := repeat(20, 0), repeat(20, 1)
	tests := []struct {
		name          string
		first, second stats.Arm
		test          string
		value         float64
	}{
		{"yes or no", arm(true, repeat(10, 0, 1)), arm(true, zeros), "exact McNemar", 0.5},
		{"several episodes", arm(true, repeat(10, 0.5, 1)), arm(true, repeat(10, 0.5, 0.5)), "sign flips over tasks", 0.25},
		{"several runs", arm(true, repeat(5, 1, 0.5, 0.5, 1), repeat(5, 1, 0.5, 1, 0.5)), arm(true, zeros, zeros), "t, seeds and tasks crossed", 0.75},
		{"no difference", arm(true, ones, ones), arm(true, ones, ones), "sign flips over tasks", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, err := stats.Compare(tt.first, tt.second, stats.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.test, d.Test)
			require.InDelta(t, tt.value, d.Value, 1e-12)
			if tt.value == 0 {
				require.Equal(t, 1.0, d.P)
				return
			}
			require.Less(t, d.P, 0.01)
			require.Less(t, d.Interval.Lo, tt.value)
			require.Greater(t, d.Interval.Hi, tt.value)
			// Swapping the arms turns the sign and keeps the p value.
			back, err := stats.Compare(tt.second, tt.first, stats.Options{})
			require.NoError(t, err)
			require.InDelta(t, -d.Value, back.Value, 1e-12)
			require.InDelta(t, d.P, back.P, 1e-12)
		})
	}
}

func TestCompare_RefusesOtherTasks(t *testing.T) {
	t.Parallel()
	a, b := arm(true, []float64{1, 0, 1}), arm(true, []float64{1, 0})
	_, err := stats.Compare(a, b, stats.Options{})
	var sets *stats.TaskSetsError
	require.ErrorAs(t, err, &sets)
	require.Equal(t, []string{"2"}, sets.OnlyFirst)
	require.Empty(t, sets.OnlySecond)

	first, second := stats.Common(a, b)
	d, err := stats.Compare(first, second, stats.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, d.Tasks)
}

func TestCompare_PairsByNameNotPosition(t *testing.T) {
	t.Parallel()
	a := stats.Arm{Tasks: []string{"x", "y"}, Runs: []string{"1", "2"}, Values: [][]float64{{1, 2}, {3, 4}}}
	b := stats.Arm{Tasks: []string{"y", "x"}, Runs: []string{"2", "3"}, Values: [][]float64{{4, 3}, {100, 100}}}
	d, err := stats.Compare(a, b, stats.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, d.Runs)
	require.Equal(t, 0.0, d.Value)
}

func TestCompare_ReferenceMeasuredOnce(t *testing.T) {
	t.Parallel()
	a := arm(true, repeat(10, 1, 0), repeat(10, 1, 1))
	b := stats.Arm{Tasks: a.Tasks, Runs: []string{"teacher"}, Values: [][]float64{repeat(20, 1)}, Rate: true}
	d, err := stats.Compare(a, b, stats.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, d.Runs)
	require.InDelta(t, -0.25, d.Value, 1e-12)

	b.Runs, b.Values = []string{"p", "q"}, [][]float64{b.Values[0], b.Values[0]}
	_, err = stats.Compare(a, b, stats.Options{})
	require.ErrorContains(t, err, "no run in common")
}

func TestCompare_DropsTasksWithoutValue(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	d, err := stats.Compare(arm(false, []float64{1, nan, 3, 5}), arm(false, []float64{0, 1, nan, 1}), stats.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, d.Tasks)
	require.InDelta(t, 2.5, d.Value, 1e-12)
	require.Contains(t, d.Warnings, "paired on 2 of 4 tasks, those with a value on both sides")

	_, err = stats.Compare(arm(false, []float64{nan}), arm(false, []float64{1}), stats.Options{})
	require.ErrorContains(t, err, "no task has a value in both arms")
}

func TestCombine(t *testing.T) {
	t.Parallel()
	one := stats.Difference{Value: 0.1, SE: 0.03, DF: 50, P: 0.2, Test: "exact McNemar"}
	require.Equal(t, one, stats.Combine([]stats.Difference{one}, 0.95))

	d := stats.Combine([]stats.Difference{one, {Value: 0.3, SE: 0.04, DF: 50}}, 0.95)
	require.InDelta(t, 0.2, d.Value, 1e-12)
	require.InDelta(t, 0.025, d.SE, 1e-12)
	require.InDelta(t, 25.0*25/((9.0*9+16*16)/50), d.DF, 1e-9)
	require.Less(t, d.P, 1e-8)
	require.True(t, d.Interval.Lo > 0.14 && d.Interval.Hi < 0.26)

	none := stats.Combine([]stats.Difference{{SE: math.NaN()}, {SE: 0}}, 0.95)
	require.Equal(t, 1.0, none.P)
	require.False(t, none.Interval.Exists())
}
