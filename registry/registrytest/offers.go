package registrytest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// testFaults checks that faults name themselves, stay the same, and are the caller's to keep.
func testFaults(t *testing.T, f registry.Faulty) {
	list := slices.Clone(f.Faults())
	for i, err := range list {
		require.Error(t, err, "fault %d", i)
		require.NotEmpty(t, strings.TrimSpace(err.Error()))
	}
	again := f.Faults()
	require.Equal(t, list, again)
	if len(again) > 0 {
		again[0] = nil
		require.Equal(t, list, f.Faults(), "a caller cannot change them")
	}
}

// testTools checks that tools are a JSON list in OpenAI's format, each of a name of its own.
func testTools(t *testing.T, o registry.Tooled) {
	text := o.Tools()
	var list []struct {
		Type     string
		Function struct {
			Name       string
			Parameters struct{ Type string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &list))
	require.NotEmpty(t, list)
	names := map[string]bool{}
	for _, tool := range list {
		require.Equal(t, "function", tool.Type)
		require.NotEmpty(t, tool.Function.Name)
		require.False(t, names[tool.Function.Name], "tool %s twice", tool.Function.Name)
		require.Equal(t, "object", tool.Function.Parameters.Type, tool.Function.Name)
		names[tool.Function.Name] = true
	}
	kept := string(text)
	clear(text)
	require.Equal(t, kept, string(o.Tools()), "a caller cannot change them")
}

// testNames checks that a name that no task has is no task's, and that any other is one of the splits'.
func testNames(t *testing.T, env registry.Environment, n registry.Named) {
	_, ok := n.TaskNamed("no such task, surely")
	require.False(t, ok)
	for _, name := range nastyTexts {
		if task, ok := n.TaskNamed(name); ok {
			reset(t, env, task)
		}
	}
}

// testOpen checks that what is no file, or no name, of the original's data is an error with its reason.
func testOpen(t *testing.T, o registry.Opener) {
	for _, name := range append([]string{t.TempDir(), "no such file"}, nastyTexts...) {
		w, err := o.Open(name)
		require.Error(t, err, "%.60q", name)
		require.Nil(t, w)
	}
}

// testWidth checks that more worlds side by side than an environment can play without starting over still answer as
// if each were alone.
func testWidth(t *testing.T, env registry.Environment, l registry.Limited) {
	width := l.Width()
	require.Positive(t, width)
	require.Equal(t, width, l.Width())
	eachTask(t, env, 1, func(t *testing.T, task registry.Task) {
		alone := reset(t, env, task)
		actions, outcomes := walk(alone, stream(54), walkSteps/2)
		worlds := make([]registry.World, min(width, 3)+1)
		for i := range worlds {
			worlds[i] = reset(t, env, task)
		}
		for i, a := range actions {
			for k, w := range worlds {
				require.Equal(t, outcomes[i], w.Step(a), "world %d of %d, action %d, %q", k, len(worlds), i, a)
			}
		}
	})
}

// testTaskType checks that a task has one type, whatever happens in it.
func testTaskType(t *testing.T, env registry.Environment) {
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w := reset(t, env, task)
		typ := w.(registry.Typed).TaskType()
		require.NotEmpty(t, typ)
		still(t, w, func() { w.(registry.Typed).TaskType() })
		walk(w, stream(55), walkSteps)
		require.Equal(t, typ, w.(registry.Typed).TaskType())
		require.Equal(t, typ, w.Fork().(registry.Typed).TaskType())
	})
}

// secret is the length in bytes from which a text that stands in another was copied from it.
const secret = 24

// testPrivate checks that what a world keeps from policies is a function of its task, that it stands in no text that a
// policy reads at the start, and that asking for it changes nothing.
func testPrivate(t *testing.T, env registry.Environment) {
	kinds := []string{registry.PrivateGoal, registry.PrivateFacts, registry.PrivateReference}
	won, with := 0, 0
	eachTask(t, env, walkTasks, func(t *testing.T, task registry.Task) {
		w := reset(t, env, task)
		introduction := w.Observation()
		told := map[string][]string{}
		still(t, w, func() {
			for _, kind := range kinds {
				told[kind] = w.(registry.Privileged).Private(kind)
			}
			require.Nil(t, w.(registry.Privileged).Private("no such kind"))
			require.Nil(t, w.(registry.Privileged).Private(""))
		})
		for kind, list := range told {
			for _, text := range list {
				require.NotEmpty(t, strings.TrimSpace(text), kind)
				// Commands are the policy's own, and a word or two stand anywhere.
				if kind != registry.PrivateReference && len(text) >= secret {
					require.NotContains(t, introduction, text, "%s is private", kind)
				}
			}
		}
		if path := told[registry.PrivateReference]; path != nil {
			with++
			f := w.Fork()
			for _, a := range path {
				if o := f.Step(a); o.Done {
					if o.Won {
						won++
					}
					break
				}
			}
		}
		walk(w, stream(56), walkSteps)
		for _, kind := range kinds {
			require.Equal(t, told[kind], w.(registry.Privileged).Private(kind), "%s is the task's", kind)
			require.Equal(t, told[kind], w.Fork().(registry.Privileged).Private(kind), "%s is the task's", kind)
		}
	})
	require.GreaterOrEqual(t, 2*won, with, fmt.Sprintf("references win: %d of %d", won, with))
}
