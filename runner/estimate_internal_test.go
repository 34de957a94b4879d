package runner

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func none(string) []float64 { return nil }

func all(int) float64 { return 1 }

func TestEstimator_Sources(t *testing.T) {
	plan := line([]float64{10, 10, 10, 10}, nil)
	estimator := func(history func(string) []float64) *estimator {
		return newEstimator(plan, newGraph(plan), 1, history)
	}

	e := estimator(none)
	require.InDelta(t, 10, e.seconds(0), 1e-9, "declared")

	e = estimator(func(string) []float64 { return []float64{3, 5} })
	require.InDelta(t, 4, e.seconds(0), 1e-9, "from the store")

	e.measured(0, 20*time.Second)
	require.InDelta(t, 20, e.seconds(1), 1e-9, "this run")

	plan.Stages[3].Kind = "other"
	e = estimator(none)
	e.measured(0, 30*time.Second)
	require.InDelta(t, 30, e.seconds(3), 1e-9, "a kind without measurements, on a machine three times as slow")
}

func TestEstimator_NarrowsWithMeasurements(t *testing.T) {
	plan := line(make([]float64, 100), nil)
	for i := range plan.Stages {
		plan.Stages[i].Cost = 10
	}
	e := newEstimator(plan, newGraph(plan), 2, none)
	width := func() float64 {
		r := e.remaining(all)
		return float64(r.High) / float64(r.Low)
	}
	before := width()
	for i, s := range []float64{9, 11, 10, 12, 8} {
		e.measured(i, seconds(s))
	}
	require.Less(t, width(), before/2)
	r := e.remaining(all)
	require.Less(t, r.Low, 500*time.Second)
	require.Greater(t, r.High, 500*time.Second)
}

func TestEstimator_ChainBoundsManySlots(t *testing.T) {
	costs := []float64{1, 1, 1, 1, 1}
	inputs := map[int][]int{1: {0}, 2: {1}, 3: {2}, 4: {3}}
	plan := line(costs, inputs)
	for slots := range 4 {
		e := newEstimator(plan, newGraph(plan), slots+1, none)
		for i := range 3 {
			e.measured(i, time.Second)
		}
		r := e.remaining(all)
		require.GreaterOrEqual(t, r.High, 5*time.Second, fmt.Sprint(slots+1, " slots"))
		require.LessOrEqual(t, r.Low, 5*time.Second)
	}
}

func TestEstimator_NothingKnown(t *testing.T) {
	plan := line([]float64{0, 0}, nil)
	e := newEstimator(plan, newGraph(plan), 2, none)
	require.Nil(t, e.remaining(all))
	require.Equal(t, &Estimate{}, e.remaining(func(int) float64 { return 0 }))
}

func TestPause(t *testing.T) {
	o := Options{Backoff: time.Second}
	require.Equal(t, []time.Duration{1e9, 2e9, 4e9, time.Minute}, []time.Duration{o.pause(1), o.pause(2), o.pause(3), o.pause(50)})
}
