package tw

import (
	"slices"
	"strings"
)

// TaskType is one of ALFWorld's six task types, numbered as ALFWorld numbers them.
type TaskType int

// The task types. TaskUnknown is any other goal.
const (
	TaskUnknown TaskType = iota
	TaskPlace            // an object of a class in a receptacle of a class
	TaskLook             // holding an object of a class where a switched-on lamp of a class stands
	TaskClean            // like TaskPlace, and the object is clean
	TaskHeat             // and the object is hot
	TaskCool             // and the object is cool
	TaskTwo              // two objects of a class in one receptacle of a class
)

var taskNames = [...]string{
	TaskUnknown: "unknown",
	TaskPlace:   "pick_and_place_simple",
	TaskLook:    "look_at_obj_in_light",
	TaskClean:   "pick_clean_then_place_in_recep",
	TaskHeat:    "pick_heat_then_place_in_recep",
	TaskCool:    "pick_cool_then_place_in_recep",
	TaskTwo:     "pick_two_obj_and_place",
}

// String is ALFWorld's name of the type, "unknown" for TaskUnknown.
func (t TaskType) String() string {
	if t < 0 || int(t) >= len(taskNames) {
		t = TaskUnknown
	}
	return taskNames[t]
}

// ParseTaskType reads ALFWorld's name of one of the six types.
func ParseTaskType(name string) (TaskType, bool) {
	for t := TaskPlace; t <= TaskTwo; t++ {
		if taskNames[t] == name {
			return t, true
		}
	}
	return TaskUnknown, false
}

// Goal is what a game asks for. Classes are lower case, as in the texts ("alarmclock").
type Goal struct {
	Type       TaskType
	Object     string // class of the object to bring or to look at
	Receptacle string // class of the receptacle, "" for TaskLook
	Lamp       string // class of the lamp, "" but for TaskLook
}

// classOf turns a PDDL type constant into a class: "alarmclocktype" is "alarmclock".
func classOf(typ string) string { return strings.TrimSuffix(typ, "type") }

// classify reads the structure of a goal from its atoms. It is TaskUnknown when the atoms are not those of
// one of the six types; whether the formula then means what the type says, Solve checks by playing.
func classify(goal *formula) Goal {
	var atoms []*formula
	unequal := false
	var walk func(f *formula)
	walk = func(f *formula) {
		switch f.kind {
		case formulaAtom:
			atoms = append(atoms, f)
		case formulaEqual:
			unequal = true
		}
		for i := range f.kids {
			walk(&f.kids[i])
		}
	}
	walk(goal)
	has := func(pred string) bool {
		return slices.ContainsFunc(atoms, func(f *formula) bool { return f.pred == pred })
	}
	isLamp := func(variable string) bool {
		return slices.ContainsFunc(atoms, func(f *formula) bool {
			return f.pred == "istoggled" && len(f.args) == 1 && f.args[0] == variable
		})
	}
	var g Goal
	for _, f := range atoms {
		if f.pred != "objecttype" && f.pred != "receptacletype" {
			continue
		}
		if len(f.args) != 2 {
			return Goal{}
		}
		into, class := &g.Object, classOf(f.args[1])
		switch {
		case f.pred == "receptacletype":
			into = &g.Receptacle
		case isLamp(f.args[0]):
			into = &g.Lamp
		}
		if *into != "" && *into != class {
			return Goal{}
		}
		*into = class
	}
	switch {
	case g.Object == "":
		return Goal{}
	case g.Lamp != "" && has("holds") && g.Receptacle == "":
		g.Type = TaskLook
	case g.Lamp != "" || g.Receptacle == "" || !has("inreceptacle"):
		return Goal{}
	case unequal:
		g.Type = TaskTwo
	case has("isclean"):
		g.Type = TaskClean
	case has("ishot"):
		g.Type = TaskHeat
	case has("iscool"):
		g.Type = TaskCool
	default:
		g.Type = TaskPlace
	}
	return g
}
