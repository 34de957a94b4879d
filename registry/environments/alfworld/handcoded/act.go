package handcoded

import (
	"fmt"
	"slices"
	"strings"
)

// act is the rules' answer to the state that last led to.
func (x *Expert) act(h *hidden, last string) (string, error) {
	if x.asked++; x.asked > maxPlans {
		return "", ErrTimeout
	}
	text := h.state.Observation()
	if err := x.track(text, last); err != nil {
		return "", err
	}
	x.observe(text)
	now := x.steps[x.next(h)]
	wanted := x.visible.of(now.class)
	if now.class == "sinkbasin" && !slices.ContainsFunc(x.receptacles, func(r string) bool { return strings.Contains(classOf(r), "sinkbasin") }) {
		now.class = "bathtubbasin"
	}
	if now.verb == find {
		if !x.found(now.class, wanted) {
			return x.search(now.class, text, last)
		}
		x.backlog = nil
	}
	x.toCheck = nil
	unopened := strings.Contains(text, "closed") && !x.checked

	switch now.verb {
	case goTo:
		if places := x.receptacles.of(now.class); len(places) > 0 {
			return "go to " + places[0], nil
		}
		return "", fmt.Errorf("%w: the room has no %s", ErrLost, now.class)
	case take:
		switch {
		case unopened && len(x.visible) == 0:
			return "open " + x.at, nil
		case !containsAny(x.visible, now.class):
			return "examine " + x.at, nil
		}
		object, err := x.choose(wanted, now.class)
		return "take " + object + " from " + x.at, err
	case put:
		if unopened {
			return "open " + x.at, nil
		}
		object, err := x.inHand()
		return x.putCommand(object, x.at), err
	case treat:
		object, err := x.inHand()
		return tools[x.task.Type].command + " " + object + " with " + x.at, err
	case use:
		if len(x.visible) == 0 {
			return "examine " + x.at, nil
		}
		object, err := x.choose(wanted, now.class)
		return "use " + object, err
	}
	// Something was found that the state does not show as reached.
	if len(x.carried) > 0 && !x.right {
		return x.discard(), nil
	}
	if strings.Contains(text, "closed") {
		return "open " + x.at, nil
	}
	return "examine " + x.at, nil
}

// found reports that nothing is to be searched: the class is in sight, or the agent is at it with nothing wrong in hand.
func (x *Expert) found(class string, wanted []string) bool {
	if len(wanted) > 0 {
		return true
	}
	place, seen := x.where[class]
	there := seen && x.at == place || x.classAt(x.at) == class && x.receptacles.has(x.at)
	return there && x.checked && (len(x.carried) == 0 || x.right)
}

// search looks for a class of object or receptacle.
func (x *Expert) search(class, text, last string) (string, error) {
	place, seen := x.where[class]
	if seen {
		x.toCheck = []string{place}
	} else if len(x.toCheck) == 0 {
		if err := x.listToCheck(class); err != nil {
			return "", err
		}
	}
	if x.checked {
		x.uncheck(x.at)
	}
	if len(x.carried) > 0 && !x.right {
		return x.discard(), nil
	}
	if !seen && strings.Contains(text, "closed") && !x.checked {
		words := strings.Fields(last)
		if len(words) == 0 {
			return "", fmt.Errorf("%w: the last command is blank", ErrLost)
		}
		if !slices.Contains([]string{"heat", "cool", "clean", "slice"}, words[0]) {
			return "open " + x.at, nil
		}
	}
	if n := len(x.backlog); n > 0 {
		command := x.backlog[n-1]
		x.backlog = x.backlog[:n-1]
		return command, nil
	}
	if len(x.toCheck) == 0 {
		return "", fmt.Errorf("%w: no receptacle is left to look for %s", ErrLost, class)
	}
	return "go to " + x.toCheck[len(x.toCheck)-1], nil
}

// listToCheck lists the receptacles where a class may be: those of the class, else likely ones last, as the
// last is checked first.
func (x *Expert) listToCheck(class string) error {
	switch {
	case receptacleClasses[class]:
		x.toCheck = x.receptacles.of(class)
	case unsearchable[class], !objectClasses[class]:
		return fmt.Errorf("%w: nothing is known about where to look for %s", ErrLost, class)
	default:
		var likely []string
		for _, r := range x.receptacles {
			if likelyPlaces[class][classOf(r)] {
				likely = append(likely, r)
			} else {
				x.toCheck = append(x.toCheck, r)
			}
		}
		x.toCheck = append(x.toCheck, likely...)
	}
	if len(x.toCheck) == 0 {
		x.toCheck = slices.Clone(x.receptacles)
	}
	return nil
}

// discard brings an object that is not wanted back.
func (x *Expert) discard() string {
	if x.at == x.from {
		return x.putCommand(x.carried[0], x.from)
	}
	return "go to " + x.from
}

func (x *Expert) inHand() (string, error) {
	if len(x.carried) == 0 {
		return "", fmt.Errorf("%w: it never took what is in hand", ErrLost)
	}
	return x.carried[0], nil
}

// choose draws one of the objects in sight.
func (x *Expert) choose(objects []string, class string) (string, error) {
	if len(objects) == 0 {
		return "", fmt.Errorf("%w: no %s is in sight", ErrLost, class)
	}
	return objects[x.draw(len(objects))], nil
}
