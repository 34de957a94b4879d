package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports/stats"
)

// world draws arms whose success rates vary between seeds and tasks on the logit scale.
type world struct {
	runs, tasks, episodes int
	centre, seed, task    float64
}

func (w world) draw(rng *rand.Rand, taskEffect []float64) stats.Arm {
	a := stats.Arm{Rate: true}
	for r := range w.runs {
		a.Runs = append(a.Runs, fmt.Sprint(r))
		run := make([]float64, w.tasks)
		seed := w.seed * rng.NormFloat64()
		for t := range run {
			p := 1 / (1 + math.Exp(-(w.centre + seed + taskEffect[t])))
			for range w.episodes {
				if rng.Float64() < p {
					run[t] += 1 / float64(w.episodes)
				}
			}
		}
		a.Values = append(a.Values, run)
	}
	for t := range w.tasks {
		a.Tasks = append(a.Tasks, fmt.Sprint(t))
	}
	a.Episodes = w.runs * w.tasks * w.episodes
	return a
}

func (w world) effects(rng *rand.Rand) []float64 {
	effects := make([]float64, w.tasks)
	for t := range effects {
		effects[t] = w.task * rng.NormFloat64()
	}
	return effects
}

// rate integrates the success rate over seeds and tasks.
func (w world) rate() float64 {
	sd := math.Hypot(w.seed, w.task)
	sum, weight := 0.0, 0.0
	for z := -6.0; z <= 6; z += 0.01 {
		d := math.Exp(-z * z / 2)
		sum += d / (1 + math.Exp(-(w.centre + sd*z)))
		weight += d
	}
	return sum / weight
}

func covered(w world, repeats int, o stats.Options) float64 {
	rng := rand.New(rand.NewPCG(3, 4))
	truth, hits := w.rate(), 0
	for i := range repeats {
		o.Key = fmt.Sprint(i)
		iv := w.draw(rng, w.effects(rng)).Estimate(o).Interval
		if iv.Lo <= truth && truth <= iv.Hi {
			hits++
		}
	}
	return float64(hits) / float64(repeats)
}

func TestEstimate_CoversAtTheStatedRate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		w    world
		low  float64
	}{
		{"one run, one episode, near 1", world{runs: 1, tasks: 50, episodes: 1, centre: 3.5}, 0.93},
		{"one run, five episodes, tasks easy or hopeless", world{runs: 1, tasks: 100, episodes: 5, task: 6}, 0.925},
		{"three seeds, tasks dominate", world{runs: 3, tasks: 64, episodes: 3, seed: 0.1, task: 2}, 0.93},
		{"three seeds, both count", world{runs: 3, tasks: 64, episodes: 3, seed: 0.4, task: 1.5}, 0.91},
		{"three seeds near 1", world{runs: 3, tasks: 64, episodes: 2, centre: 4, seed: 0.3, task: 1}, 0.93},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := covered(tt.w, 600, stats.Options{Resamples: 400})
			t.Logf("covers %.1f%%", 100*got)
			require.GreaterOrEqual(t, got, tt.low)
		})
	}
}

// Seeds that matter are what the crossed interval is for: the bootstrap over three of them is too narrow.
func TestEstimate_CrossedBeatsTwoLevelWhenSeedsDominate(t *testing.T) {
	t.Parallel()
	w := world{runs: 3, tasks: 64, episodes: 3, seed: 1, task: 1}
	crossed := covered(w, 500, stats.Options{})
	twoLevel := covered(w, 500, stats.Options{Method: "two-level", Resamples: 400})
	t.Logf("crossed %.1f%%, two-level %.1f%%", 100*crossed, 100*twoLevel)
	require.Greater(t, crossed, 0.90)
	require.Less(t, twoLevel, 0.87)
}

// Two arms with the same law must differ significantly about as often as the level says, seeds included.
func TestCompare_HoldsItsLevel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		w    world
	}{
		{"one run, yes or no", world{runs: 1, tasks: 100, episodes: 1, task: 1}},
		{"one run, three episodes", world{runs: 1, tasks: 60, episodes: 3, task: 1}},
		{"three seeds that matter", world{runs: 3, tasks: 60, episodes: 2, seed: 0.5, task: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, 6))
			const repeats = 600
			rejected := 0
			for i := range repeats {
				effects := tt.w.effects(rng)
				d, err := stats.Compare(tt.w.draw(rng, effects), tt.w.draw(rng, effects), stats.Options{Key: fmt.Sprint(i), Resamples: 400})
				require.NoError(t, err)
				if d.P < 0.05 {
					rejected++
				}
			}
			t.Logf("rejects %.1f%%", 100*float64(rejected)/repeats)
			require.Less(t, float64(rejected)/repeats, 0.08)
		})
	}
}

// Pairing by task is what makes a small gain visible.
func TestCompare_PairingFindsAGain(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	low := world{runs: 1, tasks: 134, episodes: 1, task: 4}
	high := low
	high.centre = 1.5
	found, detectable := 0, 0.0
	for i := range 200 {
		effects := low.effects(rng)
		d, err := stats.Compare(high.draw(rng, effects), low.draw(rng, effects), stats.Options{Key: fmt.Sprint(i)})
		require.NoError(t, err)
		detectable += d.Detectable / 200
		if d.P < 0.05 {
			found++
		}
	}
	t.Logf("power %.2f, detectable %.3f, true difference %.3f", float64(found)/200, detectable, high.rate()-low.rate())
	require.Greater(t, found, 120)
	require.InDelta(t, 0.13, detectable, 0.03)
}
