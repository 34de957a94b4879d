// Package methods_test holds methods together: where one contains another as a special case the two
// must be the same computation, bit for bit.
package methods_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/benchtest"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// trial starts from a teacher that was warmed up longer than its student.
func trial(t *testing.T, env *corridor.Environment) *warm {
	t.Helper()
	kinds := append([]registry.StageKind{warmup.Stage(), sft.Stage(), opd.Stage(), grpo.Stage()}, r2s.Stages()...)
	backend, err := local.New(local.Options{Threads: 1})
	require.NoError(t, err)
	w := &warm{Trial: benchtest.New(t, env, compact.New(env.View(), 8, true), backend, kinds...)}
	s := warmup.Defaults()
	s.Steps, s.Demonstrations, s.ReferenceShare, s.Noise = 60, 0, 0.4, 0.1
	w.teacher = w.warmUp(fmt.Sprint("corridor ", env.Turns), s)
	s.Steps, s.ReferenceShare, s.Demonstrations = 12, 0, 40
	w.student = w.warmUp(fmt.Sprint("corridor ", env.Turns), s)
	return w
}

// warmed are the policies that warmUp has made, by world and settings.
var warmed = map[string]*benchtest.Output{}

// warmUp is a policy that was warmed up in a world, which the name tells from others: once for all tests, since warm-ups are
// most of what they compute.
func (w *warm) warmUp(world string, s warmup.Settings) registry.Artifact {
	key := fmt.Sprintf("%s %+v", world, s)
	if out, ok := warmed[key]; ok {
		w.Outputs = append(w.Outputs, out)
		return registry.Artifact{Stage: len(w.Outputs)}
	}
	made := w.Stage(warmup.StageName, &s, nil, false)
	warmed[key] = w.Output(made)
	return made
}

type warm struct {
	*benchtest.Trial
	teacher, student registry.Artifact
}

func (w *warm) Teacher() registry.Artifact { return w.teacher }
func (w *warm) Student() registry.Artifact { return w.student }

func distillation() training.Distillation {
	s := training.DistillationDefaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = 6, 8, 2
	return s
}

func repairing() r2s.Settings {
	d := distillation()
	s := r2s.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps = d.Steps, d.TasksAStep, d.WarmupSteps
	s.States, s.Takeovers, s.RepairEpochs, s.CheckTasks = 16, 3, 3, 8
	return s
}

// last returns the output of the stage that ran last but back.
func (w *warm) last(back int) *benchtest.Output { return w.Outputs[len(w.Outputs)-1-back] }

func TestR2S_WithoutReferenceIsOPD(t *testing.T) {
	hold(t, identity, "r2s")
	env := &corridor.Environment{Turns: 8}
	w := trial(t, env)
	d := distillation()
	plain := w.Output(opd.Kind().New(&d).Build(w)).Weights()
	for name, change := range map[string]func(*r2s.Settings){
		"no reference":       func(s *r2s.Settings) { s.Reference = "none" },
		"no epochs":          func(s *r2s.Settings) { s.RepairEpochs = 0 },
		"no state is kept":   func(s *r2s.Settings) { s.Agreement = 1 },
		"takeovers, no time": func(s *r2s.Settings) { s.Target, s.RepairEpochs = "takeovers", 0 },
	} {
		t.Run(name, func(t *testing.T) {
			s := repairing()
			change(&s)
			student := w.Output(r2s.Kind().New(&s).Build(w)).Weights()
			require.Equal(t, w.Output(w.teacher).Weights(), w.last(1).Weights(), "the repaired teacher is the teacher")
			require.Equal(t, plain, student)
		})
	}
	t.Run("takeovers for the student, no time", func(t *testing.T) {
		s := repairing()
		s.Target, s.RepairEpochs = "student", 0
		require.Equal(t, plain, w.Output(r2s.Kind().New(&s).Build(w)).Weights())
		require.Equal(t, w.Output(w.student).Weights(), w.last(1).Weights(), "it is the student that would learn them")
	})
}

func TestR2S_Repairs(t *testing.T) {
	hold(t, learns, "r2s")
	w := trial(t, &corridor.Environment{Turns: 8})
	s := repairing()
	s.Agreement = 0.3
	student := w.Output(r2s.Kind().New(&s).Build(w))
	repair, probe := w.last(1), w.last(2)
	require.NotEqual(t, w.Output(w.teacher).Weights(), repair.Weights())
	require.NotEmpty(t, student.Weights())
	require.Len(t, probe.Episodes["probe"], 16)
	require.Len(t, probe.Episodes["takeover"], 48)
	require.Less(t, repair.Metrics["closeness_after"][0], repair.Metrics["closeness_before"][0], "the scorer comes closer to q+ on states it was not trained on")
	losses := repair.Metrics["loss"]
	require.Less(t, losses[len(losses)-1], losses[0])
	for _, m := range r2s.Metrics() {
		out := repair
		if m.Stage == r2s.ProbeName {
			out = probe
		}
		require.Len(t, out.Metrics[m.Name+"_n"], 1, "%s is recorded with its n", m.Name)
	}
}

// A method that says it reads no reward cannot tell a world that hides it.
func TestReward(t *testing.T) {
	hold(t, reward, "opd", "r2s", "grpo")
	for _, c := range []struct {
		name  string
		build func(registry.Builder) registry.Artifact
		reads bool
	}{
		{"opd", func(b registry.Builder) registry.Artifact { s := distillation(); return opd.Kind().New(&s).Build(b) }, opd.Kind().Info.ReadsReward},
		{"opd sampled", func(b registry.Builder) registry.Artifact {
			s := distillation()
			s.Form = "sampled"
			return opd.Kind().New(&s).Build(b)
		}, opd.Kind().Info.ReadsReward},
		{"r2s", func(b registry.Builder) registry.Artifact {
			s := repairing()
			s.Agreement = 0.3
			return r2s.Kind().New(&s).Build(b)
		}, r2s.Kind().Info.ReadsReward},
		{"grpo", func(b registry.Builder) registry.Artifact {
			s := grpo.Defaults()
			s.Steps, s.WarmupSteps = 4, 1
			return grpo.Kind().New(&s).Build(b)
		}, grpo.Kind().Info.ReadsReward},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := &corridor.Environment{Turns: 8}
			w := trial(t, env)
			w.student = w.teacher // one that wins now and then, or there is no reward to read
			seeing := w.Output(c.build(w)).Weights()
			env.Blind = true
			blind := w.Output(c.build(w)).Weights()
			if c.reads {
				require.NotEqual(t, seeing, blind)
			} else {
				require.Equal(t, seeing, blind)
			}
		})
	}
}

// Every method moves its own signal the right way.
func TestLearns(t *testing.T) {
	hold(t, learns, "opd", "sft", "grpo")
	w := trial(t, &corridor.Environment{Turns: 8})
	mean := func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		return sum / float64(len(v))
	}
	ends := func(v []float64) (first, last float64) { return mean(v[:5]), mean(v[len(v)-5:]) }

	first, last := ends(w.Output(w.teacher).Metrics["loss"])
	require.Less(t, last, first/2, "the warm-up's loss")

	d := distillation()
	d.Steps, d.TasksAStep, d.LearningRate = 30, 16, 5e-3
	first, last = ends(w.Output(opd.Kind().New(&d).Build(w)).Metrics["loss"])
	require.Less(t, last, 0.8*first, "KL to the teacher")

	s := sft.Defaults()
	s.Trajectories, s.Epochs, s.LearningRate = 128, 4, 5e-3
	first, last = ends(w.Output(sft.Kind().New(&s).Build(w)).Metrics["loss"])
	require.Less(t, last, first, "likelihood of the teacher's trajectories")

	w.student = w.teacher // reinforcement needs a student that succeeds now and then
	g := grpo.Defaults()
	g.Steps, g.TasksAStep, g.LearningRate = 40, 8, 3e-3
	first, last = ends(w.Output(grpo.Kind().New(&g).Build(w)).Metrics["success"])
	require.Greater(t, last, first, "success on training tasks")
}
