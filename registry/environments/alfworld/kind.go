package alfworld

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "alfworld",
		Title:    "ALFWorld",
		Help:     "Household tasks in text: find, take, clean, heat, cool, light, put. Generated games in ALFWorld's own format by default; with 'games' a folder of real ones.",
		Floors:   []string{registry.FloorNothing, registry.FloorRandom, registry.FloorBlind},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return New(*settings.(*Settings)) },
		Files: func(settings any) []string {
			if games := settings.(*Settings).Games; games != "" {
				return []string{games}
			}
			return nil
		},
	}
}
