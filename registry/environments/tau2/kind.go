package tau2

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "tau2",
		Title:    "tau2-bench",
		Help:     "Customer service with tools: an assistant with a policy changes a shop's, an airline's or a phone company's database for a user. A drawn little shop by default; with 'data' a folder of tau2-bench's domains.",
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return open(*settings.(*Settings)) },
		Files: func(settings any) []string {
			if data := settings.(*Settings).Data; data != "" {
				return []string{data}
			}
			return nil
		},
	}
}

// open makes the environment: a [Shop] when there is no folder.
func open(s Settings) (registry.Environment, error) {
	e, err := New(s)
	if err != nil {
		return nil, err
	}
	if s.Data == "" {
		return &Shop{e}, nil
	}
	return e, nil
}
