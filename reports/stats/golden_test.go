package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports/stats"
)

// The golden values are given to four digits.
const golden = 5e-5

func TestProportions_Golden(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		got    stats.Interval
		lo, hi float64
	}{
		{"wilson 0/20", stats.Wilson(0, 20, 0.95), 0, 0.1611},
		{"wilson 18/20", stats.Wilson(18, 20, 0.95), 0.6990, 0.9721},
		{"wilson 20/20", stats.Wilson(20, 20, 0.95), 0.8389, 1},
		{"wilson 107/134", stats.Wilson(107, 134, 0.95), 0.7227, 0.8577},
		{"clopper-pearson 18/20", stats.ClopperPearson(18, 20, 0.95), 0.6830, 0.9877},
		{"clopper-pearson 20/20", stats.ClopperPearson(20, 20, 0.95), 0.8316, 1},
		{"clopper-pearson 0/20", stats.ClopperPearson(0, 20, 0.95), 0, 0.1684},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.InDelta(t, tt.lo, tt.got.Lo, golden)
			require.InDelta(t, tt.hi, tt.got.Hi, golden)
		})
	}
}

func TestStudent_Golden(t *testing.T) {
	t.Parallel()
	i := stats.Student([]float64{0.50, 0.60, 0.70}, 0.95)
	require.InDelta(t, 0.352, i.Lo, 5e-4)
	require.InDelta(t, 0.848, i.Hi, 5e-4)
	require.False(t, stats.Student([]float64{0.5}, 0.95).Exists())
}

func TestMcNemar_Golden(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 0.03857, stats.McNemar(10, 2), golden)
	require.InDelta(t, 0.06250, stats.McNemar(5, 0), golden)
	require.InDelta(t, 0.06250, stats.McNemar(0, 5), golden)
	require.Equal(t, 1.0, stats.McNemar(0, 0))
	require.Equal(t, 1.0, stats.McNemar(4, 4))
	// 2000 discordant pairs overflow no term.
	require.InDelta(t, 1, stats.McNemar(1000, 1000), 1e-12)
}

func TestPassK_Golden(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		f       func(n, c, k int) (float64, bool)
		n, c, k int
		want    float64
		ok      bool
	}{
		{"pass@2 of 5 with 2", stats.PassAtK, 5, 2, 2, 0.70, true},
		{"pass^2 of 5 with 2", stats.PassHatK, 5, 2, 2, 0.10, true},
		{"pass@4 of 4 with 1 is certain", stats.PassAtK, 4, 1, 4, 1, true},
		{"pass@1 is the mean", stats.PassAtK, 5, 2, 1, 0.4, true},
		{"pass^1 is the mean", stats.PassHatK, 5, 2, 1, 0.4, true},
		{"pass@k never extrapolates", stats.PassAtK, 3, 1, 4, 0, false},
		{"pass^k never extrapolates", stats.PassHatK, 3, 3, 4, 0, false},
		{"no success", stats.PassAtK, 8, 0, 8, 0, true},
		{"all succeed", stats.PassHatK, 8, 8, 8, 1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := tt.f(tt.n, tt.c, tt.k)
			require.Equal(t, tt.ok, ok)
			require.InDelta(t, tt.want, got, 1e-12)
		})
	}
}

func TestIQM_Golden(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 35, stats.IQM([]float64{100, 60, 0, 20, 40, 10, 30, 50}), 1e-12)
	require.InDelta(t, 2, stats.IQM([]float64{1, 2, 3}), 1e-12)
	require.True(t, math.IsNaN(stats.IQM(nil)))
}

func TestCorrections_Golden(t *testing.T) {
	t.Parallel()
	p := []float64{0.03, 0.01, 0.04, 0.02}
	require.InDeltaSlice(t, []float64{0.06, 0.04, 0.06, 0.06}, stats.Holm(p), 1e-12)
	require.InDeltaSlice(t, []float64{0.04, 0.04, 0.04, 0.04}, stats.BenjaminiHochberg(p), 1e-12)
	require.Equal(t, []float64{0.03, 0.01, 0.04, 0.02}, p, "the input stays")
	require.Equal(t, []float64{1, 1}, stats.Holm([]float64{0.9, 0.8}))
}

func TestSignFlip_CountsAllAssignments(t *testing.T) {
	t.Parallel()
	rng := stats.Source("key", "flip")
	// Five equal signs: only the two assignments with all signs equal are as extreme.
	require.InDelta(t, 2.0/32, stats.SignFlip([]float64{1, 2, 3, 4, 5}, 1000, rng), 1e-12)
	require.Equal(t, 1.0, stats.SignFlip([]float64{0, 0}, 1000, rng))
	// On yes-no outcomes it is McNemar.
	d := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, 0, 0, 0}
	require.InDelta(t, stats.McNemar(10, 2), stats.SignFlip(d, 1000, rng), 1e-9)
}
