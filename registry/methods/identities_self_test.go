package methods_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/agentopsd"
	"github.com/retort-ml/retort/registry/methods/atod"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/opid"
	"github.com/retort-ml/retort/registry/methods/opsd"
	"github.com/retort-ml/retort/registry/methods/rlsd"
	"github.com/retort-ml/retort/registry/methods/skillgrpo"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/methods/skillsd"
	"github.com/retort-ml/retort/registry/methods/stepopsd"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// selfTaught is a trial of the methods in which a student that reads commands in its prompt is its own teacher.
func selfTaught(t *testing.T, env *corridor.Environment) *warm {
	t.Helper()
	w := trial(t, env)
	kinds := append(opsd.Stages(), skills.LibraryStage(), rlsd.Stage(), skillsd.Stage(), skillgrpo.Stage(), opid.Stage(), agentopsd.Stage(), stepopsd.Stage(), atod.Stage())
	for _, k := range kinds {
		w.Kinds[k.Kind] = k
	}
	w.student = w.teacher // the one that was warmed up with references
	return w
}

// reinforcement is the budget that the methods of this file are compared at.
func reinforcement() training.Budget {
	s := training.ReinforceDefaults()
	s.Steps, s.WarmupSteps, s.LearningRate = 4, 1, 3e-3
	return s
}

func plainSettings() *grpo.Settings {
	s := grpo.Defaults()
	s.Budget = reinforcement()
	return &s
}

func aloneSettings(form string) *opsd.AloneSettings {
	s := opsd.AloneDefaults()
	s.Budget, s.Form = reinforcement(), form
	return &s
}

func gatedSettings() *opsd.Settings {
	s := opsd.Defaults()
	s.Budget = reinforcement()
	return &s
}

func rlsdSettings() *rlsd.Settings {
	s := rlsd.Defaults()
	s.Budget = reinforcement()
	return &s
}

func skillSDSettings() *skillsd.Settings {
	s := skillsd.Defaults()
	s.Budget = reinforcement()
	return &s
}

func skillGRPOSettings() *skillgrpo.Settings {
	s := skillgrpo.Defaults()
	s.Budget, s.CheckTasks = reinforcement(), 16
	return &s
}

func opidSettings() *opid.Settings {
	s := opid.Defaults()
	s.Budget = reinforcement()
	return &s
}

func agentSettings() *agentopsd.Settings {
	s := agentopsd.Defaults()
	s.Budget, s.ClipHigh = reinforcement(), s.Clip
	return &s
}

func stepSettings() *stepopsd.Settings {
	s := stepopsd.Defaults()
	s.Budget = reinforcement()
	return &s
}

func atodSettings() *atod.Settings {
	s := atod.Defaults()
	g := plainSettings()
	s.Budget, s.Group, s.AnnealSteps = g.Budget, g.Group, 4
	return &s
}

// Each method contains GRPO: the first change switches off what is its own, the second switches it on again.
func TestSelfTaught_ContainsGRPO(t *testing.T) {
	hold(t, identity, "grpo", "sdar", "rlsd", "skill-sd", "opid", "agentopsd", "stepopsd", "atod")
	w := selfTaught(t, &corridor.Environment{Turns: corridorTurns})
	plain := w.build(grpo.Kind(), plainSettings())
	require.NotEqual(t, w.Output(w.student).Weights(), plain)
	gated, reshaped, skillSD, hindsight, agent, step, mixed := gatedSettings(), rlsdSettings(), skillSDSettings(), opidSettings(), agentSettings(), stepSettings(), atodSettings()
	hindsight.Normalize = "std"
	for _, c := range []struct {
		name     string
		kind     registry.MethodKind
		settings any
		off, on  func()
	}{
		{"sdar without distillation", opsd.Kind(), gated, func() { gated.DistillationCoef = 0 }, func() { gated.DistillationCoef = 0.1 }},
		{"rlsd with lambda 0", rlsd.Kind(), reshaped, func() { reshaped.Lambda = 0 }, func() { reshaped.Lambda = 0.5 }},
		{"skill-sd without distillation", skillsd.Kind(), skillSD, func() { skillSD.DistillationCoef = 0 }, func() { skillSD.DistillationCoef = 0.1 }},
		{"opid with coefficients 0", opid.Kind(), hindsight, func() { hindsight.EpisodeCoef, hindsight.StepCoef = 0, 0 }, func() { hindsight.StepCoef = 0.1 }},
		{"agentopsd with lambda 0", agentopsd.Kind(), agent, func() { agent.Lambda = 0 }, func() { agent.Lambda = 0.5 }},
		{"stepopsd with lambda_mix 0", stepopsd.Kind(), step, func() { step.LambdaMix = 0 }, func() { step.LambdaMix = 0.5 }},
		{"atod without a teacher", atod.Kind(), mixed, func() { mixed.KappaStart, mixed.KappaEnd, mixed.RhoStart, mixed.RhoEnd = 0, 0, 1, 1 }, func() { mixed.KappaStart = 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.off()
			require.Equal(t, plain, w.build(c.kind, c.settings))
			c.on()
			require.NotEqual(t, plain, w.build(c.kind, c.settings))
		})
	}
	require.NotEqual(t, plain, w.build(skillgrpo.Kind(), skillGRPOSettings()), "the skill in the prompt is another computation")
}

func TestSDAR_WithoutBetaIsConstant(t *testing.T) {
	hold(t, identity, "grpo-opsd")
	w := selfTaught(t, &corridor.Environment{Turns: corridorTurns})
	constant := opsd.ConstantDefaults()
	constant.Budget = reinforcement()
	gated := gatedSettings()
	gated.DistillationCoef, constant.DistillationCoef = 0.1, 0.1
	different := w.build(opsd.Kind(), gated)
	gated.GateBeta = 0
	same := w.build(opsd.ConstantKind(), &constant)
	require.Equal(t, same, w.build(opsd.Kind(), gated))
	require.NotEqual(t, same, different)
	for _, gate := range w.last(0).Metrics["gate"] {
		require.Equal(t, 0.5, gate)
	}
	seen := map[string]bool{same: true, different: true}
	for _, gated.Gate = range []string{"entropy", "soft-or"} {
		student := w.build(opsd.Kind(), gated)
		require.False(t, seen[student], "the gate %s is another computation", gated.Gate)
		seen[student] = true
	}
}

// Where no outcome is ever told there is nothing to reinforce, and what is left of sdar is opsd.
func TestOPSD_IsWhatDistils(t *testing.T) {
	hold(t, identity, "opsd")
	env := &corridor.Environment{Turns: corridorTurns}
	w := selfTaught(t, env)
	gated, alone := gatedSettings(), aloneSettings("gated")
	gated.DistillationCoef, alone.DistillationCoef = 0.1, 0.1
	library := w.Stage(skills.StageName, &skills.Library{Scope: skills.Task, Steps: gated.Steps, TasksAStep: gated.TasksAStep}, nil, true)
	inputs := registry.Inputs{"student": w.student, "skills": library}
	both := func() (with, without string) {
		return w.Output(w.Stage(opsd.StageName, gated, inputs, true)).Weights(), w.Output(w.Stage(opsd.AloneStage, alone, inputs, true)).Weights()
	}
	with, without := both()
	require.NotEqual(t, with, without)
	env.Blind = true
	with, without = both()
	require.Equal(t, with, without)
	require.NotEqual(t, w.Output(w.student).Weights(), without)
}

// pathless is an environment of whose tasks nobody knows a way.
type pathless struct{ registry.Environment }

func (pathless) Solve(registry.World) ([]string, bool) { return nil, false }

// Without a skill for any task the prompt is the plain one.
func TestSkillGRPO_WithoutSkillsIsGRPO(t *testing.T) {
	hold(t, identity, "skill-grpo")
	env := &corridor.Environment{Turns: corridorTurns}
	w := selfTaught(t, env)
	w.Env = pathless{env}
	require.Equal(t, w.build(grpo.Kind(), plainSettings()), w.build(skillgrpo.Kind(), skillGRPOSettings()))
	require.NotEmpty(t, w.last(1).Warnings, "tasks without a skill are told")
}

// weak is the student that trial warmed up, the stage after the teacher's.
func weak(w *warm) registry.Artifact { return registry.Artifact{Stage: w.teacher.Stage + 1} }

func TestATOD_WithoutOutcomesIsOPD(t *testing.T) {
	w := selfTaught(t, &corridor.Environment{Turns: corridorTurns})
	w.student = weak(w)
	d := distillation()
	d.Form, d.Clip = "sampled", 0.2
	s := atod.Defaults()
	s.Budget, s.Size, s.Weighting = d.Budget, 1, "none"
	s.KappaStart, s.KappaEnd, s.RhoStart, s.RhoEnd = 1, 1, 0, 0
	plain := w.build(opd.Kind(), &d)
	require.Equal(t, plain, w.build(atod.Kind(), &s))
	s.Weighting = "dur"
	require.NotEqual(t, plain, w.build(atod.Kind(), &s))
}
