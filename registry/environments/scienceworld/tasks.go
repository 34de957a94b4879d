package scienceworld

import (
	"fmt"
	"strings"
)

// Version of the simulator whose tasks are listed here, and the setting of the virtual machine that its texts
// depend on. Results of another version are not comparable.
const Version = "1.2.3 hashCode=2"

// family is one of the simulator's tasks. A variation is its instance: another substance, another place.
type family struct {
	id, name   string
	variations int
}

// families are the simulator's tasks in the order of their ids, as its package lists them.
var families = []family{
	{"1-1", "boil", 30},
	{"1-2", "melt", 30},
	{"1-3", "freeze", 30},
	{"1-4", "change-the-state-of-matter-of", 30},
	{"2-1", "use-thermometer", 540},
	{"2-2", "measure-melting-point-known-substance", 436},
	{"2-3", "measure-melting-point-unknown-substance", 300},
	{"3-1", "power-component", 20},
	{"3-2", "power-component-renewable-vs-nonrenewable-energy", 20},
	{"3-3", "test-conductivity", 900},
	{"3-4", "test-conductivity-of-unknown-substances", 600},
	{"4-1", "find-living-thing", 300},
	{"4-2", "find-non-living-thing", 300},
	{"4-3", "find-plant", 300},
	{"4-4", "find-animal", 300},
	{"5-1", "grow-plant", 126},
	{"5-2", "grow-fruit", 126},
	{"6-1", "chemistry-mix", 32},
	{"6-2", "chemistry-mix-paint-secondary-color", 36},
	{"6-3", "chemistry-mix-paint-tertiary-color", 36},
	{"7-1", "lifespan-longest-lived", 125},
	{"7-2", "lifespan-shortest-lived", 125},
	{"7-3", "lifespan-longest-lived-then-shortest-lived", 125},
	{"8-1", "identify-life-stages-1", 14},
	{"8-2", "identify-life-stages-2", 10},
	{"9-1", "inclined-plane-determine-angle", 168},
	{"9-2", "inclined-plane-friction-named-surfaces", 1386},
	{"9-3", "inclined-plane-friction-unnamed-surfaces", 162},
	{"10-1", "mendelian-genetics-known-plant", 120},
	{"10-2", "mendelian-genetics-unknown-plant", 480},
}

// familyNamed finds a family by its name or id.
func familyNamed(text string) (family, bool) {
	for _, f := range families {
		if f.name == text || f.id == text {
			return f, true
		}
	}
	return family{}, false
}

// electrical says that the family needs what the simplification noElectricalAction takes away.
func (f family) electrical() bool {
	return strings.Contains(f.name, "power-component") || strings.Contains(f.name, "conductivity")
}

// splits are the task sets in order; the original calls the second and the third dev and test.
var splits = []string{"train", "seen", "unseen"}

// share is the range of a family's variations that a split has: the first half, the next quarter, and
// the rest, in units of a quarter rounded down.
func (f family) share(split string) (from, to int) {
	quarter := f.variations / 4
	switch split {
	case "train":
		return 0, 2 * quarter
	case "seen":
		return 2 * quarter, 3 * quarter
	case "unseen":
		return 3 * quarter, f.variations
	}
	panic(fmt.Sprintf("scienceworld: no split %q", split))
}

// episode is a variation of a family.
type episode struct {
	family    family
	variation int
}

// tasksOf lists the episodes of a split, one of each family in turn, so that any number of them covers as
// many families as it can.
func tasksOf(list []family, split string) []episode {
	var tasks []episode
	for k := 0; ; k++ {
		before := len(tasks)
		for _, f := range list {
			if from, to := f.share(split); from+k < to {
				tasks = append(tasks, episode{f, from + k})
			}
		}
		if len(tasks) == before {
			return tasks
		}
	}
}
