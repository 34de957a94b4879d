package alfworld

import (
	"strconv"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry"
)

// Sizes of the vocabulary's slots: entities without a word of their own are called place_1 and
// so on in the order of their first appearance.
const (
	placeSlots = 24
	thingSlots = 24
	numerals   = 27 // #1 to #27 follow a class word where no slot can be given
)

// Words of the view by purpose. Their order is the order of Words: weights depend on it.
var (
	markWords    = []string{">", "|", ":"}
	thoughtWords = []string{"search", "found", "carry", "ready", "place", "wait", "hmm", "maybe"}
	actionWords  = []string{
		"goto", "open", "close", "take", "put", "clean", "heat", "cool", "use", "slice",
		"examine", "look", "inventory", "help", "from", "in", "with", "under", "two",
	}
	stateWords = []string{
		"closed", "nothing", "invalid", "hot", "sliced", "on", "off", "normal", "holding",
		"facing", "room", "other",
	}
)

// ownWords says which receptacles have words of their own, up to which number.
var ownWords = []struct {
	class string
	upTo  int
}{
	{"cabinet", 4}, {"countertop", 3}, {"desk", 2}, {"drawer", 4}, {"fridge", 1}, {"microwave", 1},
	{"shelf", 3}, {"sidetable", 2}, {"sinkbasin", 2}, {"desklamp", 2},
}

// ownObjectNumbers of each object class of small rooms have words of their own.
const ownObjectNumbers = 3

// view is the compact view. It is the same for every setting of the environment, so a
// policy trained in small rooms can be asked about any game.
type view struct {
	words  []registry.Word
	known  map[string]bool   // every word
	wordOf map[string]string // entity name to its own word
	nameOf map[string]string // the reverse
}

// compactView builds the view once.
var compactView = sync.OnceValue(func() *view {
	v := &view{known: map[string]bool{}, wordOf: map[string]string{}, nameOf: map[string]string{}}
	add := func(w registry.Word) {
		if v.known[w.Text] {
			panic("view: word " + w.Text + " twice")
		}
		v.known[w.Text] = true
		v.words = append(v.words, w)
	}
	for _, list := range [][]string{markWords, thoughtWords, actionWords, stateWords} {
		for _, w := range list {
			add(registry.Word{Text: w})
		}
	}
	for _, c := range receptacleClasses {
		add(registry.Word{Text: c.name(), Type: c.name()})
	}
	for _, c := range objectClasses {
		add(registry.Word{Text: c.name(), Type: c.name()})
	}
	entities := func(class string, upTo int, own bool) {
		for n := 1; n <= upTo; n++ {
			number := strconv.Itoa(n)
			word := class + "_" + number
			add(registry.Word{Text: word, Type: class, Number: number})
			if own {
				v.wordOf[class+" "+number] = word
				v.nameOf[word] = class + " " + number
			}
		}
	}
	for _, o := range ownWords {
		entities(o.class, o.upTo, true)
	}
	for _, key := range smallRoom.objects {
		entities(strings.ToLower(key), ownObjectNumbers, true)
	}
	entities("place", placeSlots, false)
	entities("thing", thingSlots, false)
	for n := 1; n <= numerals; n++ {
		add(registry.Word{Text: "#" + strconv.Itoa(n), Number: strconv.Itoa(n)})
	}
	return v
})

// Words implements [registry.View].
func (v *view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are the task, a colon, and the receptacles in
// the order of the text.
func (v *view) Begin(introduction string) (registry.Reader, []string) {
	places, sentence := parseIntroduction(introduction)
	r := &reader{view: v}
	words := make([]string, 0, 8+len(places))
	words = v.appendTask(words, sentence)
	words = append(words, ":")
	for _, p := range places {
		words = r.appendEntity(words, p, "place")
	}
	if len(places) == 0 {
		words = append(words, "nothing")
	}
	return r, words
}

// class is the word of a class, "other" for one that has none.
func (v *view) class(name string) string {
	if v.known[name] {
		return name
	}
	return "other"
}

// treatedWord is the word for the state that a task asks for.
var treatedWord = [6]string{taskClean: "clean", taskHeat: "hot", taskCool: "cool"}

// appendTask writes a task sentence. A sentence that fits no template is reduced to the words
// of it that the vocabulary has.
func (v *view) appendTask(words []string, sentence string) []string {
	g := parseGoal(sentence)
	switch g.task {
	case -1:
		return v.appendFree(words, sentence)
	case taskLight:
		return append(words, "look", v.class(g.object), "under", v.class(g.dest))
	case taskTwo:
		return append(words, "put", "two", v.class(g.object), "in", v.class(g.dest))
	case taskPut:
		return append(words, "put", v.class(g.object), "in", v.class(g.dest))
	}
	return append(words, "put", treatedWord[g.task], v.class(g.object), "in", v.class(g.dest))
}
