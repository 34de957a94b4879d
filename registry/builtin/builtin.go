// Package builtin is the table of everything an experiment can name.
package builtin

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/environments/mathcode"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
	"github.com/retort-ml/retort/registry/environments/scienceworld"
	"github.com/retort-ml/retort/registry/environments/searchqa"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/metrics"
	"github.com/retort-ml/retort/registry/models/checkpoint"
	"github.com/retort-ml/retort/registry/models/compact"
)

// Catalog returns the table. To add something, write its package and name it here, or in methods.go.
func Catalog() *registry.Catalog {
	return registry.NewCatalog(
		methods(),
		[]registry.EnvironmentKind{
			alfworld.Kind(), webshop.Kind(), sciencelab.Kind(), tau2.Kind(), searchqa.Kind(), mathcode.Kind(), scienceworld.Kind(),
		},
		[]registry.ModelKind{compact.Kind(), checkpoint.Kind()},
		append(metrics.All(), recorded()...),
		stages(),
	)
}
