package sciencelab

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Settings are the environment's settings as an experiment's author writes them. Decode into the
// value of Defaults: attributes left out keep their default.
type Settings struct {
	// Size is the floor plan: "small" (six rooms in a ring) or "full" (ScienceWorld's ten rooms).
	Size string `hcl:"size,optional" json:"size"`
	// Families are the task families drawn, by ScienceWorld's names; empty means all.
	Families []string `hcl:"families,optional" json:"families"`
	// Objects is how many things lie about beside those the task needs.
	Objects int `hcl:"objects,optional" json:"objects"`
	// ClosedDoors is the share of doors closed at the start.
	ClosedDoors float64 `hcl:"closed_doors,optional" json:"closed_doors"`
	// Simplifications make the world easier: ScienceWorld's teleportAction, openDoors, openContainers,
	// selfWateringFlowerPots, noElectricalAction and easy (the four without openContainers), and
	// lookOnArrival and preWired.
	Simplifications []string `hcl:"simplifications,optional" json:"simplifications"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"); a split left out
	// has 4096, 256 and 256.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the worlds and which arguments of tasks are held out.
	Seed int `hcl:"seed,optional" json:"seed"`
}

const (
	sizeSmall = "small"
	sizeFull  = "full"
	// maxObjects is as many as the catalogue has to lie about, whatever the task takes.
	maxObjects = 24
)

// Simplifications by name.
const (
	teleport      = "teleportAction"
	openDoors     = "openDoors"
	openStores    = "openContainers"
	selfWatering  = "selfWateringFlowerPots"
	noElectrical  = "noElectricalAction"
	easy          = "easy"
	lookOnArrival = "lookOnArrival"
	preWired      = "preWired"
)

var simplifications = []string{teleport, openDoors, openStores, selfWatering, noElectrical, easy, lookOnArrival, preWired}

// Defaults returns the settings of the default world: small, every family, 30 turns.
func Defaults() Settings {
	return Settings{
		Size: sizeSmall, Objects: 9, ClosedDoors: .25, Horizon: 30, Seed: 1,
		Simplifications: []string{lookOnArrival, selfWatering, preWired},
	}
}

var (
	defaultTasks = map[string]int{"train": 4096, "seen": 256, "unseen": 256}
	splitNames   = []string{"train", "seen", "unseen"}
)

// Validate reports every setting that cannot work, each as a [registry.SettingError].
func (s *Settings) Validate() error {
	_, err := s.complete()
	return err
}

// complete fills what was left open and checks everything; every fault is reported, each as a
// [registry.SettingError].
func (s Settings) complete() (Settings, error) {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	if err := registry.OneOf("size", s.Size, sizeSmall, sizeFull); err != nil {
		faults = append(faults, err)
	}
	if s.Objects < 0 || s.Objects > maxObjects {
		fault("objects", "%d is not between 0 and %d.", s.Objects, maxObjects)
	}
	if !(s.ClosedDoors >= 0 && s.ClosedDoors <= 1) {
		fault("closed_doors", "%v is not between 0 and 1.", s.ClosedDoors)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
	}
	if len(s.Families) == 0 {
		for _, f := range families {
			if !f.electrical || !s.simplified(noElectrical) {
				s.Families = append(s.Families, f.name)
			}
		}
	}
	named := func(setting, what string, list, known []string) {
		for i, n := range list {
			switch {
			case !slices.Contains(known, n):
				fault(setting, "There is no %s %q. There are %s.", what, n, strings.Join(known, ", "))
			case slices.Contains(list[:i], n):
				fault(setting, "%q stands twice.", n)
			}
		}
	}
	named("families", "family", s.Families, familyNames())
	named("simplifications", "simplification", s.Simplifications, simplifications)
	if s.simplified(noElectrical) {
		for _, n := range s.Families {
			if f := familyNamed(n); f >= 0 && families[f].electrical {
				fault("simplifications", "%s cannot be done without electrical actions.", n)
			}
		}
	}
	tasks := maps.Clone(defaultTasks)
	for _, name := range slices.Sorted(maps.Keys(s.Tasks)) {
		n := s.Tasks[name]
		switch {
		case !slices.Contains(splitNames, name):
			fault("tasks", "There is no split %q. There are %s.", name, strings.Join(splitNames, ", "))
		case n < 0:
			fault("tasks", "%s = %d is negative.", name, n)
		}
		tasks[name] = n
	}
	s.Tasks = tasks
	return s, errors.Join(faults...)
}

// simplified says whether a simplification is in force.
func (s Settings) simplified(name string) bool {
	if slices.Contains(s.Simplifications, name) {
		return true
	}
	return slices.Contains(s.Simplifications, easy) && slices.Contains([]string{teleport, openDoors, selfWatering, noElectrical}, name)
}
