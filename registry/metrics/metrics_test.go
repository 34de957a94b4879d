package metrics_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/metrics"
)

func TestAll_IsDescribed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, m := range metrics.All() {
		require.NotEmpty(t, m.Title, m.Name)
		require.Contains(t, m.Help, "Source: ", m.Name)
		require.False(t, seen[m.Name], m.Name)
		seen[m.Name] = true
		require.NotEqual(t, m.Value == nil, m.OfTask == nil, "%s: of an episode or of a task", m.Name)
		require.Equal(t, m.Rate, m.Unit == "%", m.Name)
		named, ok := metrics.Named(m.Name)
		require.True(t, ok, m.Name)
		require.Equal(t, m.Help, named.Help)
	}
}

func TestNamed_Families(t *testing.T) {
	t.Parallel()
	m, ok := metrics.Named("pass_hat_12")
	require.True(t, ok)
	require.Equal(t, "pass^12", m.Title)
	for _, name := range []string{"pass_at_0", "pass_at_-1", "pass_at_03", "pass_at_", "pass_at_k", "success", ""} {
		_, ok := metrics.Named(name)
		require.False(t, ok, name)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	won := registry.Summary{
		Won: true, Score: 0.9, Turns: 8, SearchTurns: 5, HesitationTurns: 2, InvalidTurns: 1, ResponseTokens: 36, Tokens: 120, Gap: 0.25, GapTokens: 36,
		Stagnation: 0.375, FourGrams: 20, RepeatedFourGrams: 5,
	}
	lost := registry.Summary{TimedOut: true, Turns: 20, Stagnation: 0.75}
	tests := []struct {
		metric        string
		won, lost     float64
		hasWon, hasNo bool
	}{
		{"success_rate", 1, 0, true, true},
		{"timeout_rate", 0, 1, true, true},
		{"score", 0.9, 0, true, true},
		{"turns", 8, 20, true, true},
		{"search_turns", 5, 0, true, true},
		{"search_turns_won", 5, 0, true, false},
		{"hesitation_turns", 2, 0, true, true},
		{"invalid_turns", 1, 0, true, true},
		{"response_length", 4.5, 0, true, true},
		{"tokens", 36, 0, true, true},
		{"context_tokens", 120, 0, true, true},
		{"gap", 0.25, 0, true, false},
		{"stagnation", 0.375, 0.75, true, true},
		{"repeated_4_grams", 0.25, 0, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.metric, func(t *testing.T) {
			t.Parallel()
			m, ok := metrics.Named(tt.metric)
			require.True(t, ok)
			v, ok := m.Value(&won)
			require.Equal(t, tt.hasWon, ok)
			require.Equal(t, tt.won, v)
			v, ok = m.Value(&lost)
			require.Equal(t, tt.hasNo, ok)
			if ok {
				require.Equal(t, tt.lost, v)
			}
		})
	}
	m, _ := metrics.Named("response_length")
	_, ok := m.Value(&registry.Summary{})
	require.False(t, ok, "an episode without turns has no response length")
}

// The formulas must agree with drawing every set of k episodes and counting.
func TestFamilies_AgreeWithCounting(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 6; n++ {
		for c := 0; c <= n; c++ {
			episodes := make([]registry.Summary, n)
			for i := range c {
				episodes[i].Won = true
			}
			rand.New(rand.NewPCG(1, uint64(n*10+c))).Shuffle(n, func(i, j int) { episodes[i], episodes[j] = episodes[j], episodes[i] })
			for k := 1; k <= n+1; k++ {
				sets, some, all := 0, 0, 0
				for set := range 1 << n {
					if bits.OnesCount(uint(set)) != k {
						continue
					}
					won := 0
					for i := range episodes {
						if set>>i&1 == 1 && episodes[i].Won {
							won++
						}
					}
					sets++
					if won > 0 {
						some++
					}
					if won == k {
						all++
					}
				}
				check := func(prefix string, want float64) {
					m, ok := metrics.Named(fmt.Sprint(prefix, k))
					require.True(t, ok)
					got, available := m.OfTask(episodes)
					require.Equal(t, k <= n, available, "%s%d of %d", prefix, k, n)
					if available {
						require.InDelta(t, want, got, 1e-12, "%s%d of %d with %d", prefix, k, n, c)
					}
				}
				check("pass_at_", float64(some)/float64(max(sets, 1)))
				check("pass_hat_", float64(all)/float64(max(sets, 1)))
				check("avg_at_", float64(c)/float64(n))
			}
		}
	}
}

func TestGapByTurn(t *testing.T) {
	t.Parallel()
	gaps := metrics.GapByTurn([]registry.Summary{
		{TurnGaps: []float64{1}},
		{},
		{TurnGaps: []float64{3, 5, 7}},
	})
	require.Equal(t, []metrics.TurnGap{{0, 2, 2}, {1, 5, 1}, {2, 7, 1}}, gaps)
	require.Empty(t, metrics.GapByTurn(nil))
}
