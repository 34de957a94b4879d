// Package builtin is the table of everything an experiment can name.
package builtin

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/evaluation"
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
	"github.com/retort-ml/retort/registry/metrics"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/training"
)

// Catalog returns the table. To add something, write its package and name it here.
func Catalog() *registry.Catalog {
	stages := []registry.StageKind{
		warmup.Stage(), warmup.ShippedStage(), evaluation.Stage(), evaluation.FloorKind(),
		sft.Stage(), opd.Stage(), grpo.Stage(),
		training.TrajectoriesKind(), training.ImitationKind(),
		guided.Stage(), futurebridge.Stage(), gkd.Stage(), sod.Stage(), turnopd.Stage(),
	}
	stages = append(stages, tcod.Stages()...)
	return registry.NewCatalog(
		[]registry.MethodKind{
			sft.Kind(), opd.Kind(), grpo.Kind(), r2s.Kind(),
			tcod.F2BKind(), tcod.B2FKind(), guided.Kind(), futurebridge.Kind(),
			kd.Kind(), rejection.Kind(), gkd.Kind(), sod.Kind(), turnopd.Kind(),
		},
		[]registry.EnvironmentKind{alfworld.Kind(), webshop.Kind(), sciencelab.Kind(), tau2.Kind()},
		[]registry.ModelKind{compact.Kind()},
		append(metrics.All(), r2s.Metrics()...),
		append(stages, r2s.Stages()...),
	)
}
