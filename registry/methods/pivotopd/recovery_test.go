package pivotopd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// recorder keeps the metrics that are recorded.
type recorder struct {
	registry.Bench
	values map[string]float64
}

func (r *recorder) Metric(name string, _ int, value float64) error {
	r.values[name] = value
	return nil
}

// Four mistakes with 8 replays each by the first policy, 4 each by the second:
//
//	mistake  first  second  as shares     shortest way
//	1        2      2       0.25 < 0.5    3
//	2        8      3       1 > 0.75      5
//	3        4      2       0.5 = 0.5     5
//	4        0      0       0 = 0         none
//
// 7 of 16 replays recover; their shortest ways are 3, 3, 5 five times.
func TestRecordRecovery(t *testing.T) {
	r := &recorder{values: map[string]float64{}}
	mistakes := []*mistake{{Recovered: 2, Replays: 8, Left: 3}, {Recovered: 8, Replays: 8, Left: 5}, {Recovered: 4, Replays: 8, Left: 5}, {Replays: 8, Left: -1}}
	require.NoError(t, recordRecovery(r, mistakes, []int{2, 3, 2, 0}, 4))
	require.Equal(t, map[string]float64{
		"recovery_rate": 7.0 / 16, "recovery_rate_n": 16, "recovery_improved": 0.25, "recovery_improved_n": 4, "recovery_worse": 0.25, "recovery_worse_n": 4,
		"recovery_same": 0.5, "recovery_same_n": 4, "recovery_optimal_turns": 31.0 / 7, "recovery_optimal_turns_n": 7,
	}, r.values)
}

// Of four episodes one is won, one fails without a pivot, and two fail with the first pivot in turns 2 and 3 of 4:
//
//	failed 3 of 4; after a pivot 2 of 4; with a pivot 2 of 3; median turn 2.5; wasted 2 and 1, median 1.5
func TestLabel(t *testing.T) {
	env, format := scene()
	r := &recorder{Bench: inside{env: env}, values: map[string]float64{}}
	s := &Diagnosis{Mistakes: 1, Replays: 8}
	mistakes, err := s.label(r, []*registry.Episode{
		walk(env, format, "right", "right", "right"),
		walk(env, format, "look", "look"),
		walk(env, format, "right", "left", "look", "look"),
		walk(env, format, "right", "right", "left", "look"),
	})
	require.NoError(t, err)
	require.Equal(t, map[string]float64{
		"diagnosis_failure_rate": 0.75, "diagnosis_failure_rate_n": 4, "failure_after_pivot": 0.5, "failure_after_pivot_n": 4, "failed_with_pivot": 2.0 / 3, "failed_with_pivot_n": 3,
		"first_pivotal_turn": 2.5, "first_pivotal_turn_n": 2, "wasted_turns": 1.5, "wasted_turns_n": 2,
	}, r.values)
	require.Len(t, mistakes, 1, "no more than asked for")
	require.Equal(t, 1, mistakes[0].Turn)
	require.Equal(t, 3, mistakes[0].Left)
}

// inside is a bench that knows its environment.
type inside struct {
	registry.Bench
	env registry.Environment
}

func (i inside) Environment() registry.Environment { return i.env }

func TestMedian(t *testing.T) {
	require.Zero(t, median(nil))
	require.Equal(t, 3.0, median([]int{9, 3, 1}))
	require.Equal(t, 2.5, median([]int{4, 1, 2, 3}))
}
