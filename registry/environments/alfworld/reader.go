package alfworld

import (
	"maps"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// reader is the view during one episode: it remembers which slots stand for which entity
// and which text generation the game speaks.
type reader struct {
	view   *view
	old    bool
	places int               // slots given to receptacles
	things int               // slots given to objects
	wordOf map[string]string // slot of an entity name, nil while none is given
	nameOf map[string]string
}

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader {
	c := *r
	c.wordOf, c.nameOf = maps.Clone(r.wordOf), maps.Clone(r.nameOf)
	return &c
}

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string {
	see := parseSight(observation)
	r.old = r.old || see.old
	words := make([]string, 0, 4+len(see.items))
	switch see.kind {
	case seenRefused:
		return append(words, "invalid")
	case seenHelp:
		return append(words, "help")
	case seenRoom:
		return r.appendList(append(words, "room", ":"), see.items, "place")
	case seenFacing:
		words = append(words, "facing")
		for _, p := range see.places {
			words = r.appendEntity(words, p, "place")
		}
		return r.appendList(append(words, ":"), see.items, "thing")
	case seenPlace:
		words = r.appendEntity(words, see.place, "place")
		switch {
		case see.door == doorClosed:
			return append(words, "closed")
		case see.door == doorOpen:
			words = append(words, "open")
		}
		if !see.told {
			return words
		}
		return r.appendList(words, see.items, "thing")
	case seenTake:
		return r.appendEntity(append(words, "holding"), see.object, "thing")
	case seenMove:
		words = r.appendEntity(words, see.object, "thing")
		return r.appendEntity(append(words, "in"), see.place, "place")
	case seenTreat:
		return append(r.appendEntity(words, see.object, "thing"), see.marks...)
	case seenExamined:
		words = append(r.appendEntity(words, see.object, "thing"), see.marks...)
		if see.told {
			words = r.appendList(append(words, ":"), see.items, "thing")
		}
		return words
	case seenHands:
		words = append(words, "holding")
		if see.object == "" {
			return append(words, "nothing")
		}
		return r.appendEntity(words, see.object, "thing")
	}
	return append(words, "other")
}

func (r *reader) appendList(words, names []string, slot string) []string {
	if len(names) == 0 {
		return append(words, "nothing")
	}
	for _, n := range names {
		words = r.appendEntity(words, n, slot)
	}
	return words
}

// appendEntity writes one entity that a text names. One without a word of its own gets a slot
// the first time, introduced by its class word.
func (r *reader) appendEntity(words []string, name, slot string) []string {
	if w := r.word(name); w != "" {
		return append(words, w)
	}
	used, most := &r.things, thingSlots
	if slot == "place" {
		used, most = &r.places, placeSlots
	}
	if *used == most {
		return r.view.appendSpelled(words, name)
	}
	*used++
	w := slot + "_" + strconv.Itoa(*used)
	if r.wordOf == nil {
		r.wordOf, r.nameOf = map[string]string{}, map[string]string{}
	}
	r.wordOf[name], r.nameOf[w] = w, name
	return append(words, r.view.class(classOf(name)), w)
}

// appendSpelled writes an entity as its class and a numeral, or as its class alone when the
// vocabulary does not go that far.
func (v *view) appendSpelled(words []string, name string) []string {
	class, number := splitName(name)
	words = append(words, v.class(class))
	if v.known["#"+number] && words[len(words)-1] == class {
		words = append(words, "#"+number)
	}
	return words
}

// word is the word of an entity that has one already, else "".
func (r *reader) word(name string) string {
	if w, ok := r.view.wordOf[name]; ok {
		return w
	}
	return r.wordOf[name]
}

// Action implements [registry.Reader]. An entity that no text has named yet and that has no
// word of its own is spelled as class and numeral; a text that is no command becomes "other".
func (r *reader) Action(text string) []string {
	c, ok := parseCommand(text)
	if !ok {
		return []string{"other"}
	}
	words := append(make([]string, 0, 4), c.verb)
	for i, name := range [2]string{c.a, c.b} {
		if name == "" {
			break
		}
		if i == 1 {
			prep, _ := preposition(c.verb)
			words = append(words, prep)
		}
		if w := r.word(name); w != "" {
			words = append(words, w)
		} else {
			words = r.view.appendSpelled(words, name)
		}
	}
	return words
}

// Command implements [registry.Reader].
func (r *reader) Command(words []string) string {
	if c, ok := r.command(words); ok {
		return c.text(r.old)
	}
	return strings.Join(words, " ")
}

func (r *reader) command(words []string) (c command, ok bool) {
	if len(words) == 0 {
		return command{}, false
	}
	c.verb = words[0]
	prep, entities := preposition(c.verb)
	rest := words[1:]
	if entities > 0 {
		if c.a, rest, ok = r.name(rest); !ok {
			return command{}, false
		}
	}
	if entities == 2 {
		if len(rest) == 0 || rest[0] != prep {
			return command{}, false
		}
		if c.b, rest, ok = r.name(rest[1:]); !ok {
			return command{}, false
		}
	}
	return c, entities >= 0 && len(rest) == 0
}

// name reads the entity at the front of words and returns the words behind it.
func (r *reader) name(words []string) (name string, rest []string, ok bool) {
	if len(words) == 0 {
		return "", nil, false
	}
	if n, ok := r.view.nameOf[words[0]]; ok {
		return n, words[1:], true
	}
	if n, ok := r.nameOf[words[0]]; ok {
		return n, words[1:], true
	}
	if len(words) > 1 && strings.HasPrefix(words[1], "#") {
		if n := words[0] + " " + words[1][1:]; isName(n) {
			return n, words[2:], true
		}
	}
	return "", nil, false
}

// appendFree writes the words of a sentence that the vocabulary has as classes or states,
// at most eight.
func (v *view) appendFree(words []string, sentence string) []string {
	start := len(words)
	for w := range strings.FieldsFuncSeq(strings.ToLower(sentence), func(c rune) bool { return c < 'a' || c > 'z' }) {
		if v.known[w] && len(words)-start < 8 {
			words = append(words, w)
		}
	}
	if len(words) == start {
		words = append(words, "other")
	}
	return words
}
