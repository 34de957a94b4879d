package alfworld

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Settings are the environment's settings as an experiment's author writes them. Decode
// into the value of Defaults: attributes left out keep their default.
type Settings struct {
	// Size is the kind of room the generator draws: "small" (a kitchen-study of a few
	// receptacles in which anything can lie anywhere) or "full" (rooms of ALFWorld's
	// classes, sizes and layouts).
	Size string `hcl:"size,optional" json:"size"`
	// Receptacles is how many a room has; 0 means 7 in small and 22 in full rooms.
	Receptacles int `hcl:"receptacles,optional" json:"receptacles"`
	// Objects is how many objects lie in a room, lamps apart; 0 means 6 in small and 40
	// in full rooms.
	Objects int `hcl:"objects,optional" json:"objects"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// TaskTypes are the task types drawn, by ALFWorld's names; empty means all six.
	TaskTypes []string `hcl:"task_types,optional" json:"task_types"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"). A split left
	// out has 512, 128 and 128 generated tasks, or all there are of real games.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the games and which pairs of object and destination are held out.
	Seed int `hcl:"seed,optional" json:"seed"`
	// Games is a folder of ALFWorld data: json_2.1.1 or its parent. Its train, valid_seen and
	// valid_unseen are the splits train, seen and unseen (valid_train serves where there is no
	// train). When set nothing is generated.
	Games string `hcl:"games,optional" json:"games"`
	// Goal is who wrote the task sentence: "templated" (the game's own, the default) or "human" (one of the sentences that
	// people wrote for a real game, drawn by Seed and the game).
	Goal string `hcl:"goal,optional" json:"goal,omitempty"`
	// Expert is who demonstrates: "exploring" (the default) knows what it has read; "handcoded" is ALFWorld's own, which
	// reads part of the hidden state.
	Expert string `hcl:"expert,optional" json:"expert,omitempty"`
}

// Task sentences.
const (
	goalTemplated = "templated"
	goalHuman     = "human"
)

// Experts.
const (
	expertExploring = "exploring"
	expertHandcoded = "handcoded"
)

// Sizes of rooms.
const (
	sizeSmall = "small"
	sizeFull  = "full"
)

// Limits of the generator: the largest room of ALFWorld has 54 receptacles, the fullest 71
// objects.
const (
	minReceptacles = 5
	maxReceptacles = 54
	minObjects     = 2
	maxObjects     = 71
)

// Defaults returns the settings of the default world: small rooms, all six task types, 20
// turns.
func Defaults() Settings {
	return Settings{Size: sizeSmall, Horizon: 20, Seed: 1}
}

// defaultTasks are the task counts of generated splits.
var defaultTasks = map[string]int{"train": 512, "seen": 128, "unseen": 128}

// splitNames are the splits in their fixed order.
var splitNames = []string{"train", "seen", "unseen"}

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

	if s.Size != sizeSmall && s.Size != sizeFull {
		fault("size", "%q is neither %q nor %q.", s.Size, sizeSmall, sizeFull)
		s.Size = sizeSmall
	}
	most, mostObjects := smallRoom.most(), ownObjectNumbers*len(smallRoom.objects)-1
	if s.Size == sizeFull {
		most, mostObjects = maxReceptacles, maxObjects
	}
	if s.Receptacles == 0 {
		s.Receptacles = map[string]int{sizeSmall: 7, sizeFull: 22}[s.Size]
	}
	if s.Objects == 0 {
		s.Objects = map[string]int{sizeSmall: 6, sizeFull: 40}[s.Size]
	}
	if s.Receptacles < minReceptacles || s.Receptacles > most {
		fault("receptacles", "%d is not between %d and %d, which %s rooms have.", s.Receptacles, minReceptacles, most, s.Size)
	}
	if s.Objects < minObjects || s.Objects > mostObjects {
		fault("objects", "%d is not between %d and %d, which %s rooms have.", s.Objects, minObjects, mostObjects, s.Size)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
	}
	switch {
	case s.Goal == "":
		s.Goal = goalTemplated
	case s.Goal != goalTemplated && s.Goal != goalHuman:
		fault("goal", "%q is neither %q nor %q.", s.Goal, goalTemplated, goalHuman)
	case s.Goal == goalHuman && s.Games == "":
		fault("goal", "Generated games have no sentences that people wrote; set games to a folder of real ones.")
	}
	switch {
	case s.Expert == "":
		s.Expert = expertExploring
	case s.Expert != expertExploring && s.Expert != expertHandcoded:
		fault("expert", "%q is neither %q nor %q.", s.Expert, expertExploring, expertHandcoded)
	}
	if len(s.TaskTypes) == 0 {
		s.TaskTypes = taskTypes
	}
	for i, t := range s.TaskTypes {
		switch {
		case !slices.Contains(taskTypes, t):
			fault("task_types", "There is no type %q. There are %s.", t, strings.Join(taskTypes, ", "))
		case slices.Contains(s.TaskTypes[:i], t):
			fault("task_types", "%q stands twice.", t)
		}
	}
	tasks := map[string]int{}
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
	if s.Games == "" {
		for name, n := range defaultTasks {
			if _, given := tasks[name]; !given {
				tasks[name] = n
			}
		}
	} else if info, err := os.Stat(s.Games); err != nil {
		faults = append(faults, registry.UnreadableFile("games", err))
	} else if !info.IsDir() {
		fault("games", "%s is no folder.", s.Games)
	}
	s.Tasks = tasks
	return s, errors.Join(faults...)
}
