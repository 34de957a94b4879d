package handcoded

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// verb is what a step towards the goal is about.
type verb int

const (
	find verb = iota
	take
	goTo
	treat
	put
	use
)

// step is one of the steps that a task consists of.
type step struct {
	verb  verb
	class string
}

// tool is how an object is cleaned, heated or cooled.
type tool struct {
	command string // "heat"
	class   string // of the receptacle
	done    func(s *tw.State, object int) bool
}

var tools = map[tw.TaskType]tool{
	tw.TaskClean: {"clean", "sinkbasin", (*tw.State).Clean},
	tw.TaskHeat:  {"heat", "microwave", (*tw.State).Hot},
	tw.TaskCool:  {"cool", "fridge", (*tw.State).Cool},
}

// Task is what the expert is to do. Classes are written as ALFRED writes them ("AlarmClock") or in lower case.
type Task struct {
	Type       tw.TaskType
	Object     string // class of the object to bring or to look at
	Receptacle string // class of the destination, "" for tw.TaskLook
	Lamp       string // class of the lamp, "" but for tw.TaskLook
}

// TaskOf is the task of a game: from the trajectory beside its file, else from its goal. A broken trajectory is an error.
func TaskOf(g *tw.Game) (Task, error) {
	t, err := g.Trajectory()
	if err != nil {
		return Task{}, err
	}
	if t != nil && t.Type != tw.TaskUnknown {
		return Task{t.Type, t.Object, t.Receptacle, t.Lamp}, nil
	}
	goal := g.Goal()
	return Task{goal.Type, goal.Object, goal.Receptacle, goal.Lamp}, nil
}

// known lowers the capitals of the classes that the original knows.
func known(class string) string {
	if lower := strings.ToLower(class); objectClasses[lower] {
		return lower
	}
	return class
}

// steps lists what a task consists of, in order.
func (t Task) steps() ([]step, error) {
	fetch := []step{{find, t.Object}, {take, t.Object}}
	bring := []step{{find, t.Receptacle}, {put, t.Receptacle}}
	switch t.Type {
	case tw.TaskPlace:
		return append(fetch, bring...), nil
	case tw.TaskLook:
		return append(fetch, step{find, t.Lamp}, step{use, t.Lamp}), nil
	case tw.TaskClean, tw.TaskHeat, tw.TaskCool:
		with := tools[t.Type]
		return append(append(fetch, step{goTo, with.class}, step{treat, t.Object}), bring...), nil
	case tw.TaskTwo:
		once := append(fetch, bring...)
		return append(once[:len(once):len(once)], once...), nil
	}
	return nil, fmt.Errorf("plan task: the hand-coded expert does not know the task type %s", t.Type)
}

// next is the index of the step that the state is at.
func (x *Expert) next(h *hidden) int {
	object, to, last := x.task.Object, x.task.Receptacle, len(x.steps)-1
	seen := x.texts[x.at]
	inSight := strings.Contains(seen, "you see") && strings.Contains(seen, " "+object+" ")
	x.right = h.holds(object)
	takes := !x.right && h.canTake(object) && inSight
	puts := x.right && strings.Contains(x.at, to) && h.canDo(x.putCommand(object, to))

	switch x.task.Type {
	case tw.TaskLook:
		puts = x.right && h.canDo("use "+x.task.Lamp)
	case tw.TaskTwo:
		return x.nextOfTwo(h, puts, takes)
	case tw.TaskClean, tw.TaskHeat, tw.TaskCool:
		with := tools[x.task.Type]
		done := len(x.carried) > 0 && h.is(x.carried[0], with.done)
		switch {
		case done && puts:
			return last
		case done && x.right:
			return last - 1
		case x.right && h.canDo(with.command+" "+object+" with "+with.class):
			return last - 2
		case x.right:
			return last - 3
		case takes:
			return last - 4
		}
		return 0
	}
	switch {
	case puts:
		return last
	case x.right:
		return last - 1
	case takes:
		return last - 2
	}
	return 0
}

// nextOfTwo is next for two objects: once one is inside, the second half of the steps.
func (x *Expert) nextOfTwo(h *hidden, puts, takes bool) int {
	inside, one := h.inside(x.task.Object, x.task.Receptacle)
	first := ""
	if len(inside) > 0 {
		first = inside[x.first(inside)]
	}
	from := 0
	if one {
		from = len(x.steps) / 2
		takes = takes && !containsAny(h.commands, "take "+first)
	}
	switch {
	case puts:
		return from + 3
	case x.right:
		return from + 2
	case takes:
		return from + 1
	}
	return from
}
