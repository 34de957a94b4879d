package skills

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Parts are what Run needs of a method's settings.
type Parts struct {
	Budget training.Budget
	Group  training.Group
	Skills Settings
	Shape  Shape
}

// TrainingStage is the training stage of a method that is Run with a shape of its own, and nothing else.
func TrainingStage[S any](kind string, defaults func() S, parts func(*S) Parts) registry.StageKind {
	of := func(settings any) Parts { return parts(settings.(*S)) }
	return registry.StageKind{
		Kind: kind, Version: 1, ReadsReward: true,
		Settings: func() any { s := defaults(); return &s },
		Run: func(ctx context.Context, b registry.Bench, settings any) error {
			p := of(settings)
			return Run(ctx, b, p.Budget, p.Group, p.Skills, p.Shape)
		},
		Episodes: func(settings any) int { p := of(settings); return p.Budget.Episodes(p.Group.Size) },
		Work: func(settings any, _ func(string) any) []registry.Work {
			p := of(settings)
			return Work(p.Budget, p.Group)
		},
	}
}
