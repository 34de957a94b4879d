package handcoded

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// maxPlans is how often the expert can be asked in an episode.
const maxPlans = 200

var (
	// ErrTimeout says that the expert was asked too often; the original raises an exception.
	ErrTimeout = errors.New("the hand-coded expert has been asked 200 times without reaching the goal")
	// ErrLost says that the expert's rules lead nowhere; the original breaks off with an error of its lists.
	ErrLost = errors.New("the hand-coded expert does not know how to go on")
)

// Expert plays one episode. It is not safe for concurrent use.
type Expert struct {
	task  Task
	steps []step
	draw  func(n int) int
	first func(inside []string) int
	old   bool // the game's commands are of the older generation

	asked       int
	receptacles names
	visible     names             // what the last list showed
	where       map[string]string // by class of object: the receptacle it was seen at last
	texts       map[string]string // by receptacle: what was told of it last
	at          string            // receptacle
	checked     bool              // the inside of the receptacle was seen
	toCheck     []string          // receptacles, the next one last
	carried     []string          // objects taken, see the package's comment
	from        string            // the receptacle the object in hand was taken from
	backlog     []string          // commands to give before walking on, the next one last
	delivered   []string          // objects that are not to be taken again
	right       bool              // an object of the task's class is held
}

// New makes the expert of an episode that starts in s, whose observation is the introduction. draw returns a number
// in [0, n) for every uniform choice of the original, choices of one among one included, in its order. The error says
// that the task is none of the six types.
func New(s *tw.State, task Task, draw func(n int) int) (*Expert, error) {
	task.Object, task.Receptacle, task.Lamp = known(task.Object), known(task.Receptacle), known(task.Lamp)
	steps, err := task.steps()
	if err != nil {
		return nil, err
	}
	x := &Expert{
		task: task, steps: steps, draw: draw, first: func([]string) int { return 0 },
		old:   s.Game().SaysPut(),
		where: map[string]string{}, texts: map[string]string{},
	}
	x.observe(s.Observation())
	return x, nil
}

// Fork is an independent copy that draws from draw.
func (x *Expert) Fork(draw func(n int) int) *Expert {
	c := *x
	c.draw = draw
	c.where, c.texts = maps.Clone(x.where), maps.Clone(x.texts)
	for _, list := range []*[]string{&c.toCheck, &c.carried, &c.backlog, &c.delivered} {
		*list = slices.Clone(*list)
	}
	return &c
}

// Plan names the next command in s, to which the command last led; last is empty at the start of the episode. It
// may be called once a command, as every call counts. What the rules say may not be admissible; then the plan is
// to look. An error (ErrTimeout, ErrLost) ends the expert's part of the episode.
func (x *Expert) Plan(s *tw.State, last string) (string, error) {
	if last == "" {
		return "look", nil
	}
	h := read(s)
	command, err := x.act(&h, last)
	if err != nil {
		return "", err
	}
	if command == last || last == "look" && !h.admissible(command) {
		command = h.commands[x.draw(len(h.commands))]
	}
	if !h.admissible(command) {
		return "look", nil
	}
	return command, nil
}

// observe takes in a text.
func (x *Expert) observe(text string) {
	switch {
	case strings.Contains(text, "Welcome"):
		x.receptacles = listed(text)
	case strings.Contains(text, "you see nothing"):
		x.visible = nil
	case strings.Contains(text, "you see"):
		place := seenAt(text)
		x.visible = listed(text)
		x.texts[place] = text
		for _, o := range x.delivered {
			x.visible = x.visible.without(o)
		}
		for _, o := range x.visible {
			x.where[classOf(o)] = place
		}
	}
}

// track takes in what the last command did.
func (x *Expert) track(text, last string) error {
	if strings.Contains(last, "go to") {
		x.at = strings.TrimSpace(strings.ReplaceAll(last, "go to", ""))
		x.uncheck(x.at)
		x.checked = !openable[x.classAt(x.at)] || strings.Contains(text, "open")
	}
	if strings.Contains(text, "Nothing happens") {
		return nil
	}
	words := strings.Fields(last)
	switch {
	case strings.Contains(last, "open"):
		if last == "open "+x.at {
			x.checked = true
			x.backlog = append(x.backlog, "close "+x.at)
		}
	case strings.Contains(last, "close"):
		if i := slices.Index(x.backlog, last); i >= 0 && last == "close "+x.at {
			x.backlog = slices.Delete(x.backlog, i, i+1)
		}
	case strings.Contains(last, "take"):
		object := strings.Join(words[min(1, len(words)):min(3, len(words))], " ")
		x.from = strings.Join(words[max(0, len(words)-2):], " ")
		x.carried = append(x.carried, object)
		x.forget(object)
	case strings.Contains(last, "put"):
		if len(x.carried) == 0 {
			return fmt.Errorf("%w: it put down what it never took", ErrLost)
		}
		object := x.carried[len(x.carried)-1]
		x.carried = x.carried[:len(x.carried)-1]
		x.from = ""
		x.forget(object)
		if strings.Contains(last, x.task.Object) {
			x.delivered = append(x.delivered, object)
		}
	}
	return nil
}

// forget drops what was known of where an object is.
func (x *Expert) forget(object string) {
	delete(x.where, classOf(object))
	x.visible = x.visible.without(object)
	if text, ok := x.texts[x.at]; ok {
		x.texts[x.at] = strings.ReplaceAll(text, object, "")
	}
}

// uncheck takes a receptacle off the list of those to check.
func (x *Expert) uncheck(receptacle string) {
	if i := slices.Index(x.toCheck, receptacle); i >= 0 {
		x.toCheck = slices.Delete(x.toCheck, i, i+1)
	}
}

// classAt is the class of a receptacle of the introduction, "" for another name.
func (x *Expert) classAt(receptacle string) string {
	if receptacle != "" && x.receptacles.has(receptacle) {
		return classOf(receptacle)
	}
	return ""
}

// putCommand writes the command that puts an object into a receptacle.
func (x *Expert) putCommand(object, receptacle string) string {
	if x.old {
		return "put " + object + " in/on " + receptacle
	}
	return "move " + object + " to " + receptacle
}
