package evaluation_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/benchtest"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

// files is a world over files of which that of task 1 is broken.
type files struct{ *corridor.Environment }

func (f files) Reset(task registry.Task) (registry.World, error) {
	if task.Index == 1 {
		return nil, errors.New("game 1: no start")
	}
	return f.Environment.Reset(task)
}

func (f files) Faults() []error { return nil }

func (f files) Floor(name, _ string) (registry.Expert, bool) {
	return registry.Still("look"), name == registry.FloorNothing
}

func trial(t *testing.T, env registry.Environment) *benchtest.Trial {
	backend, err := local.New(local.Options{Threads: 1})
	require.NoError(t, err)
	return benchtest.New(t, env, compact.New(env.View(), 8, true), backend, evaluation.Stage(), evaluation.FloorKind())
}

// A file that is broken costs its task, and the evaluation says so.
func TestEvaluation_BrokenTask(t *testing.T) {
	tr := trial(t, files{&corridor.Environment{Turns: 6}})
	s := evaluation.Defaults()
	s.Count, s.Decodes = 4, 2
	out := tr.Output(tr.Stage(evaluation.StageName, &s, registry.Inputs{"policy": tr.Student()}, false))
	require.Len(t, out.Episodes[evaluation.Phase], 6)
	for _, e := range out.Episodes[evaluation.Phase] {
		require.NotEqual(t, 1, e.Task.Index)
	}
	require.Len(t, out.Warnings, 1)
	require.Contains(t, out.Warnings[0], "game 1: no start")
}

func TestFloor(t *testing.T) {
	tr := trial(t, files{&corridor.Environment{Turns: 6}})
	for _, name := range []string{registry.FloorNothing, registry.FloorRandom} {
		s := evaluation.FloorSettings{Name: name, Tasks: "unseen", Count: 4}
		out := tr.Output(tr.Stage(evaluation.FloorStage, &s, nil, false))
		episodes := out.Episodes[evaluation.Phase]
		require.Len(t, episodes, 3, name)
		require.Len(t, out.Warnings, 1)
		actions := map[string]bool{}
		for _, e := range episodes {
			require.LessOrEqual(t, len(e.Turns), 6)
			require.Equal(t, e.TimedOut, !e.Won)
			for _, turn := range e.Turns {
				actions[turn.Action] = true
			}
		}
		require.Equal(t, name == registry.FloorRandom, len(actions) > 1)
		again := tr.Output(tr.Stage(evaluation.FloorStage, &s, nil, false))
		require.Equal(t, episodes, again.Episodes[evaluation.Phase], "the same draws every time")
	}
}
