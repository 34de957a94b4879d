package alfworld

import "strings"

// seenKind says what kind of sentence an observation is.
type seenKind int

const (
	seenOther    seenKind = iota // none of the sentences below
	seenRoom                     // the middle of the room and what is in it
	seenPlace                    // a receptacle: its door and, when accessible, its content
	seenFacing                   // look at a receptacle
	seenTake                     // an object was picked up
	seenMove                     // an object was put down
	seenTreat                    // an object was cleaned, heated, cooled, sliced or switched
	seenExamined                 // an object's state
	seenHands                    // inventory
	seenHelp                     // the list of commands
	seenRefused                  // nothing happened
)

// Doors of a receptacle as a text tells them.
const (
	doorNone   = iota // no door is mentioned: nothing to open, or not told
	doorOpen          // told open
	doorClosed        // told closed
)

// sight is one observation, parsed. Names are as in the text ("cabinet 1").
type sight struct {
	kind   seenKind
	arrive bool     // the agent came to place with this observation
	place  string   // seenPlace, seenTake, seenMove
	object string   // seenTake, seenMove, seenTreat, seenExamined, seenHands ("" = nothing)
	door   int      // seenPlace
	told   bool     // seenPlace, seenRoom: items is the complete content
	items  []string // what is listed
	places []string // seenFacing
	marks  []string // seenTreat, seenExamined: clean, hot, cool, sliced, on, off, normal
	old    bool     // a sentence of the old text generation
}

// parseSight reads an observation of either text generation. Any text is accepted.
func parseSight(text string) sight {
	s := strings.TrimSpace(text)
	var see sight
	if rest, ok := strings.CutPrefix(s, "You arrive at "); ok {
		head, tail, _ := strings.Cut(rest, ". ")
		see = parsePlace(tail)
		see.old = strings.HasPrefix(head, "loc ")
		see.arrive = see.kind == seenPlace
		if see.kind != seenPlace && !see.old && isName(head) {
			see = sight{kind: seenPlace, arrive: true, place: head}
		}
		return see
	}
	if rest, ok := strings.CutPrefix(s, "You open the "); ok {
		_, tail, _ := strings.Cut(rest, ". ")
		return parsePlace(tail)
	}
	if strings.HasPrefix(s, "On the ") || strings.HasPrefix(s, "The ") {
		return parsePlace(s)
	}
	if !strings.HasPrefix(s, "You ") {
		return parseOtherThanYou(s)
	}
	return parseDeed(s)
}

// parseOtherThanYou reads the sentences that do not start with "You".
func parseOtherThanYou(s string) sight {
	switch {
	case s == "Nothing happens.":
		return sight{kind: seenRefused}
	case strings.HasPrefix(s, "Available commands:"):
		return sight{kind: seenHelp}
	}
	if o, ok := between(s, "There's nothing special about ", "."); ok && isName(o) {
		return sight{kind: seenExamined, object: o, marks: []string{"normal"}}
	}
	rest, ok := strings.CutPrefix(s, "This ")
	if !ok {
		return sight{}
	}
	if body, list, ok := strings.Cut(rest, ". In it, you see "); ok {
		if o, ok := strings.CutPrefix(body, "is a normal "); ok && isName(o) {
			return sight{kind: seenExamined, object: o, marks: []string{"normal"}, told: true, items: listNames(list)}
		}
		return sight{}
	}
	body, ok := strings.CutSuffix(rest, ".")
	if !ok {
		return sight{}
	}
	if o, ok := strings.CutSuffix(body, " is on"); ok && isName(o) {
		return sight{kind: seenExamined, object: o, marks: []string{"on"}}
	}
	if o, ok := strings.CutSuffix(body, " is off"); ok && isName(o) {
		return sight{kind: seenExamined, object: o, marks: []string{"off"}}
	}
	body, ok = strings.CutPrefix(body, "is a ")
	if !ok {
		return sight{}
	}
	var marks []string
	for {
		word, tail, ok := strings.Cut(body, " ")
		if !ok {
			return sight{}
		}
		switch word {
		case "hot", "clean", "sliced", "cool":
			marks = append(marks, word)
		case "cold":
			marks = append(marks, "cool")
		case "and":
		default:
			if len(marks) == 0 || !isName(body) {
				return sight{}
			}
			return sight{kind: seenExamined, object: body, marks: marks}
		}
		body = tail
	}
}

// parseDeed reads the sentences about the agent itself.
func parseDeed(s string) sight {
	if list, ok := strings.CutPrefix(s, "You are in the middle of a room. Looking quickly around you, you see "); ok {
		return sight{kind: seenRoom, told: true, items: listNames(list)}
	}
	if rest, ok := strings.CutPrefix(s, "You are facing the "); ok {
		head, list, ok := strings.Cut(rest, ". Next to it, you see ")
		if !ok {
			return sight{}
		}
		return sight{kind: seenFacing, places: listNames(head), items: listNames(list)}
	}
	if rest, ok := strings.CutPrefix(s, "You are carrying: "); ok {
		if names := listNames(rest); len(names) > 0 {
			return sight{kind: seenHands, object: names[0]}
		}
		return sight{}
	}
	if s == "You are not carrying anything." {
		return sight{kind: seenHands}
	}
	for _, d := range deeds {
		rest, ok := between(s, d.head, ".")
		if !ok {
			continue
		}
		o, r := rest, ""
		if d.mid != "" {
			if o, r, ok = strings.Cut(rest, d.mid); !ok || !isName(r) {
				continue
			}
		}
		if !isName(o) {
			continue
		}
		see := sight{kind: d.kind, object: o, place: r, old: d.old}
		if d.kind == seenPlace {
			see.place, see.object, see.door = o, "", doorClosed
		}
		if d.mark != "" {
			see.marks = []string{d.mark}
		}
		return see
	}
	return sight{}
}

// deeds are the feedback sentences: head, object, mid, other, full stop.
var deeds = []struct {
	head, mid string
	kind      seenKind
	mark      string
	old       bool
}{
	{"You pick up the ", " from the ", seenTake, "", false},
	{"You move the ", " to the ", seenMove, "", false},
	{"You put the ", " in/on the ", seenMove, "", true},
	{"You close the ", "", seenPlace, "", false},
	{"You clean the ", " using the ", seenTreat, "clean", false},
	{"You heat the ", " using the ", seenTreat, "hot", false},
	{"You cool the ", " using the ", seenTreat, "cool", false},
	{"You turn on the ", "", seenTreat, "on", false},
	{"You turn off the ", "", seenTreat, "off", false},
	{"You sliced the ", " with the ", seenTreat, "sliced", false},
}

// parsePlace reads the sentence about a receptacle and what is in it.
func parsePlace(s string) sight {
	if rest, ok := strings.CutPrefix(s, "On the "); ok {
		name, list, ok := strings.Cut(rest, ", you see ")
		if !ok || !isName(name) {
			return sight{}
		}
		return sight{kind: seenPlace, place: name, told: true, items: listNames(list)}
	}
	rest, ok := strings.CutPrefix(s, "The ")
	if !ok {
		return sight{}
	}
	if name, ok := strings.CutSuffix(rest, " is closed."); ok && isName(name) {
		return sight{kind: seenPlace, place: name, door: doorClosed}
	}
	name, list, ok := strings.Cut(rest, " is open. In it, you see ")
	if !ok || !isName(name) {
		return sight{}
	}
	return sight{kind: seenPlace, place: name, door: doorOpen, told: true, items: listNames(list)}
}

// listNames splits "a cup 1, a mug 2, and a pan 1." into names; "nothing." is none.
// Words that are no entity are left out.
func listNames(list string) []string {
	list = strings.TrimSuffix(strings.TrimSpace(list), ".")
	if list == "nothing" || list == "" {
		return nil
	}
	names := make([]string, 0, strings.Count(list, ",")+1)
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		part = strings.TrimPrefix(part, "and ")
		part = strings.TrimPrefix(part, "a ")
		if isName(part) {
			names = append(names, part)
		}
	}
	return names
}

// isName says that s is an entity: lower-case letters, a blank, a number.
func isName(s string) bool {
	class, number := splitName(s)
	return class != "" && number != ""
}

// splitName splits "cabinet 12" into class and number; both are empty when s is no name.
func splitName(s string) (class, number string) {
	at := strings.IndexByte(s, ' ')
	if at <= 0 || at == len(s)-1 || len(s)-at > 4 {
		return "", ""
	}
	for i := range len(s) {
		switch c := s[i]; {
		case i < at && (c < 'a' || c > 'z'), i > at && (c < '0' || c > '9'):
			return "", ""
		}
	}
	return s[:at], s[at+1:]
}

// classOf is the class of an entity name, or s itself when it is none.
func classOf(s string) string {
	if class, _ := splitName(s); class != "" {
		return class
	}
	return s
}

func between(s, head, tail string) (string, bool) {
	if len(s) < len(head)+len(tail) || !strings.HasPrefix(s, head) || !strings.HasSuffix(s, tail) {
		return "", false
	}
	return s[len(head) : len(s)-len(tail)], true
}
