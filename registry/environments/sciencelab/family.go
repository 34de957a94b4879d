package sciencelab

import "slices"

// family is a kind of task.
type family int8

const (
	boil family = iota
	melt
	freeze
	useThermometer
	meltingKnown
	meltingUnknown
	conductKnown
	conductUnknown
	power
	findLiving
	findNonLiving
	findPlant
	findAnimal
	growPlant
	mix
	mixPaint
	longestLived
	shortestLived
	lifeStages
)

// hint is an optional sub-goal.
type hint uint32

const (
	nearTarget      hint = 1 << iota // be where the target is
	holdTarget                       // have it in the inventory
	holdThermometer                  // have the thermometer in the inventory
	startHeater                      // activate a heater, or open the freezer
	onHeater                         // have the target on a heater or in the freezer
	changedHeat                      // have changed its temperature by 20 degrees or more
	measured                         // have measured the target
	nearBoxes                        // be where the boxes are
	wiredOnce                        // have one terminal of the target connected
	wiredTwice                       // both
	sawLoad                          // have looked at the lamp of a whole circuit
	readRecipe
	firstPart  // first ingredient in a vessel
	secondPart // second ingredient in a vessel
	inPot      // the seed in a flower pot
	watered    // which has water
	inspected  // have examined the target
)

// familyInfo says how tasks of a family are drawn and scored.
type familyInfo struct {
	name       string  // ScienceWorld's
	weight     float64 // share among the families drawn
	electrical bool
	ordered    int // ordered sub-goals; 0: one a life stage
	optional   hint
}

var families = []familyInfo{
	boil:           {"boil", 1, false, 3, nearTarget | holdTarget | startHeater | onHeater | changedHeat},
	melt:           {"melt", 1, false, 3, nearTarget | holdTarget | startHeater | onHeater | changedHeat},
	freeze:         {"freeze", 1, false, 3, nearTarget | holdTarget | startHeater | onHeater | changedHeat},
	useThermometer: {"use-thermometer", 1.5, false, 3, nearTarget | holdTarget | holdThermometer | measured | nearBoxes},
	meltingKnown:   {"measure-melting-point-known-substance", .5, false, 3, nearTarget | holdThermometer | startHeater | onHeater | changedHeat | measured},
	meltingUnknown: {"measure-melting-point-unknown-substance", 1, false, 3, nearTarget | holdThermometer | startHeater | onHeater | changedHeat | measured},
	conductKnown:   {"test-conductivity", .5, true, 2, nearTarget | holdTarget | wiredOnce | wiredTwice | sawLoad},
	conductUnknown: {"test-conductivity-of-unknown-substances", 1, true, 2, nearTarget | holdTarget | wiredOnce | wiredTwice | sawLoad},
	power:          {"power-component", 1, true, 2, nearTarget | wiredOnce | wiredTwice},
	findLiving:     {"find-living-thing", .6, false, 2, nearTarget | holdTarget | nearBoxes},
	findNonLiving:  {"find-non-living-thing", .5, false, 2, nearTarget | holdTarget | nearBoxes},
	findPlant:      {"find-plant", .6, false, 2, nearTarget | holdTarget | nearBoxes},
	findAnimal:     {"find-animal", .6, false, 2, nearTarget | holdTarget | nearBoxes},
	growPlant:      {"grow-plant", .7, false, 4, nearTarget | holdTarget | inPot | watered},
	mix:            {"chemistry-mix", .7, false, 1, readRecipe | firstPart | secondPart},
	mixPaint:       {"chemistry-mix-paint-secondary-color", .5, false, 1, firstPart | secondPart},
	longestLived:   {"lifespan-longest-lived", .4, false, 1, nearTarget},
	shortestLived:  {"lifespan-shortest-lived", .4, false, 1, nearTarget},
	lifeStages:     {"identify-life-stages-1", 1, false, 0, nearTarget | inspected},
}

func familyNames() []string {
	var names []string
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// familyNamed is -1 for a name of no family.
func familyNamed(name string) family {
	return family(slices.IndexFunc(families, func(f familyInfo) bool { return f.name == name }))
}

func (f family) finds() bool    { return f >= findLiving && f <= findAnimal }
func (f family) heats() bool    { return f <= freeze }
func (f family) melting() bool  { return f == meltingKnown || f == meltingUnknown }
func (f family) conducts() bool { return f == conductKnown || f == conductUnknown }
func (f family) mixes() bool    { return f == mix || f == mixPaint }
func (f family) ranks() bool    { return f == longestLived || f == shortestLived }

// suits says whether a thing is of the sort that a finding task asks for. What cannot be moved is none.
func (f family) suits(t thing) bool {
	e := &catalogue[t]
	if !e.portable() {
		return false
	}
	switch f {
	case findLiving:
		return e.living()
	case findNonLiving:
		return !e.living()
	case findPlant:
		return e.is(groupPlant, groupSeed)
	case findAnimal:
		return e.group == groupAnimal
	}
	return false
}

// quest is what a task asks for, as its sentence says it.
type quest struct {
	family    family
	target    thing // nothing where the task does not name one
	threshold int   // degrees celsius
	high, low thing // the box for above, conductive; for below, nonconductive
	box       thing // where a found thing goes
	boxRoom   room  // where boxes are
	stages    int
}
