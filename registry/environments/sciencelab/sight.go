package sciencelab

import (
	"strconv"
	"strings"
)

// sightKind is the sort of an observation.
type sightKind uint8

const (
	sawOther    sightKind = iota
	sawRoom               // a room's description, possibly after arriving
	sawMoved              // arrived without a description
	sawOpened             // a container with what is in it, or a door
	sawDone               // something was done
	sawRefused            // understood, and not possible
	sawNonsense           // no known action
	sawShutDoor           // the door is closed
	sawReading            // a temperature
	sawThing              // one thing described
	sawInside             // what is in something
	sawHands              // the inventory
	sawChoice             // an ambiguous command
	sawRecipe             // ingredients
	sawMixed              // a product
)

// seen is a thing that a text names, in which state, and what it is in (nothing: in the room itself).
type seen struct {
	thing thing
	state uint8
	in    thing
}

// sight is what an observation says.
type sight struct {
	kind    sightKind
	room    room // of sawRoom and sawMoved
	door    bool // sawOpened: it was a door
	told    bool // sawOpened: what is in it was said
	holder  thing
	things  []seen
	shut    set // containers said to be closed
	degrees int
}

// titles finds a thing and its state by what it is called.
var titles = func() map[string]seen {
	m := map[string]seen{}
	for t := range catalogue {
		e := &catalogue[t]
		for st, title := range e.states {
			if _, taken := m[strings.ToLower(title)]; !taken || uint8(st) == e.normal {
				m[strings.ToLower(title)] = seen{thing: thing(t), state: uint8(st), in: nothing}
			}
		}
	}
	return m
}()

// title reads what a thing is called, with its article.
func title(text string) (seen, bool) {
	text = strings.TrimSpace(text)
	for _, article := range []string{"a substance called ", "an ", "a ", "the "} {
		if rest, ok := strings.CutPrefix(text, article); ok {
			text = rest
			break
		}
	}
	s, ok := titles[text]
	if !ok {
		s, ok = titles[strings.ToLower(text)]
	}
	return s, ok
}

// parseSight reads an observation. Texts of no known form are sawOther.
func parseSight(text string) (s sight) {
	s.room, s.holder = -1, nothing
	if rest, ok := strings.CutPrefix(text, "You move to the "); ok {
		name, rest, _ := strings.Cut(rest, ".")
		r, known := roomNamed(name)
		if !known {
			return s
		}
		s.kind, s.room = sawMoved, r
		if rest, ok := strings.CutPrefix(rest, "\n"); ok {
			s.readRoom(rest)
		}
		return s
	}
	switch {
	case text == unknown:
		s.kind = sawNonsense
	case text == "The door is not open.":
		s.kind = sawShutDoor
	case strings.HasPrefix(text, "This room is called the "), strings.HasPrefix(text, "This outside location is called the "):
		s.readRoom(text)
	case strings.HasPrefix(text, "The door is now "):
		s.kind, s.door = sawOpened, true
	case strings.HasPrefix(text, "Your task is to "):
		// An introduction: the room is described after the task.
		if _, rest, ok := strings.Cut(text, "\n\n"); ok {
			s.readRoom(rest)
		}
	case strings.HasPrefix(text, "the thermometer measures a temperature of "):
		number, _, _ := strings.Cut(text[len("the thermometer measures a temperature of "):], " ")
		if n, err := strconv.Atoi(number); err == nil && n > -1000 && n < 10000 {
			s.kind, s.degrees = sawReading, n
		}
	case strings.HasPrefix(text, "In your inventory, you see:"):
		s.kind = sawHands
		for line := range strings.SplitSeq(text, "\n\t") {
			s.readThing(line, nothing)
		}
	case strings.HasPrefix(text, "Inside the "):
		name, rest, _ := strings.Cut(text[len("Inside the "):], " is: ")
		if h, ok := title(name); ok {
			s.kind, s.holder = sawInside, h.thing
			s.readList(rest, h.thing)
		}
	case strings.HasPrefix(text, "The recipe reads:"):
		_, rest, _ := strings.Cut(text, "you need to mix ")
		s.kind = sawRecipe
		s.readList(strings.TrimSuffix(rest, "."), nothing)
	case strings.Contains(text, " mix to produce "):
		_, rest, _ := strings.Cut(text, " mix to produce ")
		s.kind = sawMixed
		s.readList(strings.TrimSuffix(rest, "."), nothing)
	case strings.HasPrefix(text, "Ambiguous request:"):
		s.kind = sawChoice
	case strings.HasPrefix(text, "The ") && strings.Contains(text, " is now open."):
		name, rest, _ := strings.Cut(text[len("The "):], " is now open.")
		s.kind = sawOpened
		if h, ok := title(name); ok {
			s.holder = h.thing
			if _, list, ok := strings.Cut(rest, " is: "); ok {
				s.told = true
				s.readList(strings.TrimSuffix(list, "."), h.thing)
			}
		}
	case strings.HasPrefix(text, "You decide to wait"), strings.HasPrefix(text, "You focus on the "), strings.HasPrefix(text, "You pour the "),
		strings.HasPrefix(text, "You move the "), strings.HasPrefix(text, "(disconnecting "), strings.HasPrefix(text, "You teleport to"),
		strings.Contains(text, " is now "), strings.HasSuffix(text, " has been disconnected"):
		s.kind = sawDone
		if rest, ok := strings.CutPrefix(text, "You teleport to the "); ok {
			name, rest, _ := strings.Cut(rest, ".")
			if r, known := roomNamed(name); known {
				s.kind, s.room = sawMoved, r
				if rest, ok := strings.CutPrefix(rest, "\n"); ok {
					s.readRoom(rest)
				}
			}
		}
	case strings.HasPrefix(text, "You can't "), strings.HasPrefix(text, "The "), strings.HasPrefix(text, "That "), strings.HasPrefix(text, "There is "),
		strings.HasPrefix(text, "It's not clear"), strings.HasPrefix(text, "I'm not sure"), strings.HasPrefix(text, "Mixing the "), strings.HasPrefix(text, "Something can't"):
		s.kind = sawRefused
	default:
		if s.readThing(text, nothing); len(s.things) > 0 {
			s.kind = sawThing
		}
	}
	return s
}

// readRoom reads a room's description.
func (s *sight) readRoom(text string) {
	_, rest, ok := strings.Cut(text, " is called the ")
	if !ok {
		return
	}
	name, _, _ := strings.Cut(rest, ".")
	r, known := roomNamed(name)
	if !known {
		return
	}
	s.kind, s.room = sawRoom, r
	body, _, _ := strings.Cut(rest, "You also see:")
	for line := range strings.SplitSeq(body, "\n\t") {
		s.readThing(strings.TrimSuffix(line, "\n"), nothing)
	}
}

// readThing reads one description with what the thing contains.
func (s *sight) readThing(line string, in thing) {
	end := len(line)
	for _, stop := range []string{" (", ". ", ", "} {
		if i := strings.Index(line, stop); i >= 0 {
			end = min(end, i)
		}
	}
	x, ok := title(line[:end])
	if !ok {
		return
	}
	x.in = in
	rest := line[end:]
	if strings.HasPrefix(rest, ", which is on") || strings.HasPrefix(rest, ", which is turned on") {
		x.state = 1
	}
	s.things = append(s.things, x)
	if strings.Contains(rest, "door is closed") {
		s.shut.add(x.thing)
		return
	}
	if list, ok := strings.CutPrefix(rest, " (containing "); ok {
		s.readList(strings.TrimSuffix(list, ")"), x.thing)
	} else if _, list, ok := strings.Cut(rest, " is: "); ok {
		s.readList(strings.TrimSuffix(list, "."), x.thing)
	}
}

// readList reads what something contains; what is in vessels in it counts as being in it.
func (s *sight) readList(list string, in thing) {
	for part := range strings.SplitSeq(strings.ReplaceAll(list, " (containing ", ", "), ", ") {
		if x, ok := title(strings.TrimRight(part, ").")); ok {
			x.in = in
			s.things = append(s.things, x)
		}
	}
}
