package webshop

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:  "webshop",
		Title: "WebShop",
		Help:  "Shopping in text: search, compare, choose options, buy. Generated catalogues in WebShop's own format by default; with 'catalog' a folder of real product files.",
		Aid: func(settings any) string {
			if settings.(*Settings).Marks {
				return "words that the task asks for and prices within its limit are marked."
			}
			return ""
		},
		Floors:   []string{registry.FloorNothing, registry.FloorBlind},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return New(*settings.(*Settings)) },
		Files: func(settings any) []string {
			if folder := settings.(*Settings).Catalog; folder != "" {
				return []string{folder}
			}
			return nil
		},
	}
}
