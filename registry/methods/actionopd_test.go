package methods_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/methods/actionopd"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

func actionSettings() actionopd.Settings {
	s := actionopd.Defaults()
	s.Steps, s.WarmupSteps, s.TasksAStep = 4, 1, 4
	return s
}

func withActions(t *testing.T, env *corridor.Environment) *warm {
	w := taught(t, env)
	w.Kinds[actionopd.StageName] = actionopd.Stage()
	return w
}

// The method reads no reward, and which actions it compares by is what the settings say.
func TestActionOPD_Reward(t *testing.T) {
	hold(t, reward, "actionopd")
	env := &corridor.Environment{Turns: corridorTurns}
	w := withActions(t, env)
	w.student = w.teacher // one whose actions are understood
	s := actionSettings()
	seeing := w.build(actionopd.Kind(), &s)
	env.Blind = true
	require.Equal(t, seeing, w.build(actionopd.Kind(), &s))
	s.Matcher = "state"
	require.NotEmpty(t, w.build(actionopd.Kind(), &s))
	s.Matcher, s.Select = "program", "random"
	require.NotEqual(t, seeing, w.build(actionopd.Kind(), &s))
}

// The student as its own teacher learns something else when it is told the way in private.
func TestActionOPD_Self(t *testing.T) {
	w := withActions(t, &corridor.Environment{Turns: corridorTurns})
	w.student = w.teacher // it reads references
	s := actionSettings()
	s.Teacher = "self"
	plain := w.build(actionopd.Kind(), &s)
	s.Private = "actions"
	require.NotEqual(t, plain, w.build(actionopd.Kind(), &s))
}

func TestActionOPD_Learns(t *testing.T) {
	hold(t, learns, "actionopd")
	w := withActions(t, &corridor.Environment{Turns: corridorTurns})
	s := actionSettings()
	s.Steps, s.TasksAStep, s.LearningRate = 40, 8, 3e-3
	match := w.Output(actionopd.Kind().New(&s).Build(w)).Metrics["match_share"]
	first, last := 0.0, 0.0
	for i := range 5 {
		first += match[i] / 5
		last += match[len(match)-1-i] / 5
	}
	require.Greater(t, last, first+0.04, "more of what the student proposes is what the teacher does")
}
