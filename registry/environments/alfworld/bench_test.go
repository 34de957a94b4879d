package alfworld_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

func many(b *testing.B, size string) *alfworld.Environment {
	s := alfworld.Defaults()
	s.Size = size
	s.Tasks = map[string]int{"train": 1 << 20}
	return newEnvironment(b, s)
}

// A reset of a task never started before: drawn, written as PDDL, compiled.
func BenchmarkReset(b *testing.B) {
	for _, size := range []string{"small", "full"} {
		b.Run("size="+size, func(b *testing.B) {
			e := many(b, size)
			b.ReportAllocs()
			i := 0
			began := registrytest.ProcessorTime(b)
			for b.Loop() {
				start(b, e, "train", i)
				i++
			}
			b.ReportMetric(float64((registrytest.ProcessorTime(b)-began).Nanoseconds())/float64(i), "cpu-ns/op")
		})
	}
}

// A step with the list of admissible actions and the state's signature, on random walks.
func BenchmarkStep(b *testing.B) {
	for _, size := range []string{"small", "full"} {
		b.Run("size="+size, func(b *testing.B) {
			e := many(b, size)
			rng := rand.New(rand.NewPCG(1, 2))
			w := start(b, e, "train", 0)
			b.ReportAllocs()
			steps := 0
			began := registrytest.ProcessorTime(b)
			for b.Loop() {
				list := w.Admissible()
				w.Step(list[rng.IntN(len(list))])
				w.Signature()
				steps++
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(float64(steps)/(registrytest.ProcessorTime(b)-began).Seconds(), "steps/CPU-s")
		})
	}
}

// A whole expert episode with its texts in the compact view, from a fresh reset.
func BenchmarkExpertEpisode(b *testing.B) {
	e := many(b, "small")
	b.ReportAllocs()
	i, turns := 0, 0
	for b.Loop() {
		w := start(b, e, "train", i)
		x := e.Expert(w.Observation(), uint64(i))
		r, _ := e.View().Begin(w.Observation())
		for range e.Horizon() {
			a := x.Act()
			r.Action(a.Action)
			o := w.Step(a.Action)
			r.Observe(o.Observation)
			turns++
			if o.Done {
				break
			}
			x.Observe(a.Action, o.Observation)
		}
		i++
	}
	b.ReportMetric(float64(turns)/float64(i), "turns/episode")
}

func BenchmarkFork(b *testing.B) {
	w := start(b, many(b, "small"), "train", 0)
	b.ReportAllocs()
	var f registry.World
	forks := 0
	began := registrytest.ProcessorTime(b)
	for b.Loop() {
		f = w.Fork()
		forks++
	}
	b.ReportMetric(float64((registrytest.ProcessorTime(b)-began).Nanoseconds())/float64(forks), "cpu-ns/op")
	_ = f
}

// Real games of a folder, each started and walked 40 random admissible actions from there; what
// docs/benchmarks/alfworld_original.py does with the original.
func BenchmarkRealGames(b *testing.B) {
	s := alfworld.Defaults()
	s.Games = realData
	e, err := alfworld.New(s)
	if err != nil {
		b.Skipf("real games are not here: %v", err)
	}
	type task struct {
		split string
		index int
	}
	var tasks []task
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			tasks = append(tasks, task{split.Name, i})
		}
	}
	files, err := filepath.Glob(filepath.Join(realData, "json_2.1.1", "*", "*", "*", "game.tw-pddl"))
	require.NoError(b, err)
	b.Run("load", func(b *testing.B) {
		i, began := 0, registrytest.ProcessorTime(b)
		for b.Loop() {
			w, err := e.Open(files[i%len(files)])
			require.NoError(b, err)
			w.Admissible()
			i++
		}
		b.ReportMetric(float64(registrytest.ProcessorTime(b)-began)/float64(i), "cpu-ns/op")
	})
	b.Run("step", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 2))
		worlds := make([]registry.World, len(tasks))
		for i, t := range tasks {
			worlds[i] = start(b, e, t.split, t.index)
		}
		steps, began := 0, registrytest.ProcessorTime(b)
		var w registry.World
		b.ReportAllocs()
		for b.Loop() {
			if steps%40 == 0 {
				w = worlds[steps/40%len(worlds)].Fork()
			}
			list := w.Admissible()
			w.Step(list[rng.IntN(len(list))])
			w.Admissible()
			steps++
		}
		used := registrytest.ProcessorTime(b) - began
		b.ReportMetric(float64(used)/float64(steps), "cpu-ns/op")
		b.ReportMetric(float64(steps)/used.Seconds(), "steps/CPU-s")
	})
	b.Run("distance", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 2))
		worlds := make([]registry.World, len(tasks))
		for i, t := range tasks {
			worlds[i] = start(b, e, t.split, t.index)
		}
		i, began := 0, registrytest.ProcessorTime(b)
		for b.Loop() {
			w := worlds[i%len(worlds)]
			list := w.Admissible()
			w.Step(list[rng.IntN(len(list))])
			w.(interface{ Distance() (int, bool) }).Distance()
			i++
		}
		b.ReportMetric(float64(registrytest.ProcessorTime(b)-began)/float64(i), "cpu-ns/op")
	})
}
