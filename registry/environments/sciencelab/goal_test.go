package sciencelab_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

// only has one family.
func only(t testing.TB, family string) *sciencelab.Environment {
	s := sciencelab.Defaults()
	s.Families = []string{family}
	return newEnvironment(t, s)
}

// goTo walks through rooms, opening the doors.
func goTo(w registry.World, rooms ...string) {
	for _, r := range rooms {
		w.Step("open door to " + r)
		w.Step("go to " + r)
	}
}

// Focusing on something that no task asks for ends the episode with nothing, in every family and for good.
func TestScore_WrongFocusFails(t *testing.T) {
	for _, family := range sciencelabFamilies {
		t.Run(family, func(t *testing.T) {
			e := only(t, family)
			w := start(t, e, "train", 0)
			for range 40 { // something fixed is here or next door, and no task asks for it first
				for _, c := range w.Admissible() {
					for _, fixed := range []string{"stove", "drawer", "closet", "cabinet", "flower pot"} {
						if c == "focus on "+fixed {
							o := w.Step(c)
							require.True(t, o.Done)
							require.False(t, o.Won)
							require.Zero(t, o.Score)
							o = w.Step("look around")
							require.True(t, o.Done, "failure is for good")
							require.Zero(t, o.Score)
							_, ok := e.Solve(w)
							require.False(t, ok)
							return
						}
					}
				}
				goTo(w, "outside", "greenhouse", "hallway")
			}
			t.Fatal("nothing fixed was found")
		})
	}
}

// sciencelabFamilies are all task families.
var sciencelabFamilies = []string{
	"boil", "melt", "freeze", "use-thermometer", "measure-melting-point-known-substance", "measure-melting-point-unknown-substance",
	"test-conductivity", "test-conductivity-of-unknown-substances", "power-component", "find-living-thing", "find-non-living-thing", "find-plant",
	"find-animal", "grow-plant", "chemistry-mix", "chemistry-mix-paint-secondary-color", "lifespan-longest-lived", "lifespan-shortest-lived",
	"identify-life-stages-1",
}

// In every family the score grows along the solution, stays below 1 before its end, and is 1 after it,
// for good.
func TestScore_AlongSolutions(t *testing.T) {
	for _, family := range sciencelabFamilies {
		t.Run(family, func(t *testing.T) {
			e := only(t, family)
			for i := range 4 {
				w := start(t, e, "train", i)
				require.Equal(t, family, w.(registry.Typed).TaskType())
				solution, ok := e.Solve(w)
				require.True(t, ok)
				score := 0.0
				for k, c := range solution {
					o := w.Step(c)
					require.GreaterOrEqual(t, o.Score, score)
					require.Equal(t, k == len(solution)-1, o.Score == 1, "%s: %v", c, o.Score)
					require.Equal(t, o.Won, o.Done)
					score = o.Score
				}
				require.Equal(t, 1.0, w.Step("focus on stove").Score)
			}
		})
	}
}

// Putting the measured thing into the wrong box fails, into the right one wins.
func TestScore_AnswerBoxes(t *testing.T) {
	for _, family := range []string{"use-thermometer", "test-conductivity", "test-conductivity-of-unknown-substances"} {
		t.Run(family, func(t *testing.T) {
			e := only(t, family)
			for i := range 10 {
				w := start(t, e, "train", i)
				solution, ok := e.Solve(w)
				require.True(t, ok)
				last := solution[len(solution)-1]
				for _, c := range solution[:len(solution)-1] {
					w.Step(c)
				}
				swap := strings.NewReplacer("red box", "green box", "green box", "red box")
				wrong, right := w.Fork().Step(swap.Replace(last)), w.Fork().Step(last)
				require.True(t, wrong.Done && !wrong.Won, "%+v", wrong)
				require.Zero(t, wrong.Score)
				require.True(t, right.Won)
			}
		})
	}
}

// A policy that does nothing, and one that waits, get next to nothing: only what the start gives for free.
func TestBlindBaseline(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	for _, action := range []string{"look around", "wait"} {
		sum := 0.0
		for i := range 256 {
			w := start(t, e, "seen", i)
			var o registry.Outcome
			for range e.Horizon() {
				o = w.Step(action)
			}
			require.False(t, o.Done)
			sum += o.Score
		}
		mean := sum / 256
		require.Greater(t, mean, .005)
		require.Less(t, mean, .05, "%s", action)
	}
}

// A random policy wins little and fails nearly always: focus is a trap.
func TestRandomBaseline(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	won, failed := 0, 0
	rng := stream(9)
	for i := range 256 {
		w := start(t, e, "seen", i)
		for range e.Horizon() {
			list := w.Admissible()
			o := w.Step(list[rng.IntN(len(list))])
			if o.Done {
				if o.Won {
					won++
				} else {
					failed++
				}
				break
			}
		}
	}
	require.Less(t, won, 20)
	require.Greater(t, failed, 150)
}
