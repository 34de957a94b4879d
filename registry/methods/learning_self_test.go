package methods_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/agentopsd"
	"github.com/retort-ml/retort/registry/methods/atod"
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

// The library of opsd reads the reward once, its training never; the others read it at every step.
func TestReward_SelfTaught(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := selfTaught(t, env)
	budget := reinforcement()
	library := w.Stage(skills.StageName, &skills.Library{Scope: skills.Task, Steps: budget.Steps, TasksAStep: budget.TasksAStep}, nil, true)
	inputs := registry.Inputs{"student": w.student, "teacher": w.teacher, "skills": library}
	constant := opsd.ConstantDefaults()
	constant.Budget = reinforcement()
	for _, c := range []struct {
		name     string
		stage    string
		settings any
		reads    bool
	}{
		{"opsd", opsd.AloneStage, aloneSettings("gated"), false},
		{"opsd", opsd.AloneStage, aloneSettings("full"), false},
		{"grpo-opsd", opsd.StageName, &constant, true},
		{"sdar", opsd.StageName, gatedSettings(), true},
		{"rlsd", rlsd.StageName, rlsdSettings(), true},
		{"skill-sd", skillsd.StageName, skillSDSettings(), true},
		{"skill-grpo", skillgrpo.StageName, skillGRPOSettings(), true},
		{"opid", opid.StageName, opidSettings(), true},
		{"agentopsd", agentopsd.StageName, agentSettings(), true},
		{"stepopsd", stepopsd.StageName, stepSettings(), true},
		{"atod", atod.StageName, atodSettings(), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			hold(t, reward, c.name)
			require.Equal(t, c.reads, w.Kinds[c.stage].ReadsReward)
			env.Blind = false
			seeing := w.Output(w.Stage(c.stage, c.settings, inputs, true)).Weights()
			require.NotEqual(t, w.Output(w.student).Weights(), seeing)
			env.Blind = true
			blind := w.Output(w.Stage(c.stage, c.settings, inputs, true)).Weights()
			if c.reads {
				require.NotEqual(t, seeing, blind)
			} else {
				require.Equal(t, seeing, blind)
			}
		})
	}
}

// Every method moves its own signal the right way: what reinforces wins more often, and self-distillation alone closes
// the gap between the student and itself under the skill.
func TestLearns_SelfTaught(t *testing.T) {
	w := selfTaught(t, &corridor.Environment{Turns: corridorTurns})
	longer := reinforcement()
	longer.Steps = 24
	constant := opsd.ConstantDefaults()
	gated, reshaped, skillSD, skilled := gatedSettings(), rlsdSettings(), skillSDSettings(), skillGRPOSettings()
	hindsight, agent, step, mixed := opidSettings(), agentSettings(), stepSettings(), atodSettings()
	for _, b := range []*training.Budget{&constant.Budget, &gated.Budget, &reshaped.Budget, &skillSD.Budget, &skilled.Budget, &hindsight.Budget, &agent.Budget, &step.Budget, &mixed.Budget} {
		*b = longer
	}
	for _, c := range []struct {
		name     string
		kind     registry.MethodKind
		settings any
	}{
		{"grpo-opsd", opsd.ConstantKind(), &constant},
		{"sdar", opsd.Kind(), gated},
		{"rlsd", rlsd.Kind(), reshaped},
		{"skill-sd", skillsd.Kind(), skillSD},
		{"skill-grpo", skillgrpo.Kind(), skilled},
		{"opid", opid.Kind(), hindsight},
		{"agentopsd", agentopsd.Kind(), agent},
		{"stepopsd", stepopsd.Kind(), step},
		{"atod", atod.Kind(), mixed},
	} {
		t.Run(c.name, func(t *testing.T) {
			hold(t, learns, c.name)
			out := w.Output(c.kind.New(c.settings).Build(w))
			success := out.Metrics["success"]
			require.Greater(t, mean(success[len(success)-5:]), mean(success[:5])+0.05, "%v", success)
			for _, m := range skillgrpo.Metrics() {
				require.Equal(t, c.name == "skill-grpo", slices.Equal([]float64{16}, out.Metrics[m.Name+"_n"]), "%s is recorded with its n", m.Name)
			}
		})
	}
	for _, form := range []string{"full", "gated"} {
		t.Run("opsd "+form, func(t *testing.T) {
			hold(t, learns, "opsd")
			s := aloneSettings(form)
			s.Budget, s.KLCoef, s.DistillationCoef = longer, 0, 1
			metric, sign := "loss", 1.0
			if form == "gated" {
				// Its gate is about 1/2 here, and a constant gate has no direction in expectation: the gap closes because the noise
				// wears the skill's influence down, and success goes with it.
				metric, sign = "skill_gap", -1
				s.LearningRate = 1e-2
			}
			gaps := w.Output(opsd.AloneKind().New(s).Build(w)).Metrics[metric]
			require.Less(t, sign*mean(gaps[len(gaps)-5:]), 0.6*sign*mean(gaps[:5]), "%v", gaps)
		})
	}
}
