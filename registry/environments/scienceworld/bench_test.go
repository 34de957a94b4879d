package scienceworld_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// script is a walk through the house for boil/0, of all kinds of actions.
var script = []string{
	"look around", "teleport to kitchen", "open cupboard", "pick up metal pot", "look around", "open fridge", "move metal pot to sink",
	"activate sink", "deactivate sink", "pick up metal pot", "inventory", "move metal pot to stove", "activate stove",
	"examine substance in metal pot", "wait1", "teleport to outside", "look around", "teleport to foundry", "examine blast furnace", "wait1",
}

// Steps a second of the original in one simulator, with and without the list of actions after each, the cost of
// a reset, and of a step whose world lost its simulator.
func BenchmarkOriginal(b *testing.B) {
	s := original(b)
	s.Memory = s.Heap + 256
	e := open(b, s)
	for range 30 { // Java compiles what is used much
		w := start(b, e, "boil/0")
		for _, a := range script {
			w.Step(a)
		}
		w.Admissible()
	}
	b.Run("step", func(b *testing.B) {
		b.ReportAllocs()
		steps := 0
		var spent time.Duration
		for b.Loop() {
			w := start(b, e, "boil/0")
			begun := time.Now()
			for _, a := range script {
				require.Nil(b, w.Step(a).Info["error"])
			}
			spent += time.Since(begun)
			steps += len(script)
		}
		b.ReportMetric(float64(steps)/spent.Seconds(), "steps/s")
	})
	b.Run("listed", func(b *testing.B) {
		b.ReportAllocs()
		steps := 0
		var spent time.Duration
		for b.Loop() {
			w := start(b, e, "boil/0")
			begun := time.Now()
			for _, a := range script {
				w.Step(a)
				w.Admissible()
			}
			spent += time.Since(begun)
			steps += len(script)
		}
		b.ReportMetric(float64(steps)/spent.Seconds(), "steps/s")
	})
	b.Run("reset", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			start(b, e, "boil/0")
		}
	})
	b.Run("replaced", func(b *testing.B) {
		b.ReportAllocs()
		w, other := start(b, e, "boil/0"), start(b, e, "boil/0")
		for _, a := range script {
			w.Step(a)
		}
		for b.Loop() {
			other.Step("look around")
			w.Step("look around")
		}
	})
}
