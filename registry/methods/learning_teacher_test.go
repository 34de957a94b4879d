package methods_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/futurebridge"
	"github.com/retort-ml/retort/registry/methods/gkd"
	"github.com/retort-ml/retort/registry/methods/guided"
	"github.com/retort-ml/retort/registry/methods/kd"
	"github.com/retort-ml/retort/registry/methods/rejection"
	"github.com/retort-ml/retort/registry/methods/sod"
	"github.com/retort-ml/retort/registry/methods/tcod"
	"github.com/retort-ml/retort/registry/methods/turnopd"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// Methods that say they read no reward cannot tell a world that hides it; the others can.
func TestReward_Taught(t *testing.T) {
	for _, c := range []struct {
		name     string
		kind     registry.MethodKind
		settings func() any
	}{
		{"tcod-f2b", tcod.F2BKind(), func() any { s := f2bSettings(); return &s }},
		{"guided", guided.Kind(), func() any { s := guidedSettings(); return &s }},
		{"gkd", gkd.Kind(), func() any { s := gkdSettings(); return &s }},
		{"turnopd", turnopd.Kind(), func() any { s := turnSettings(); return &s }},
		{"kd sequence", kd.Kind(), func() any { s := kdSettings("sequence"); return &s }},
		{"kd word", kd.Kind(), func() any { s := kdSettings("word"); return &s }},
		{"sod", sod.Kind(), func() any { s := sodSettings(); return &s }},
		{"rejection", rejection.Kind(), func() any { s := rejectionSettings(); return &s }},
	} {
		t.Run(c.name, func(t *testing.T) {
			hold(t, reward, c.kind.Info.Name)
			env := &corridor.Environment{Turns: corridorTurns}
			w := taught(t, env)
			w.student = w.teacher
			seeing := w.build(c.kind, c.settings())
			require.NotEqual(t, w.Output(w.student).Weights(), seeing)
			env.Blind = true
			blind := w.build(c.kind, c.settings())
			if c.kind.Info.ReadsReward {
				require.NotEqual(t, seeing, blind)
			} else {
				require.Equal(t, seeing, blind)
			}
		})
	}
}

// The methods that replay trajectories read the reward to choose them, and never again.
func TestReward_OnlyForTheTrajectories(t *testing.T) {
	hold(t, reward, "tcod-b2f", "futurebridge")
	env := &corridor.Environment{Turns: corridorTurns}
	w := taught(t, env)
	found := training.Trajectories{Attempts: 4, Keep: training.KeepFirst, Temperature: 1, Actor: "teacher"}
	stored := w.Stage(training.TrajectoriesStage, &found, registry.Inputs{"policy": w.teacher}, true)
	inputs := registry.Inputs{"student": w.student, "teacher": w.teacher, "trajectories": stored}
	curriculum, bridge := f2bSettings(), bridgeSettings()
	for kind, settings := range map[string]any{tcod.B2FStage: &curriculum, futurebridge.StageName: &bridge} {
		env.Blind = false
		seeing := w.Output(w.Stage(kind, settings, inputs, true)).Weights()
		env.Blind = true
		require.Equal(t, seeing, w.Output(w.Stage(kind, settings, inputs, true)).Weights(), kind)
	}
}

func kdSettings(form string) kd.Settings {
	s := kd.Defaults()
	s.Trajectories, s.Form = 48, form
	return s
}

func rejectionSettings() rejection.Settings {
	s := rejection.Defaults()
	s.Tasks = 24
	return s
}

// Every method moves its own signal the right way.
func TestLearns_Taught(t *testing.T) {
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	for _, c := range []struct {
		name     string
		kind     registry.MethodKind
		settings any
		metric   string
		most     float64 // of the metric's first mean, what may be left of it at the end
	}{
		{"tcod-f2b", tcod.F2BKind(), func() any { s := f2bSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "loss", 0.8},
		{"tcod-b2f", tcod.B2FKind(), func() any { s := b2fSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "loss", 0.8},
		{"guided", guided.Kind(), func() any { s := guidedSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "loss", 0.8},
		{"gkd", gkd.Kind(), func() any { s := gkdSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "loss", 0.8},
		{"turnopd", turnopd.Kind(), func() any { s := turnSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "loss", 0.8},
		{"kd word", kd.Kind(), func() any {
			s := kdSettings("word")
			s.Trajectories, s.Epochs, s.LearningRate = 128, 4, 5e-3
			return &s
		}(), "loss", 0.8},
		{"kd sequence", kd.Kind(), func() any {
			s := kdSettings("sequence")
			s.Trajectories, s.Epochs, s.LearningRate = 128, 4, 5e-3
			return &s
		}(), "loss", 0.8},
		{"futurebridge", futurebridge.Kind(), func() any { s := bridgeSettings(); s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3; return &s }(), "gap", 0.8},
		{"sod", sod.Kind(), func() any { s := sodSettings(); s.Steps, s.LearningRate = 30, 5e-3; return &s }(), "gap", 0.8},
	} {
		t.Run(c.name, func(t *testing.T) {
			hold(t, learns, c.kind.Info.Name)
			values := w.Output(c.kind.New(c.settings).Build(w)).Metrics[c.metric]
			first, last := mean(values[:5]), mean(values[len(values)-5:])
			require.Less(t, last, c.most*first, "%s: %v", c.metric, values)
		})
	}
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// The student of the second round wins more often than that of the first.
func TestLearns_Rejection(t *testing.T) {
	hold(t, learns, "rejection")
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	w.student = w.teacher
	s := rejectionSettings()
	s.Tasks, s.Rounds, s.Epochs, s.LearningRate = 0, 2, 3, 3e-3
	require.NotEmpty(t, w.build(rejection.Kind(), &s))
	first, second := w.last(3).Metrics["student_success"][0], w.last(1).Metrics["student_success"][0]
	require.Greater(t, second, first)
}

// Bridges are tried, and some of them pass.
func TestFutureBridge_Bridges(t *testing.T) {
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	half := warmup.Defaults()
	half.Steps, half.Demonstrations = 50, 0
	w.student = w.Stage(warmup.StageName, &half, nil, false) // one that is understood now and then
	for _, gate := range []string{"future", "token", "always"} {
		t.Run(gate, func(t *testing.T) {
			s := bridgeSettings()
			s.Gate, s.Steps, s.TasksAStep, s.BridgeTurns = gate, 4, 32, 1
			out := w.Output(futurebridge.Kind().New(&s).Build(w))
			tried, kept := mean(out.Metrics["bridges_tried"]), mean(out.Metrics["bridges_kept"])
			require.Positive(t, kept)
			if gate == "always" {
				require.Equal(t, tried, kept)
			} else {
				require.Less(t, kept, tried)
			}
		})
	}
}
