package mathcode_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

// problem is the text of a task without what can be done.
func problem(t testing.TB, e registry.Environment, split string, index int) string {
	text, _, _ := strings.Cut(start(t, e, split, index).Observation(), "\n\n")
	return text
}

// content is a problem whatever the order of its sentences.
func content(text string) string {
	sentences := strings.Split(strings.TrimPrefix(text, "Problem: "), ". ")
	slices.Sort(sentences)
	return strings.Join(sentences, ". ")
}

// No problem stands in two splits, even with its sentences in another order.
func TestSplits_Disjoint(t *testing.T) {
	s := mathcode.Defaults()
	s.Easiest, s.Hardest, s.Distractors = 1, 2, 0
	s.Tasks = map[string]int{"train": 3000, "seen": 800, "unseen": 800}
	e := drawn(t, s)
	owner := map[string]string{}
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			key := content(problem(t, e, split.Name, i))
			if other, taken := owner[key]; taken {
				require.Equal(t, other, split.Name, key)
			}
			owner[key] = split.Name
		}
	}
}

var phraseKey = regexp.MustCompile(`has|owns|tops|exceeds|leads|lags|trails|undercuts|repeats|multiplies|scales|share|portion|divides|pools|total|apples|books|coins|stamps|marbles|pencils|shells|cards`)

// Unseen tasks have combinations of phrases and things that no other split has.
func TestSplits_HeldOut(t *testing.T) {
	s := mathcode.Defaults()
	s.Easiest, s.Hardest, s.Distractors = 2, 2, 0
	s.Tasks = map[string]int{"train": 1000, "seen": 200, "unseen": 300}
	e := drawn(t, s)
	has := map[string]map[string]bool{}
	for _, split := range e.Splits() {
		has[split.Name] = map[string]bool{}
		for i := range split.Tasks {
			keys := phraseKey.FindAllString(problem(t, e, split.Name, i), -1)
			slices.Sort(keys)
			has[split.Name][strings.Join(slices.Compact(keys), " ")] = true
		}
	}
	for c := range has["unseen"] {
		require.False(t, has["train"][c] || has["seen"][c], c)
	}
	common := 0
	for c := range has["seen"] {
		if has["train"][c] {
			common++
		}
	}
	require.Greater(t, common, len(has["seen"])/2)
}

// A task is the same whatever the counts are; the seed changes it. All levels come up.
func TestGenerator_Pinned(t *testing.T) {
	s := mathcode.Defaults()
	a := drawn(t, s)
	s.Tasks = map[string]int{"train": 5}
	b := drawn(t, s)
	s.Seed = 2
	c := drawn(t, s)
	for i := range 5 {
		require.Equal(t, problem(t, a, "train", i), problem(t, b, "train", i))
		require.NotEqual(t, problem(t, a, "train", i), problem(t, c, "train", i))
	}
	levels := map[string]int{}
	for i := range 300 {
		levels[start(t, a, "train", i).(registry.Typed).TaskType()]++
	}
	require.Len(t, levels, 3)
	for level, n := range levels {
		require.Greater(t, n, 60, level)
	}
}

// Whatever sentence comes up, the answer follows from what the text says, and from that alone.
func TestGenerator_SaysEnough(t *testing.T) {
	s := mathcode.Defaults()
	s.Easiest, s.Hardest, s.Distractors = 1, 8, 6
	e := drawn(t, s)
	for _, split := range e.Splits() {
		for i := range 100 {
			w := start(t, e, split.Name, i)
			x := e.Expert(w.Observation(), 1)
			won := false
			for range 80 {
				r := x.Act()
				o := w.Step(r.Action)
				x.Observe(r.Action, o.Observation)
				if won = o.Won; o.Done {
					break
				}
			}
			require.True(t, won, "%s", w.Observation())
		}
	}
}

// Shipped weights were trained on this vocabulary and on these problems: another word, another order or another draw makes them
// worthless. Change the expected values only together with the weights.
func TestFrozen(t *testing.T) {
	e := drawn(t, mathcode.Defaults())
	words := sha256.New()
	for _, w := range e.View().Words() {
		fmt.Fprintln(words, w.Text, w.Type, w.Number)
	}
	texts := sha256.New()
	for _, split := range e.Splits() {
		for i := range 8 {
			w := start(t, e, split.Name, i)
			solution, _ := e.Solve(w)
			fmt.Fprintln(texts, w.Observation())
			for _, c := range solution {
				fmt.Fprintln(texts, c, w.Step(c).Observation)
			}
		}
	}
	require.Equal(t, []string{"6222e944b07a5808", "608e09f7a964834b"}, []string{fmt.Sprintf("%x", words.Sum(nil))[:16], fmt.Sprintf("%x", texts.Sum(nil))[:16]})
}
