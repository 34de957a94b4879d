package builtin

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/actionopd"
	"github.com/retort-ml/retort/registry/methods/agentopsd"
	"github.com/retort-ml/retort/registry/methods/atod"
	"github.com/retort-ml/retort/registry/methods/futurebridge"
	"github.com/retort-ml/retort/registry/methods/gkd"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/guided"
	"github.com/retort-ml/retort/registry/methods/kd"
	"github.com/retort-ml/retort/registry/methods/minillm"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/opid"
	"github.com/retort-ml/retort/registry/methods/opsd"
	"github.com/retort-ml/retort/registry/methods/pivotopd"
	"github.com/retort-ml/retort/registry/methods/pivotrl"
	"github.com/retort-ml/retort/registry/methods/prod"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/rejection"
	"github.com/retort-ml/retort/registry/methods/rlsd"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/shortened"
	"github.com/retort-ml/retort/registry/methods/simpo"
	"github.com/retort-ml/retort/registry/methods/skillgrpo"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/methods/skillsd"
	"github.com/retort-ml/retort/registry/methods/smrcsd"
	"github.com/retort-ml/retort/registry/methods/sod"
	"github.com/retort-ml/retort/registry/methods/stepopsd"
	"github.com/retort-ml/retort/registry/methods/tcod"
	"github.com/retort-ml/retort/registry/methods/turnopd"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/training"
)

// methods are what a method block can use.
func methods() []registry.MethodKind {
	return []registry.MethodKind{
		// from stored episodes
		sft.Kind(), kd.Kind(), rejection.Kind(), shortened.Kind(),
		// stored episodes against the student's own
		simpo.Kind(), prod.Kind(),
		// a teacher judges the student's own episodes
		opd.Kind(), gkd.Kind(), minillm.Kind(), tcod.F2BKind(), tcod.B2FKind(), guided.Kind(), futurebridge.Kind(), turnopd.Kind(), r2s.Kind(),
		// a teacher plays beside the student
		actionopd.Kind(),
		// the task reward, alone or with a teacher
		grpo.Kind(), sod.Kind(), atod.Kind(),
		// the task reward and the student itself, told more
		opsd.AloneKind(), opsd.ConstantKind(), opsd.Kind(), rlsd.Kind(), skillsd.Kind(), skillgrpo.Kind(),
		opid.Kind(), agentopsd.Kind(), stepopsd.Kind(), smrcsd.FullPathKind(), smrcsd.Kind(),
		// the task reward, and a teacher that names actions
		pivotopd.Kind(), pivotopd.StudyKind(), pivotrl.Kind(),
	}
}

// stages are what the methods' trials are made of, warm-ups and evaluations besides.
func stages() []registry.StageKind {
	return slices.Concat(
		[]registry.StageKind{
			warmup.Stage(), warmup.ShippedStage(), evaluation.Stage(), evaluation.FloorKind(),
			training.TrajectoriesKind(), training.ImitationKind(), training.OwnKind(), training.ShortenKind(),
			sft.Stage(), simpo.Stage(), prod.Stage(), opd.Stage(), gkd.Stage(), minillm.Stage(), guided.Stage(), futurebridge.Stage(), turnopd.Stage(),
			actionopd.Stage(), grpo.Stage(), sod.Stage(), atod.Stage(),
			skills.LibraryStage(), rlsd.Stage(), skillsd.Stage(), skillgrpo.Stage(), opid.Stage(), agentopsd.Stage(), stepopsd.Stage(),
			pivotrl.Stage(),
		},
		tcod.Stages(), r2s.Stages(), opsd.Stages(), smrcsd.Stages(), pivotopd.Stages(),
	)
}

// recorded are the numbers that stages record beside what can be computed from episodes.
func recorded() []registry.Metric {
	return slices.Concat(r2s.Metrics(), skillgrpo.Metrics(), prod.Metrics(), shortened.Metrics(), smrcsd.Metrics(), pivotopd.Metrics())
}
