package training

import "github.com/retort-ml/retort/registry"

// MethodKind registers a method whose settings are of the type S: by its description, its defaults, and how it declares the stages of
// a trial with given settings, which it must not change.
func MethodKind[S any](info registry.MethodInfo, defaults func() S, build func(s *S, b registry.Builder) registry.Artifact) registry.MethodKind {
	return registry.MethodKind{
		Info:     info,
		Settings: func() any { s := defaults(); return &s },
		New: func(settings any) registry.Method {
			s := *settings.(*S)
			return method[S]{&s, build}
		},
	}
}

type method[S any] struct {
	settings *S
	build    func(s *S, b registry.Builder) registry.Artifact
}

// Build implements registry.Method.
func (m method[S]) Build(b registry.Builder) registry.Artifact { return m.build(m.settings, b) }
