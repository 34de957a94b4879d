package mathcode

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Settings are the environment's settings as an experiment's author writes them. Decode into the value of Defaults: attributes left
// out keep their default.
type Settings struct {
	// Easiest and Hardest bound the level. That of a drawn problem is the number of quantities between the first known one and the answer,
	// both counted; 0 means 2 and 4. Of problems from files they bound MATH's level or Omni-MATH's difficulty, and 0 means no bound; problems
	// without a level are always kept.
	Easiest int `hcl:"easiest,optional" json:"easiest"`
	Hardest int `hcl:"hardest,optional" json:"hardest"`
	// Distractors is the number of facts in a drawn problem that the answer does not need.
	Distractors int `hcl:"distractors,optional" json:"distractors"`
	// Accept is the rule by which answers count: "equivalent", "hendrycks" or "minerva".
	Accept string `hcl:"accept,optional" json:"accept"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"). A split left out has 512, 128 and 128 drawn tasks, or all
	// there are of files.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the problems, and which kinds of problems are held out.
	Seed int `hcl:"seed,optional" json:"seed"`
	// Problems is a file of JSON lines, or a folder of such files. When set nothing is drawn.
	Problems string `hcl:"problems,optional" json:"problems"`
}

// Defaults returns the settings of the default world.
func Defaults() Settings {
	return Settings{Distractors: 1, Accept: acceptEquivalent, Horizon: 10, Seed: 1}
}

// Limits of the generator.
const (
	easiestDrawn   = 2
	hardestDrawn   = 4
	mostLevels     = 8
	mostDistractor = 6
)

// defaultTasks are the task counts of drawn splits.
var defaultTasks = map[string]int{"train": 512, "seen": 128, "unseen": 128}

// splitNames are the splits in their fixed order.
var splitNames = []string{"train", "seen", "unseen"}

// Validate reports every setting that cannot work, each as a [registry.SettingError].
func (s *Settings) Validate() error {
	_, err := s.complete()
	return err
}

// complete fills what was left open and checks everything.
func (s Settings) complete() (Settings, error) {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	drawn := s.Problems == ""
	if s.Easiest < 0 || drawn && s.Easiest > mostLevels {
		fault("easiest", "%d is not between 1 and %d.", s.Easiest, mostLevels)
	}
	if s.Hardest < 0 || drawn && s.Hardest > mostLevels {
		fault("hardest", "%d is not between 1 and %d.", s.Hardest, mostLevels)
	}
	if drawn && s.Easiest == 0 {
		s.Easiest = easiestDrawn
		if s.Hardest > 0 {
			s.Easiest = min(s.Easiest, s.Hardest)
		}
	}
	if drawn && s.Hardest == 0 {
		s.Hardest = max(hardestDrawn, s.Easiest)
	}
	if s.Hardest > 0 && s.Easiest > s.Hardest {
		fault("easiest", "%d is more than the hardest level, %d.", s.Easiest, s.Hardest)
	}
	if s.Distractors < 0 || s.Distractors > mostDistractor {
		fault("distractors", "%d is not between 0 and %d.", s.Distractors, mostDistractor)
	}
	if err := registry.OneOf("accept", s.Accept, acceptRules...); err != nil {
		faults = append(faults, err)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
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
	if drawn {
		for name, n := range defaultTasks {
			if _, given := tasks[name]; !given {
				tasks[name] = n
			}
		}
	} else if _, err := os.Stat(s.Problems); err != nil {
		faults = append(faults, registry.UnreadableFile("problems", err))
	}
	s.Tasks = tasks
	return s, errors.Join(faults...)
}
