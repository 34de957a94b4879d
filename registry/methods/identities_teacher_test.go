package methods_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/futurebridge"
	"github.com/retort-ml/retort/registry/methods/gkd"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/guided"
	"github.com/retort-ml/retort/registry/methods/kd"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/rejection"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/sod"
	"github.com/retort-ml/retort/registry/methods/tcod"
	"github.com/retort-ml/retort/registry/methods/turnopd"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

const corridorTurns = 8

// taught is a trial of the methods with an external teacher.
func taught(t *testing.T, env *corridor.Environment) *warm {
	t.Helper()
	w := trial(t, env)
	kinds := append(tcod.Stages(), guided.Stage(), futurebridge.Stage(), gkd.Stage(), sod.Stage(), turnopd.Stage(),
		training.TrajectoriesKind(), training.ImitationKind(), freshImitation())
	for _, k := range kinds {
		w.Kinds[k.Kind] = k
	}
	return w
}

// build runs a method and returns its student's output.
func (w *warm) build(kind registry.MethodKind, settings any) string {
	return w.Output(kind.New(settings).Build(w)).Weights()
}

// The settings of each method that make its distillation that of distillation().

func f2bSettings() tcod.Settings {
	d, s := distillation(), tcod.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = d.Steps, d.TasksAStep, d.WarmupSteps
	return s
}

func b2fSettings() tcod.B2FSettings {
	d, s := distillation(), tcod.B2FDefaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = d.Steps, d.TasksAStep, d.WarmupSteps
	s.TrajectoryTasks, s.Attempts = 0, 100
	return s
}

func bridgeSettings() futurebridge.Settings {
	d, s := distillation(), futurebridge.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = d.Steps, d.TasksAStep, d.WarmupSteps
	s.TrajectoryTasks, s.Attempts, s.KStart = 0, 100, corridorTurns
	s.BridgeTurns = 2
	return s
}

func guidedSettings() guided.Settings {
	d, s := distillation(), guided.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = d.Steps, d.TasksAStep, d.WarmupSteps
	return s
}

func gkdSettings() gkd.Settings {
	d, s := distillation(), gkd.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps, s.Temperature, s.Trajectories = d.Steps, d.TasksAStep, d.WarmupSteps, d.Temperature, 32
	return s
}

func turnSettings() turnopd.Settings {
	d, s := distillation(), turnopd.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps, s.ProbeEvery, s.ProbeTasks = d.Steps, d.TasksAStep, d.WarmupSteps, 3, 16
	return s
}

func TestDistillation_ContainsOPD(t *testing.T) {
	hold(t, identity, "opd", "tcod-f2b", "tcod-b2f", "guided", "turnopd", "gkd", "sod")
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	for _, form := range []string{"full", "sampled"} {
		d := distillation()
		d.Form = form
		plain := w.build(opd.Kind(), &d)
		t.Run(form+"/tcod-f2b at the full horizon", func(t *testing.T) {
			s := f2bSettings()
			s.Form, s.KStart = form, corridorTurns
			require.Equal(t, plain, w.build(tcod.F2BKind(), &s))
			s.KStart = 1
			require.NotEqual(t, plain, w.build(tcod.F2BKind(), &s), "a curriculum is another computation")
		})
		t.Run(form+"/tcod-b2f with nothing to replay", func(t *testing.T) {
			s := b2fSettings()
			s.Form, s.KStart = form, corridorTurns
			student := w.build(tcod.B2FKind(), &s)
			require.Equal(t, []float64{64}, w.last(1).Metrics["trajectories"], "every task has its trajectory")
			require.Equal(t, plain, student)
			s.KStart = 1
			require.NotEqual(t, plain, w.build(tcod.B2FKind(), &s))
		})
		t.Run(form+"/guided by nobody", func(t *testing.T) {
			s := guidedSettings()
			s.Form, s.ShareStart = form, 0
			require.Equal(t, plain, w.build(guided.Kind(), &s))
			s.ShareStart = 0.5
			require.NotEqual(t, plain, w.build(guided.Kind(), &s))
		})
		t.Run(form+"/turnopd without budgets", func(t *testing.T) {
			s := turnSettings()
			s.Form, s.ProbeEvery, s.MuEnd = form, 0, 0
			require.Equal(t, plain, w.build(turnopd.Kind(), &s))
			s.MuEnd = 1
			require.NotEqual(t, plain, w.build(turnopd.Kind(), &s))
		})
		if form == "full" {
			t.Run("gkd on policy with the reverse divergence", func(t *testing.T) {
				s := gkdSettings()
				s.OnPolicy, s.Beta = 1, 1
				require.Equal(t, plain, w.build(gkd.Kind(), &s))
				s.Beta = 0
				require.NotEqual(t, plain, w.build(gkd.Kind(), &s))
			})
			continue
		}
		t.Run("sod without outcomes and discount", func(t *testing.T) {
			s := sodSettings()
			s.TasksAStep, s.Size, s.LearningRate = d.TasksAStep, 1, d.LearningRate
			s.OutcomeCoef, s.Discount, s.ClipHigh = 0, "none", s.Clip
			require.Equal(t, plain, w.build(sod.Kind(), &s))
			s.Discount, s.Delta = "stepwise", 0
			require.NotEqual(t, plain, w.build(sod.Kind(), &s))
		})
	}
}

func sodSettings() sod.Settings {
	d, s := distillation(), sod.Defaults()
	s.Steps, s.WarmupSteps = d.Steps, d.WarmupSteps
	return s
}

func TestSOD_WithoutTeacherIsGRPO(t *testing.T) {
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	w.student = w.teacher // one that wins now and then
	s := sodSettings()
	g := grpo.Defaults()
	g.Steps, g.WarmupSteps, g.LearningRate, g.KLCoef, g.InvalidPenalty = s.Steps, s.WarmupSteps, s.LearningRate, 0, 0
	s.DistillationCoef, s.ClipHigh = 0, g.ClipHigh
	plain := w.build(grpo.Kind(), &g)
	require.NotEqual(t, w.Output(w.student).Weights(), plain)
	require.Equal(t, plain, w.build(sod.Kind(), &s))
}

func TestFutureBridge_WithoutBridgesIsB2F(t *testing.T) {
	hold(t, identity, "futurebridge")
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	for _, form := range []string{"full", "sampled"} {
		t.Run(form, func(t *testing.T) {
			b, f := b2fSettings(), bridgeSettings()
			b.Form, f.Form = form, form
			b.KStart, f.KStart = 2, 2
			f.Gate = "never"
			require.Equal(t, w.build(tcod.B2FKind(), &b), w.build(futurebridge.Kind(), &f))
			b.KStart, f.KStart = corridorTurns, corridorTurns
			f.Gate = "always"
			require.NotEqual(t, w.build(tcod.B2FKind(), &b), w.build(futurebridge.Kind(), &f))
		})
	}
}

// freshImitation is supervised fine-tuning on trajectories that the teacher plays anew at every step, none left
// out, at the rates of plain distillation.
func freshImitation() registry.StageKind {
	return registry.StageKind{
		Kind:     "fresh imitation",
		Settings: func() any { return &training.Distillation{} },
		Run: func(ctx context.Context, b registry.Bench, settings any) error {
			d := settings.(*training.Distillation)
			student, err := b.Load("student")
			if err != nil {
				return err
			}
			defer student.Close()
			teacher, err := b.Load("teacher")
			if err != nil {
				return err
			}
			defer teacher.Close()
			loop := training.OnPolicy{
				Student: student, Budget: d.Budget, Loss: backends.Loss{Kind: backends.CrossEntropy},
				Signal: func(episodes []*registry.Episode, _ []backends.Score) ([]backends.Datum, map[string]float64) {
					data, _ := training.Imitation(episodes)
					return data, map[string]float64{}
				},
			}
			if loop.Collect, err = training.Rollouts(b, teacher, d.Budget, 1); err != nil {
				return err
			}
			if err := loop.Run(ctx, b); err != nil {
				return err
			}
			return b.SaveWeights(student)
		},
	}
}

func TestGuided_ByTheTeacherAloneIsImitation(t *testing.T) {
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	d := distillation()
	fresh := w.Output(w.Stage("fresh imitation", &d, registry.Inputs{"student": w.student, "teacher": w.teacher}, true)).Weights()
	s := guidedSettings()
	s.ShareStart, s.ShareEnd = 1, 1
	require.Equal(t, fresh, w.build(guided.Kind(), &s))
	s.ImitationWeight = 0
	require.NotEqual(t, fresh, w.build(guided.Kind(), &s))
}

func TestImitation_OfWonTrajectoriesIsSFT(t *testing.T) {
	hold(t, identity, "sft", "kd", "rejection")
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	s := sft.Defaults()
	s.Trajectories = 48
	plain := w.build(sft.Kind(), &s)
	k := kd.Defaults()
	k.Trajectories, k.Filter = s.Trajectories, "won"
	require.Equal(t, plain, w.build(kd.Kind(), &k))

	w.student = w.teacher
	plain = w.build(sft.Kind(), &s)
	r := rejection.Defaults()
	r.Tasks, r.Samples, r.LearningRate = s.Trajectories, 1, s.LearningRate
	require.Equal(t, plain, w.build(rejection.Kind(), &r), "rejection sampling from the teacher's own weights")
}
