package builtin

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/actionopd"
	"github.com/retort-ml/retort/registry/methods/futurebridge"
	"github.com/retort-ml/retort/registry/methods/gkd"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/guided"
	"github.com/retort-ml/retort/registry/methods/kd"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/rejection"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/sod"
	"github.com/retort-ml/retort/registry/methods/tcod"
	"github.com/retort-ml/retort/registry/methods/turnopd"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/training"
)

// methods are what a method block can use.
func methods() []registry.MethodKind {
	return []registry.MethodKind{
		// from stored episodes
		sft.Kind(), kd.Kind(), rejection.Kind(),
		// a teacher judges the student's own episodes
		opd.Kind(), gkd.Kind(), tcod.F2BKind(), tcod.B2FKind(), guided.Kind(), futurebridge.Kind(), turnopd.Kind(), r2s.Kind(),
		// a teacher plays beside the student
		actionopd.Kind(),
		// the task reward, alone or with a teacher
		grpo.Kind(), sod.Kind(),
	}
}

// stages are what the methods' trials are made of, warm-ups and evaluations besides.
func stages() []registry.StageKind {
	return slices.Concat(
		[]registry.StageKind{
			warmup.Stage(), warmup.ShippedStage(), evaluation.Stage(), evaluation.FloorKind(),
			training.TrajectoriesKind(), training.ImitationKind(),
			sft.Stage(), opd.Stage(), gkd.Stage(), guided.Stage(), futurebridge.Stage(), turnopd.Stage(),
			actionopd.Stage(), grpo.Stage(), sod.Stage(),
		},
		tcod.Stages(), r2s.Stages(),
	)
}
