package methods_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/agentopsd"
	"github.com/retort-ml/retort/registry/methods/atod"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opid"
	"github.com/retort-ml/retort/registry/methods/opsd"
	"github.com/retort-ml/retort/registry/methods/pivotopd"
	"github.com/retort-ml/retort/registry/methods/rlsd"
	"github.com/retort-ml/retort/registry/methods/skillgrpo"
	"github.com/retort-ml/retort/registry/methods/skillsd"
	"github.com/retort-ml/retort/registry/methods/smrcsd"
	"github.com/retort-ml/retort/registry/methods/sod"
	"github.com/retort-ml/retort/registry/methods/stepopsd"
	"github.com/retort-ml/retort/registry/training"
)

// Counted by hand at 3 steps of 2 tasks in groups of 4: 24 episodes are played and learnt from.
//
//	KL to the starting student          24 readings
//	the student's own, under a skill    24
//	entropies of a gate or a weight     24
//	an external teacher's               24
//	anchor of 5 demonstrations a step   15 more to learn
//	PivotOPD with 2 pivots an episode   48 mistakes: 2 readings of one turn each to prevent; to recover in 3 turns 48 plays,
//	                                    48 readings without the hint (96 when the hinted student is another), 48 to learn
func TestWork(t *testing.T) {
	budget := training.ReinforceDefaults()
	budget.Steps, budget.TasksAStep = 3, 2
	group := training.GroupDefaults()
	group.Size, group.KLCoef = 4, 0.01
	student := func(scores int) registry.Work {
		return registry.Work{Input: "student", Plays: 24, Scores: scores, Learns: 24}
	}
	kinds := map[string]registry.StageKind{}
	for _, k := range slices.Concat(opsd.Stages(), smrcsd.Stages(), pivotopd.Stages(), []registry.StageKind{
		grpo.Stage(), rlsd.Stage(), skillsd.Stage(), skillgrpo.Stage(), opid.Stage(), agentopsd.Stage(), stepopsd.Stage(), atod.Stage(), sod.Stage(),
	}) {
		kinds[k.Kind] = k
	}
	for _, c := range []struct {
		name     string
		stage    string
		settings func() any
		want     []registry.Work
	}{
		{"grpo", grpo.StageName, func() any { return &grpo.Settings{Budget: budget, Group: group} }, []registry.Work{student(24)}},
		{"grpo, no KL, anchored", grpo.StageName, func() any {
			s := grpo.Settings{Budget: budget, Group: group}
			s.KLCoef, s.Anchor, s.AnchorDemonstrations = 0, 1, 5
			return &s
		}, []registry.Work{{Input: "student", Plays: 24, Learns: 39}}},
		{"sdar", opsd.StageName, func() any { s := opsd.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"sdar, entropy gate", opsd.StageName, func() any {
			s := opsd.Defaults()
			s.Budget, s.Group, s.Gate = budget, group, "soft-or"
			return &s
		}, []registry.Work{student(72)}},
		{"opsd", opsd.AloneStage, func() any { s := opsd.AloneDefaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"opsd, full, no KL", opsd.AloneStage, func() any {
			s := opsd.AloneDefaults()
			s.Budget, s.Group, s.Form, s.Gate = budget, group, "full", "entropy"
			s.KLCoef = 0
			return &s
		}, []registry.Work{student(24)}},
		{"rlsd", rlsd.StageName, func() any { s := rlsd.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"skill-sd", skillsd.StageName, func() any { s := skillsd.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"agentopsd", agentopsd.StageName, func() any { s := agentopsd.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"stepopsd", stepopsd.StageName, func() any { s := stepopsd.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"opid", opid.StageName, func() any { s := opid.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"opid, nothing told", opid.StageName, func() any { return &opid.Settings{Budget: budget, Group: group} }, []registry.Work{student(24)}},
		{"skill-grpo, 10 tasks played twice at the end", skillgrpo.StageName, func() any {
			return &skillgrpo.Settings{Budget: budget, Group: group, CheckTasks: 10}
		}, []registry.Work{{Input: "student", Plays: 44, Scores: 24, Learns: 24}}},
		{"smrc-sd", smrcsd.StageName, func() any { s := smrcsd.Defaults().Training; s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48)}},
		{"smrc-sd, top-k", smrcsd.StageName, func() any {
			s := smrcsd.Defaults().Training
			s.Budget, s.Group, s.TopK = budget, group, 32
			return &s
		}, []registry.Work{student(72)}},
		{"smrc-sd, no routing", smrcsd.StageName, func() any {
			s := smrcsd.Defaults().Training
			s.Budget, s.Group, s.Routing = budget, group, "none"
			return &s
		}, []registry.Work{student(24)}},
		{"atod", atod.StageName, func() any { s := atod.Defaults(); s.Budget, s.Group = budget, group; return &s }, []registry.Work{student(48), {Input: "teacher", Scores: 24}}},
		{"atod, unweighted", atod.StageName, func() any {
			s := atod.Defaults()
			s.Budget, s.Group, s.Weighting = budget, group, "none"
			return &s
		}, []registry.Work{student(24), {Input: "teacher", Scores: 24}}},
		{"sod", sod.StageName, func() any { s := sod.Defaults(); s.Budget, s.Size = budget, 4; return &s }, []registry.Work{student(0), {Input: "teacher", Scores: 24}}},
		{"pivotopd", pivotopd.StageName, func() any {
			s := pivotopd.Defaults().Training
			s.Budget, s.Group, s.RecoveryTurns = budget, group, 3
			return &s
		}, []registry.Work{
			student(24), {Input: "student", Scores: 96, Turns: 1}, {Input: "student", Plays: 48, Scores: 48, Learns: 48, Turns: 3}, {Input: "teacher", Scores: 24},
		}},
		{"pivotopd, hinted start, found by itself", pivotopd.StageName, func() any {
			s := pivotopd.Defaults().Training
			s.Budget, s.Group, s.PreventWeight, s.SelfTeacher, s.Detector = budget, group, 0, "start", "self"
			return &s
		}, []registry.Work{student(24), {Input: "student", Plays: 48, Scores: 96, Learns: 48, Turns: 1}, {Input: "student", Scores: 24}}},
		{"pivotopd, no weights", pivotopd.StageName, func() any {
			s := pivotopd.Defaults().Training
			s.Budget, s.Group, s.PreventWeight, s.RecoverWeight = budget, group, 0, 0
			return &s
		}, []registry.Work{student(24)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, kinds[c.stage].Work(c.settings(), func(string) any { return nil }))
		})
	}
}
