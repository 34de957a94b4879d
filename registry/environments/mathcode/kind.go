package mathcode

import "github.com/retort-ml/retort/registry"

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:    "mathcode",
		Title:   "Mathematics with a calculator",
		Version: 1, // 0 accepted other answers
		Help:    "Word problems of graded difficulty, solved with the programs of a small calculator language. Drawn by default; with 'problems' a file or folder of JSON lines in the form of MATH, Omni-MATH or GSM8K.",
		Floors:  []string{registry.FloorNothing, registry.FloorBlind},
		Aid: func(any) string {
			return "phrases of one relation share features with the operator, and stand in one order."
		},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return open(*settings.(*Settings)) },
		Files: func(settings any) []string {
			if problems := settings.(*Settings).Problems; problems != "" {
				return []string{problems}
			}
			return nil
		},
	}
}

// open makes the environment, with an expert when there are no files.
func open(s Settings) (registry.Environment, error) {
	if s.Problems == "" {
		return NewDrawn(s)
	}
	return New(s)
}
