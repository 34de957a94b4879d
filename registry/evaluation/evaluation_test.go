package evaluation_test

import (
	"errors"
	"fmt"
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

// hearing is a corridor whose goal somebody would have to judge and in which episodes get lost: those of task 0 before
// their first turn, those of task 1 never.
type hearing struct{ *corridor.Environment }

func (h hearing) Reset(task registry.Task) (registry.World, error) {
	w, err := h.Environment.Reset(task)
	return heard{w, task.Index == 0}, err
}

func (h hearing) Floor(name, _ string) (registry.Expert, bool) {
	return registry.Still("look"), name == registry.FloorNothing
}

type heard struct {
	registry.World
	lost bool
}

func (h heard) Step(action string) registry.Outcome {
	if h.lost {
		return registry.Outcome{Done: true, Lost: "nobody listens", NotJudged: 1}
	}
	out := h.World.Step(action)
	out.Done, out.Won, out.Score, out.NotJudged, out.Rule = true, true, 0.5, 2, "wording"
	return out
}

func (h heard) Fork() registry.World { return heard{h.World.Fork(), h.lost} }

// What an outcome leaves open is in the episodes, and where tables find it: the share of what was not judged though it counts,
// and why episodes were lost.
func TestRemarks(t *testing.T) {
	tr := trial(t, hearing{&corridor.Environment{Turns: 6}})
	s := evaluation.Defaults()
	s.Count, s.Decodes = 4, 2
	for _, c := range []struct {
		kind     string
		settings any
		inputs   registry.Inputs
		episodes int
	}{
		{evaluation.StageName, &s, registry.Inputs{"policy": tr.Student()}, 8},
		{evaluation.FloorStage, &evaluation.FloorSettings{Name: registry.FloorNothing, Tasks: "unseen", Count: 4}, nil, 4},
	} {
		out := tr.Output(tr.Stage(c.kind, c.settings, c.inputs, false))
		require.Len(t, out.Episodes[evaluation.Phase], c.episodes)
		for _, e := range out.Episodes[evaluation.Phase] {
			require.Equal(t, map[bool]int{true: 1, false: 2}[e.Task.Index == 0], e.NotJudged)
			require.Equal(t, e.Task.Index == 0, e.Lost == "nobody listens")
		}
		require.Equal(t, []string{fmt.Sprintf("%d of %d episodes were lost and count as failures: nobody listens", c.episodes/4, c.episodes)}, out.Warnings)
		n := []float64{float64(c.episodes)}
		require.Equal(t, map[string][]float64{
			registry.NotJudged: {0.75}, registry.NotJudged + "_n": n, registry.AcceptedBy + "wording": {0.75}, registry.AcceptedBy + "wording_n": n,
		}, out.Metrics)
	}
	plain := trial(t, files{&corridor.Environment{Turns: 6}})
	require.Empty(t, plain.Output(plain.Stage(evaluation.StageName, &s, registry.Inputs{"policy": plain.Student()}, false)).Metrics, "nothing is recorded of nothing")
}
