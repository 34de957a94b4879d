package registrytest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// Sizes of the suite: large enough to reach the interesting states of a small environment, small
// enough for a few seconds.
const (
	walkTasks  = 3  // tasks a split that are walked through
	walkSteps  = 25 // actions a walk
	splitTasks = 48 // tasks a split compared with those of other splits
)

// TestEnvironment runs the contract suite on env: the interface it must implement, and whichever of the optional ones
// it or its worlds implement besides (Demonstrator, Insider, Oracle, Distanced, Matcher, Lexicon, Outcomes, Floors,
// Privileged, Typed, Tooled, Named, Opener, Limited, Faulty).
//
// It checks that a task always gives the same world, that a fork equals a replay, that equal
// signatures mean equal futures, that scores lie in [0, 1], that no text makes a world panic and what
// is not understood changes nothing, that listed actions are understood, that splits share no
// task, that the view is a function of the texts inside its vocabulary, that the expert is
// repeatable and finishes most training tasks within the horizon, that solutions win and distances count them down,
// that an episode on a path is found there, that floors can be played, that what is private stays so, and that
// asking any of them changes no episode.
func TestEnvironment(t *testing.T, env registry.Environment) {
	t.Helper()
	t.Run("splits", func(t *testing.T) { testSplits(t, env) })
	t.Run("same task, same world", func(t *testing.T) { testRepeatable(t, env) })
	t.Run("concurrent resets", func(t *testing.T) { testConcurrent(t, env) })
	t.Run("fork equals replay", func(t *testing.T) { testFork(t, env) })
	t.Run("equal signatures, equal futures", func(t *testing.T) { testSignature(t, env) })
	t.Run("any text", func(t *testing.T) { testAnyText(t, env) })
	t.Run("admissible actions", func(t *testing.T) { testAdmissible(t, env) })
	t.Run("disjoint splits", func(t *testing.T) { testDisjoint(t, env) })
	if v := env.View(); v != nil {
		t.Run("view", func(t *testing.T) { testView(t, env, v) })
	}
	if d, ok := env.(registry.Demonstrator); ok {
		t.Run("expert", func(t *testing.T) { testExpert(t, env, d) })
	}
	if o, ok := env.(registry.Oracle); ok {
		t.Run("oracle", func(t *testing.T) { testOracle(t, env, o) })
	}
	if l, ok := env.(registry.Lexicon); ok {
		t.Run("lexicon", func(t *testing.T) { testLexicon(t, env, l) })
	}
	if o, ok := env.(registry.Outcomes); ok {
		t.Run("outcomes", func(t *testing.T) { testOutcomes(t, env, o) })
	}
	testOffers(t, env)
	testWorldOffers(t, env)
}

// testOffers runs the parts of the suite about what an environment offers besides.
func testOffers(t *testing.T, env registry.Environment) {
	if i, ok := env.(registry.Insider); ok {
		t.Run("insider", func(t *testing.T) { testInsider(t, env, i) })
	}
	if m, ok := env.(registry.Matcher); ok {
		t.Run("matcher", func(t *testing.T) { testMatcher(t, env, m) })
	}
	if f, ok := env.(registry.Floors); ok {
		t.Run("floors", func(t *testing.T) { testFloors(t, env, f) })
	}
	if f, ok := env.(registry.Faulty); ok {
		t.Run("faults", func(t *testing.T) { testFaults(t, f) })
	}
	if o, ok := env.(registry.Tooled); ok {
		t.Run("tools", func(t *testing.T) { testTools(t, o) })
	}
	if n, ok := env.(registry.Named); ok {
		t.Run("names", func(t *testing.T) { testNames(t, env, n) })
	}
	if o, ok := env.(registry.Opener); ok {
		t.Run("open", func(t *testing.T) { testOpen(t, o) })
	}
	if l, ok := env.(registry.Limited); ok {
		t.Run("width", func(t *testing.T) { testWidth(t, env, l) })
	}
}

// testWorldOffers runs the parts of the suite about what the worlds of an environment offer besides; they all offer the
// same.
func testWorldOffers(t *testing.T, env registry.Environment) {
	i := slices.IndexFunc(env.Splits(), func(s registry.Split) bool { return s.Tasks > 0 })
	if i < 0 {
		return
	}
	w := reset(t, env, registry.Task{Split: env.Splits()[i].Name})
	if _, ok := w.(registry.Distanced); ok {
		t.Run("distance", func(t *testing.T) { testDistance(t, env) })
	}
	if _, ok := w.(registry.Privileged); ok {
		t.Run("private", func(t *testing.T) { testPrivate(t, env) })
	}
	if _, ok := w.(registry.Typed); ok {
		t.Run("task type", func(t *testing.T) { testTaskType(t, env) })
	}
}

// eachTask runs f as a subtest for the first tasks of every split.
func eachTask(t *testing.T, env registry.Environment, most int, f func(t *testing.T, task registry.Task)) {
	t.Helper()
	for _, s := range env.Splits() {
		for i := range min(s.Tasks, most) {
			t.Run(fmt.Sprintf("%s %d", s.Name, i), func(t *testing.T) { f(t, registry.Task{Split: s.Name, Index: i}) })
		}
	}
}

func reset(t *testing.T, env registry.Environment, task registry.Task) registry.World {
	t.Helper()
	w, err := env.Reset(task)
	require.NoError(t, err)
	return w
}

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5eed)) }

// pick draws an action: mostly one the world lists, now and then one it will not understand.
func pick(rng *rand.Rand, w registry.World) string {
	list := w.Admissible()
	if len(list) == 0 || rng.IntN(10) == 0 {
		return nastyTexts[rng.IntN(len(nastyTexts))]
	}
	return list[rng.IntN(len(list))]
}

// walk takes steps random actions and returns them with what they caused.
func walk(w registry.World, rng *rand.Rand, steps int) (actions []string, outcomes []registry.Outcome) {
	for range steps {
		a := pick(rng, w)
		actions = append(actions, a)
		outcomes = append(outcomes, w.Step(a))
	}
	return actions, outcomes
}

// replay takes the actions and requires the outcomes.
func replay(t *testing.T, w registry.World, actions []string, outcomes []registry.Outcome) {
	t.Helper()
	for i, a := range actions {
		require.Equal(t, outcomes[i], w.Step(a), "action %d, %q", i, a)
	}
}

func testSplits(t *testing.T, env registry.Environment) {
	splits := env.Splits()
	require.NotEmpty(t, splits)
	require.Equal(t, splits, env.Splits(), "the order of splits is fixed")
	require.Positive(t, env.Horizon())
	seen := map[string]bool{}
	for _, s := range splits {
		require.NotEmpty(t, s.Name)
		require.False(t, seen[s.Name], "split %s twice", s.Name)
		seen[s.Name] = true
		require.GreaterOrEqual(t, s.Tasks, 0)
		for _, i := range []int{-1, s.Tasks} {
			_, err := env.Reset(registry.Task{Split: s.Name, Index: i})
			require.Error(t, err, "task %d of %d", i, s.Tasks)
		}
	}
	_, err := env.Reset(registry.Task{Split: "no such split"})
	require.Error(t, err)
}

func testRepeatable(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		a, b := reset(t, env, task), reset(t, env, task)
		require.Equal(t, a.Observation(), b.Observation())
		require.Equal(t, a.Admissible(), b.Admissible())
		require.Equal(t, a.Signature(), b.Signature())
		actions, outcomes := walk(a, stream(1), walkSteps)
		replay(t, b, actions, outcomes)
		require.Equal(t, a.Signature(), b.Signature())
		require.Equal(t, outcomes[len(outcomes)-1].Observation, a.Observation(), "the observation is the text printed last")
		for i, o := range outcomes {
			require.GreaterOrEqual(t, o.Score, 0.0, "action %d", i)
			require.LessOrEqual(t, o.Score, 1.0, "action %d", i)
		}
	})
}

func testConcurrent(t *testing.T, env registry.Environment) {
	eachTask(t, env, 1, func(t *testing.T, task registry.Task) {
		want := reset(t, env, task)
		actions, outcomes := walk(want, stream(2), walkSteps)
		faults := make([]error, 4)
		var all sync.WaitGroup
		for k := range faults {
			all.Go(func() {
				w, err := env.Reset(task)
				if err != nil {
					faults[k] = err
					return
				}
				for i, a := range actions {
					if got := w.Step(a); got.Observation != outcomes[i].Observation {
						faults[k] = fmt.Errorf("action %d: %q instead of %q", i, got.Observation, outcomes[i].Observation)
						return
					}
				}
			})
		}
		all.Wait()
		for _, err := range faults {
			require.NoError(t, err)
		}
	})
}

func testFork(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w := reset(t, env, task)
		before, beforeOutcomes := walk(w, stream(3), walkSteps)
		mark, admissible, observation := w.Signature(), slices.Clone(w.Admissible()), w.Observation()

		fork := w.Fork()
		require.Equal(t, mark, fork.Signature())
		require.Equal(t, admissible, fork.Admissible())
		require.Equal(t, observation, fork.Observation())
		after, afterOutcomes := walk(fork, stream(4), walkSteps)
		require.Equal(t, mark, w.Signature(), "stepping a fork leaves the original alone")
		require.Equal(t, admissible, w.Admissible())
		require.Equal(t, observation, w.Observation())

		again := reset(t, env, task)
		replay(t, again, before, beforeOutcomes)
		require.Equal(t, mark, again.Signature(), "a replay reaches the state of the fork")
		replay(t, again, after, afterOutcomes)
		replay(t, w, after, afterOutcomes)
		require.Equal(t, fork.Signature(), w.Signature())
		require.Equal(t, fork.Signature(), again.Signature())
	})
}

func testSignature(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		met := map[string]registry.World{}
		compared := 0
		for seed := range uint64(6) {
			w, rng := reset(t, env, task), stream(10+seed)
			for range walkSteps {
				w.Step(pick(rng, w))
				other, ok := met[w.Signature()]
				if !ok {
					met[w.Signature()] = w.Fork()
					continue
				}
				if compared == 40 {
					continue
				}
				compared++
				a, b := w.Fork(), other.Fork()
				require.Equal(t, a.Admissible(), b.Admissible())
				actions, outcomes := walk(a, rng, 8)
				replay(t, b, actions, outcomes)
				require.Equal(t, a.Signature(), b.Signature())
			}
		}
	})
}

func testAnyText(t *testing.T, env registry.Environment) {
	eachTask(t, env, 1, func(t *testing.T, task registry.Task) {
		w := reset(t, env, task)
		rng := stream(5)
		for _, text := range nastyTexts {
			before := w.Signature()
			o := w.Step(text)
			require.GreaterOrEqual(t, o.Score, 0.0)
			require.LessOrEqual(t, o.Score, 1.0)
			if !o.Valid {
				require.Equal(t, before, w.Signature(), "%q is not understood and changes nothing", text)
			}
			w.Step(pick(rng, w))
		}
		for _, a := range w.Admissible() {
			for _, text := range []string{a + "\x00", a + " " + a, strings.ToUpper(a) + "!", a[:len(a)/2]} {
				w.Fork().Step(text)
			}
		}
	})
}

func testAdmissible(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w, rng := reset(t, env, task), stream(6)
		for range walkSteps {
			list := w.Admissible()
			seen := map[string]bool{}
			for _, a := range list {
				require.False(t, seen[a], "%q is listed twice", a)
				seen[a] = true
				require.True(t, w.Fork().Step(a).Valid, "%q is listed, so it is understood", a)
			}
			w.Step(pick(rng, w))
		}
	})
}

// testDisjoint compares what tasks say: the introduction, the answer to every action at the
// start, and a long walk. Tasks of different splits must differ somewhere.
func testDisjoint(t *testing.T, env registry.Environment) {
	owner := map[string]registry.Task{}
	for _, s := range env.Splits() {
		for i := range min(s.Tasks, splitTasks) {
			task := registry.Task{Split: s.Name, Index: i}
			w := reset(t, env, task)
			var told strings.Builder
			told.WriteString(w.Observation())
			for _, a := range w.Admissible() {
				told.WriteString("\x00" + w.Fork().Step(a).Observation)
			}
			_, outcomes := walk(w, stream(7), 2*walkSteps)
			for _, o := range outcomes {
				told.WriteString("\x00" + o.Observation)
			}
			other, taken := owner[told.String()]
			require.False(t, taken && other.Split != task.Split, "%v and %v are the same task", other, task)
			owner[told.String()] = task
		}
	}
}
