package searchqa_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
)

func start(tb testing.TB, e registry.Environment, split string, index int) registry.World {
	tb.Helper()
	w, err := e.Reset(registry.Task{Split: split, Index: index})
	require.NoError(tb, err)
	return w
}

// A reset of a task: drawn, until it falls into its split, and indexed.
func BenchmarkReset(b *testing.B) {
	s := searchqa.Defaults()
	s.Tasks = map[string]int{"train": 1 << 20}
	e := newEnvironment(b, s)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		start(b, e, "train", i)
		i++
	}
}

// A step with the list of admissible actions and the state's signature, on random walks that start again after an answer.
func BenchmarkStep(b *testing.B) {
	w := start(b, newEnvironment(b, searchqa.Defaults()), "train", 0)
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

func BenchmarkFork(b *testing.B) {
	w := start(b, newEnvironment(b, searchqa.Defaults()), "train", 0)
	b.ReportAllocs()
	for b.Loop() {
		w.Fork()
	}
}

// A whole expert episode with its texts in the compact view, from a fresh reset.
func BenchmarkExpertEpisode(b *testing.B) {
	s := searchqa.Defaults()
	s.Tasks = map[string]int{"train": 1 << 20}
	e := newEnvironment(b, s)
	d := e.(registry.Demonstrator)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		w := start(b, e, "train", i)
		x := d.Expert(w.Observation(), uint64(i))
		r, _ := e.View().Begin(w.Observation())
		for {
			said := x.Act()
			r.Action(said.Action)
			o := w.Step(said.Action)
			if o.Done {
				break
			}
			r.Observe(o.Observation)
			x.Observe(said.Action, o.Observation)
		}
		i++
	}
}
