package alfworld_test

import (
	"math/rand/v2"
	"testing"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
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
			for b.Loop() {
				start(b, e, "train", i)
				i++
			}
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
			for b.Loop() {
				list := w.Admissible()
				w.Step(list[rng.IntN(len(list))])
				w.Signature()
				steps++
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
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
	for b.Loop() {
		f = w.Fork()
	}
	_ = f
}
