package searchqa

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "searchqa",
		Title:    "Search QA",
		Help:     "Multi-hop questions with a search engine, in Search-R1's turns. Drawn little encyclopedias by default; with 'data' question sets in the forms of HotpotQA, 2WikiMultihopQA or Natural Questions.",
		Floors:   []string{registry.FloorNothing, registry.FloorBlind},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return New(*settings.(*Settings)) },
		Files: func(settings any) (files []string) {
			s := settings.(*Settings)
			for _, name := range []string{s.Data, s.Corpus} {
				if name != "" {
					files = append(files, name)
				}
			}
			return files
		},
	}
}
