package tau2

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "tau2",
		Title:    "tau2-bench",
		Help:     "Customer service with tools: an assistant with a policy changes a shop's, an airline's or a phone company's database for a user. A drawn little shop by default, with domain = \"airline\" a little airline; with 'data' a folder of tau2-bench's domains. With user = \"model\" or judge = \"model\" a text model speaks for the user or judges assertions.",
		Floors:   []string{registry.FloorNothing},
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

// open makes the environment, with a view and an expert when there is no folder and the user is the script, whose sentences both
// read.
func open(s Settings) (registry.Environment, error) {
	if s.Data != "" || s.User == asksModel {
		return New(s)
	}
	d, err := NewDrawn(s)
	if err != nil {
		return nil, err
	}
	return d, nil
}
