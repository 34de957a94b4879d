package webshop_test

import (
	"math/rand/v2"
	"testing"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/registrytest"
)

func many(b *testing.B, titles string) *webshop.Environment {
	s := webshop.Defaults()
	s.Titles = titles
	s.Tasks = map[string]int{"train": 1 << 20}
	return newEnvironment(b, s)
}

// A reset of a task never started before: drawn and indexed.
func BenchmarkReset(b *testing.B) {
	e := many(b, "full")
	b.ReportAllocs()
	i := 0
	before := registrytest.ProcessorTime(b)
	for b.Loop() {
		start(b, e, "train", i)
		i++
	}
	b.ReportMetric(float64((registrytest.ProcessorTime(b)-before).Microseconds())/float64(i), "CPU-µs/op")
}

// The same with real goals.
func BenchmarkReset_Real(b *testing.B) {
	s := realSettings()
	s.Tasks = map[string]int{"train": 1 << 20}
	e := newEnvironment(b, s)
	b.ReportAllocs()
	i := 0
	before := registrytest.ProcessorTime(b)
	for b.Loop() {
		start(b, e, "train", i)
		i++
	}
	b.ReportMetric(float64((registrytest.ProcessorTime(b)-before).Microseconds())/float64(i), "CPU-µs/op")
}

// A step with the list of admissible actions and the state's signature, on random walks that start
// again after a purchase.
func BenchmarkStep(b *testing.B) {
	for _, mode := range []string{"text", "text_rich"} {
		b.Run("observation="+mode, func(b *testing.B) {
			s := webshop.Defaults()
			s.Observation = mode
			w := start(b, newEnvironment(b, s), "train", 0)
			fresh := w.Fork()
			rng := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			steps := 0
			before := registrytest.ProcessorTime(b)
			for b.Loop() {
				list := w.Admissible()
				o := w.Step(list[rng.IntN(len(list))])
				w.Signature()
				if o.Done {
					w = fresh.Fork()
				}
				steps++
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(float64(steps)/(registrytest.ProcessorTime(b)-before).Seconds(), "steps/CPU-s")
		})
	}
}

// A whole expert episode with its texts in the compact view, from a fresh reset.
func BenchmarkExpertEpisode(b *testing.B) {
	e := many(b, "full")
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
	w := start(b, many(b, "full"), "train", 0)
	b.ReportAllocs()
	var f registry.World
	for b.Loop() {
		f = w.Fork()
	}
	_ = f
}

func BenchmarkSolve(b *testing.B) {
	e := many(b, "full")
	w := start(b, e, "train", 0)
	b.ReportAllocs()
	for b.Loop() {
		e.Solve(w)
	}
}
