package mathcode_test

import (
	"math/rand/v2"
	"testing"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

func many(b *testing.B) *mathcode.Drawn {
	s := mathcode.Defaults()
	s.Tasks = map[string]int{"train": 1 << 20}
	return drawn(b, s)
}

// A reset of a task never started before.
func BenchmarkReset(b *testing.B) {
	e := many(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		start(b, e, "train", i)
		i++
	}
}

// A step with the list of admissible actions and the state's signature, on random walks that start again after an answer.
func BenchmarkStep(b *testing.B) {
	w := start(b, many(b), "train", 0)
	fresh := w.Fork()
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		list := w.Admissible()
		o := w.Step(list[rng.IntN(len(list))])
		w.Signature()
		if o.Done {
			w = fresh.Fork()
		}
	}
}

// A whole expert episode with its texts in the compact view, from a fresh reset.
func BenchmarkExpertEpisode(b *testing.B) {
	e := many(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		w := start(b, e, "train", i)
		x := e.Expert(w.Observation(), uint64(i))
		r, _ := e.View().Begin(w.Observation())
		for range e.Horizon() {
			a := x.Act()
			r.Action(a.Action)
			o := w.Step(a.Action)
			r.Observe(o.Observation)
			if o.Done {
				break
			}
			x.Observe(a.Action, o.Observation)
		}
		i++
	}
}

func BenchmarkFork(b *testing.B) {
	w := start(b, many(b), "train", 0)
	b.ReportAllocs()
	var f registry.World
	for b.Loop() {
		f = w.Fork()
	}
	_ = f
}
