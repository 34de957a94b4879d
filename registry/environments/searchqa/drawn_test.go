package searchqa_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
)

// What is drawn, written in HotpotQA's form and read back is the same world.
func TestDrawn_WriteQuestions(t *testing.T) {
	d := newEnvironment(t, searchqa.Defaults()).(*searchqa.Drawn)
	var text strings.Builder
	require.NoError(t, d.WriteQuestions(&text, "unseen", 8))
	require.ErrorContains(t, d.WriteQuestions(&text, "test", 1), "it has 0 tasks")
	name := filepath.Join(files(t, map[string]string{"dev.jsonl": text.String()}), "dev.jsonl")
	e := read(t, func(s *searchqa.Settings) { s.Data, s.TopK = name, 2 })
	require.Empty(t, e.Faults())
	for i := range 8 {
		own, err := d.Reset(registry.Task{Split: "unseen", Index: i})
		require.NoError(t, err)
		again := open(t, e, "unseen-"+string(rune('0'+i)))
		require.Equal(t, own.Observation(), again.Observation())
		commands, ok := d.Solve(own)
		require.True(t, ok)
		require.Len(t, commands, 3)
		for _, c := range commands {
			require.Equal(t, own.Step(c), again.Step(c))
		}
	}
}

// Combinations of unseen tasks are asked about nowhere else, and no encyclopedia is in two splits.
func TestDrawn_Splits(t *testing.T) {
	e := newEnvironment(t, searchqa.Defaults())
	owner := map[string]string{}
	asked := map[string]string{}
	for _, s := range e.Splits() {
		for i := range 100 {
			w, err := e.Reset(registry.Task{Split: s.Name, Index: i})
			require.NoError(t, err)
			q := w.Observation()
			require.Contains(t, []string{"", s.Name}, owner[q+w.Signature()])
			_, words := e.View().Begin(q)
			combination := ""
			for _, word := range words {
				for _, v := range e.View().Words() {
					if v.Text == word {
						combination += " " + v.Type
						if strings.HasPrefix(v.Number, "n") {
							combination += " " + word
						}
					}
				}
			}
			if before, known := asked[combination]; known {
				require.Equal(t, before == "unseen", s.Name == "unseen", combination)
			}
			asked[combination] = s.Name
		}
	}
	s := searchqa.Defaults()
	s.Tasks = map[string]int{"train": 3, "seen": 0}
	other := newEnvironment(t, s)
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 3}, {Name: "seen", Tasks: 0}, {Name: "unseen", Tasks: 256}}, other.Splits())
	task := registry.Task{Split: "train", Index: 2}
	a, err := e.Reset(task)
	require.NoError(t, err)
	b, err := other.Reset(task)
	require.NoError(t, err)
	require.Equal(t, a.Observation(), b.Observation(), "a task does not depend on the counts")
}

// The view is a function of the texts: what it says of one does not depend on which reader is asked, or on the task.
func TestView_Function(t *testing.T) {
	e := newEnvironment(t, searchqa.Defaults())
	said := map[string]string{}
	for i := range 60 {
		w, err := e.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		r, _ := e.View().Begin(w.Observation())
		for _, a := range w.Admissible() {
			o := w.Fork().Step(a)
			words := strings.Join(r.Observe(o.Observation), " ")
			if before, known := said[o.Observation]; known {
				require.Equal(t, before, words)
			}
			said[o.Observation] = words
			// Every word stands in the text, or names its form.
			text := strings.ToLower(o.Observation)
			for _, word := range strings.Fields(words) {
				if word != "doc" && word != "none" && word != "over" {
					require.Contains(t, text, strings.ReplaceAll(word, "_", " "))
				}
			}
		}
	}
	require.Greater(t, len(said), 100)
}

// The floors: nothing wins nothing, one blind search little.
func TestFloor(t *testing.T) {
	e := newEnvironment(t, searchqa.Defaults())
	f := e.(registry.Floors)
	won := map[string]int{}
	const tasks = 200
	for _, name := range searchqa.Kind().Floors {
		for i := range tasks {
			w := start(t, e, "train", i)
			x, ok := f.Floor(name, w.Observation())
			require.True(t, ok)
			for range e.Horizon() {
				a := x.Act().Action
				o := w.Step(a)
				if o.Won {
					won[name]++
				}
				if o.Done {
					break
				}
				x.Observe(a, o.Observation)
				x = x.Fork(0)
			}
		}
	}
	t.Logf("won of %d: %v", tasks, won)
	require.Zero(t, won[registry.FloorNothing])
	require.Less(t, won[registry.FloorBlind], tasks/4)
	_, ok := f.Floor("no such floor", "")
	require.False(t, ok)
}
