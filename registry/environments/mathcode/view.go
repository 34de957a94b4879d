package mathcode

import (
	"slices"
	"strconv"
	"sync"

	"github.com/retort-ml/retort/registry"
)

// Sizes of the vocabulary's slots.
const (
	numberSlots = 24 // numbers by the order in which they are first read
	nameSlots   = 8  // names that the vocabulary lacks, by the order in which the calculator prints them
)

// Bounds of what is written of a text.
const (
	mostWords = 160 // of a problem
	mostLines = 8   // of an observation
)

// Words of the view by purpose. Their order is the order of Words: weights depend on it.
var (
	thoughtWords = []string{"try", "need", "back", "final", "wait", "hmm", "maybe"}
	stateWords   = []string{"undefined", "error", "over", "none", "number", "other", "stop", "ask", "answer"}
	symbolWords  = []string{"=", "+", "-", "*", "/", "//", "%", "^", "!", "(", ")", ","}
	callWords    = []string{"sqrt", "floor", "gcd", "lcm", "choose", "mod", "sum", "first"}
)

// view is the compact view. The vocabulary is the same for every setting.
type view struct {
	words []registry.Word
	known map[string]bool
	text  map[string]bool // words that stand for themselves in problems
	code  map[string]bool // words that stand for themselves in programs
}

var _ registry.View = (*view)(nil)

// compactView is built once.
var compactView = sync.OnceValue(newView)

func newView() *view {
	v := &view{known: map[string]bool{}, text: map[string]bool{}, code: map[string]bool{}}
	add := func(text, class, number string) {
		if v.known[text] {
			panic("view: word " + text + " twice")
		}
		v.known[text] = true
		v.words = append(v.words, registry.Word{Text: text, Type: class, Number: number})
	}
	for _, list := range [][]string{thoughtWords, stateWords} {
		for _, w := range list {
			add(w, "", "")
		}
	}
	for _, w := range slices.Concat(symbolWords, callWords) {
		add(w, "code", w)
		v.code[w] = true
	}
	// Phrases of one relation share a vector with each other and with its operator: models that have read nothing else cannot
	// know what the words of a language mean.
	for _, p := range phrases {
		add(p.key, "phrase", operators[p.relation])
		v.text[p.key] = true
	}
	for _, w := range names {
		add(w, "name", w)
		v.text[w], v.code[w] = true, true
	}
	for n := 1; n <= nameSlots; n++ {
		add(slotWord("x", n), "name", strconv.Itoa(n))
	}
	for n := 1; n <= numberSlots; n++ {
		add(slotWord("n", n), "number", strconv.Itoa(n))
	}
	for n := range 10 {
		add("#"+strconv.Itoa(n), "digit", "")
	}
	add("#.", "digit", "")
	return v
}

func slotWord(class string, n int) string { return class + "_" + strconv.Itoa(n) }

// Words implements [registry.View].
func (v *view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are those of the problem that the vocabulary has, with its numbers as slots.
func (v *view) Begin(introduction string) (registry.Reader, []string) {
	r := &reader{view: v}
	words := r.read(problemText(introduction))
	if len(words) == 0 {
		words = []string{"none"}
	}
	return r, words
}
