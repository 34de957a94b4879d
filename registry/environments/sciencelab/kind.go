package sciencelab

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "sciencelab",
		Title:    "Science lab",
		Version:  1, // 0 told worlds of different splits apart by hidden numbers too
		Help:     "Small science experiments in text, in ScienceWorld's language: boil, melt, freeze, measure, build circuits, find and grow living things, mix. Worlds are drawn from a seed.",
		Floors:   []string{registry.FloorNothing, registry.FloorRandom, registry.FloorBlind},
		Aid:      func(any) string { return "readings are marked as above or below a temperature that the task names." },
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return New(*settings.(*Settings)) },
	}
}
