package scienceworld

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Settings are the environment's settings as an experiment's author writes them. Decode into the
// value of Defaults: attributes left out keep their default.
type Settings struct {
	// JAR is the simulator's file, or the folder that holds it under its own name; empty means the one
	// of an installed Python package scienceworld.
	JAR string `hcl:"jar,optional" json:"jar"`
	// Java is the program that runs it.
	Java string `hcl:"java,optional" json:"java"`
	// Families are the tasks played, by name or id ("boil", "1-1"); empty means all.
	Families []string `hcl:"families,optional" json:"families"`
	// Simplifications are the simulator's: teleportAction, openDoors, openContainers,
	// selfWateringFlowerPots, noElectricalAction, and easy for all of them but openContainers.
	Simplifications []string `hcl:"simplifications,optional" json:"simplifications"`
	// MoveLimit is the number of moves after which an episode is over, on the simulator's clock: a wait
	// counts 11, looking around nothing.
	MoveLimit int `hcl:"move_limit,optional" json:"move_limit"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"), at most so many; a split
	// left out has all.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Heap is the most memory for the objects of one simulator, Memory that for all simulators
	// together, in MiB. Neither changes a result.
	Heap   int `hcl:"heap,optional" json:"heap"`
	Memory int `hcl:"memory,optional" json:"memory"`
}

// Simplifications by name.
const (
	easy         = "easy"
	noElectrical = "noElectricalAction"
)

// eased are the simplifications that easy stands for, in the order in which the simulator lists them.
var eased = []string{noElectrical, "openDoors", "selfWateringFlowerPots", "teleportAction"}

var simplifications = []string{easy, "teleportAction", "openDoors", "openContainers", "selfWateringFlowerPots", noElectrical}

// Defaults returns the settings that most papers use: every task, the simplifications of easy, 100 moves.
func Defaults() Settings {
	return Settings{Java: "java", Simplifications: []string{easy}, MoveLimit: 100, Horizon: 100, Heap: 512, Memory: 4096}
}

// Bounds of memory, in MiB. The least heap is what the largest tasks run with; overhead is what a virtual
// machine takes besides.
const (
	minHeap  = 64
	maxHeap  = 8 << 10
	overhead = 128
)

// simulators is how many the memory suffices for.
func (s *Settings) simulators() int { return s.Memory / (s.Heap + overhead) }

// chosen lists the families played, in the order of the table.
func (s *Settings) chosen() []family {
	if len(s.Families) == 0 {
		return families
	}
	var list []family
	for _, f := range families {
		if slices.Contains(s.Families, f.name) || slices.Contains(s.Families, f.id) {
			list = append(list, f)
		}
	}
	return list
}

// Validate reports every setting that cannot work, each as a [registry.SettingError]. Whether there is a Java
// is found out when the first episode starts.
func (s *Settings) Validate() error {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	if s.JAR != "" {
		if _, err := os.Stat(s.JAR); err != nil {
			faults = append(faults, registry.UnreadableFile("jar", err))
		}
	}
	if s.Java == "" {
		fault("java", "No program is named.")
	}
	for _, name := range s.Families {
		if _, ok := familyNamed(name); !ok {
			fault("families", "There is no task %q. There are %s.", name, strings.Join(familyNames(), ", "))
		}
	}
	for _, name := range s.Simplifications {
		if !slices.Contains(simplifications, name) {
			fault("simplifications", "There is no simplification %q. There are %s.", name, strings.Join(simplifications, ", "))
		}
	}
	if slices.Contains(s.Simplifications, noElectrical) {
		for _, f := range s.chosen() {
			if f.electrical() {
				fault("simplifications", "The task %s needs the electrical actions that %s takes away; %s leaves them where they are needed.", f.name, noElectrical, easy)
				break
			}
		}
	}
	if s.MoveLimit < 1 {
		fault("move_limit", "%d moves are not at least 1.", s.MoveLimit)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tasks)) {
		switch n := s.Tasks[name]; {
		case !slices.Contains(splits, name):
			fault("tasks", "There is no split %q. There are %s.", name, strings.Join(splits, ", "))
		case n < 0:
			fault("tasks", "%s = %d is negative.", name, n)
		}
	}
	if s.Heap < minHeap || s.Heap > maxHeap {
		fault("heap", "%d MiB are not between %d and %d.", s.Heap, minHeap, maxHeap)
	} else if s.simulators() < 1 {
		fault("memory", "%d MiB do not suffice for one simulator with a heap of %d MiB, which takes %d.", s.Memory, s.Heap, s.Heap+overhead)
	}
	return errors.Join(faults...)
}

func familyNames() []string {
	var list []string
	for _, f := range families {
		list = append(list, f.name)
	}
	return list
}
