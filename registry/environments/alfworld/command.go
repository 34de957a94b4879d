package alfworld

import "strings"

// command is a command of the environment, parsed. Names are as in the text.
type command struct {
	verb string // the compact view's verb: goto, open, close, take, put, clean, heat, cool, use, slice, examine, look, inventory, help
	a, b string // first and second entity, "" where the verb has none
}

// commandForms are the command templates: text before the first entity, between the two,
// and the compact form's verb and preposition. Moving something has one text a generation.
var commandForms = []struct {
	head, mid, verb, prep string
}{
	{"look", "", "look", ""},
	{"inventory", "", "inventory", ""},
	{"help", "", "help", ""},
	{"go to ", "", "goto", ""},
	{"open ", "", "open", ""},
	{"close ", "", "close", ""},
	{"examine ", "", "examine", ""},
	{"use ", "", "use", ""},
	{"take ", " from ", "take", "from"},
	{"move ", " to ", "put", "in"},
	{"put ", " in/on ", "put", "in"},
	{"clean ", " with ", "clean", "with"},
	{"heat ", " with ", "heat", "with"},
	{"cool ", " with ", "cool", "with"},
	{"slice ", " with ", "slice", "with"},
}

// parseCommand reads a command of either generation; ok is false for any other text.
func parseCommand(text string) (c command, ok bool) {
	text = strings.TrimSpace(text)
	for _, f := range commandForms {
		rest, found := strings.CutPrefix(text, f.head)
		if !found {
			continue
		}
		switch {
		case f.prep != "":
			a, b, found := strings.Cut(rest, f.mid)
			if found && isName(a) && isName(b) {
				return command{f.verb, a, b}, true
			}
		case strings.HasSuffix(f.head, " "):
			if isName(rest) {
				return command{f.verb, rest, ""}, true
			}
		case rest == "":
			return command{verb: f.verb}, true
		}
	}
	return command{}, false
}

// text writes the command; old asks for the old generation's text.
func (c command) text(old bool) string {
	for _, f := range commandForms {
		if f.verb != c.verb || (c.verb == "put" && old != (f.head == "put ")) {
			continue
		}
		if f.prep != "" {
			return f.head + c.a + f.mid + c.b
		}
		return f.head + c.a
	}
	panic("command: no verb " + c.verb)
}

// preposition is the compact form's word between the two entities, "" when the verb takes
// fewer; entities is how many it takes, -1 when there is no such verb.
func preposition(verb string) (prep string, entities int) {
	for _, f := range commandForms {
		if f.verb != verb {
			continue
		}
		switch {
		case f.prep != "":
			return f.prep, 2
		case strings.HasSuffix(f.head, " "):
			return "", 1
		}
		return "", 0
	}
	return "", -1
}
