package sciencelab_test

import (
	"math/rand/v2"
	"testing"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
	"github.com/retort-ml/retort/registry/registrytest"
)

// Default and full worlds with many tasks.
func sizes(b *testing.B) map[string]*sciencelab.Environment {
	small, full := sciencelab.Defaults(), sciencelab.Defaults()
	full.Size, full.Objects, full.Simplifications = "full", 18, nil
	small.Tasks = map[string]int{"train": 1 << 20}
	full.Tasks = small.Tasks
	return map[string]*sciencelab.Environment{"small": newEnvironment(b, small), "full": newEnvironment(b, full)}
}

// A reset of a task never started before.
func BenchmarkReset(b *testing.B) {
	for size, e := range sizes(b) {
		b.Run("size="+size, func(b *testing.B) {
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

// A step with the list of admissible actions and the state's signature, on random walks through
// many tasks.
func BenchmarkStep(b *testing.B) {
	for size, e := range sizes(b) {
		b.Run("size="+size, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var worlds []registry.World
			for i := range 64 {
				worlds = append(worlds, start(b, e, "train", i))
			}
			b.ReportAllocs()
			steps := 0
			began := registrytest.ProcessorTime(b)
			for b.Loop() {
				w := worlds[steps%64]
				if steps%1920 < 64 {
					w = start(b, e, "train", steps%64)
					worlds[steps%64] = w
				}
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
	e := sizes(b)["small"]
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
	w := start(b, sizes(b)["small"], "train", 0)
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

func BenchmarkSolve(b *testing.B) {
	e := sizes(b)["small"]
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		e.Solve(start(b, e, "train", i))
		i++
	}
}
