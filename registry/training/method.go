package training

import "github.com/retort-ml/retort/registry"

// MethodKind registers a method whose settings are of the type S: by its description, its defaults, and how it declares the stages of
// a trial with given settings, which it must not change. The description of methods with a Budget need not say where what every budget
// has comes from: it is added.
func MethodKind[S any](info registry.MethodInfo, defaults func() S, build func(s *S, b registry.Builder) registry.Artifact) registry.MethodKind {
	if budgeted, ok := any(defaults()).(interface{ common() registry.Constant }); ok {
		info.Constants = append(info.Constants[:len(info.Constants):len(info.Constants)], budgeted.common())
	}
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
