// Package builtin is the table of everything an experiment can name.
package builtin

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/sft"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/metrics"
	"github.com/retort-ml/retort/registry/models/compact"
)

// Catalog returns the table. To add something, write its package and name it here.
func Catalog() *registry.Catalog {
	stages := []registry.StageKind{
		warmup.Stage(), warmup.ShippedStage(), evaluation.Stage(),
		sft.Stage(), opd.Stage(), grpo.Stage(),
	}
	return registry.NewCatalog(
		[]registry.MethodKind{sft.Kind(), opd.Kind(), grpo.Kind(), r2s.Kind()},
		[]registry.EnvironmentKind{alfworld.Kind()},
		[]registry.ModelKind{compact.Kind()},
		append(metrics.All(), r2s.Metrics()...),
		append(stages, r2s.Stages()...),
	)
}
