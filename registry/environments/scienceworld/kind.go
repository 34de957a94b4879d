package scienceworld

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// Kind registers the environment.
func Kind() registry.EnvironmentKind {
	return registry.EnvironmentKind{
		Name:     "scienceworld",
		Title:    "ScienceWorld",
		Help:     "The real ScienceWorld, 30 science tasks in text, over its own simulator. It needs Java, and the simulator's JAR: 'retort data get scienceworld' fetches it and says what to set 'jar' to.",
		Floors:   []string{registry.FloorNothing},
		Settings: func() any { s := Defaults(); return &s },
		New:      func(settings any) (registry.Environment, error) { return New(*settings.(*Settings)) },
		Files:    func(settings any) []string { return files(settings.(*Settings)) },
	}
}

// files is the JAR, whose content makes the texts. When it cannot be found the name that was looked for
// stands for it, so that whoever reads it says what is missing.
func files(s *Settings) []string {
	jar, err := simulator.Locate(s.JAR)
	if err != nil {
		jar = s.JAR
		if jar == "" {
			jar = simulator.FileName
		}
	}
	return []string{jar}
}
