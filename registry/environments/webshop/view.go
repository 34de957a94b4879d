package webshop

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry"
)

// Sizes of the vocabulary's slots.
const (
	productSlots = 24 // products by the order in which they are first listed
	optionSlots  = 12 // values of options without a word, by their place on the page
	pageWords    = 5
	titleWords   = 6 // most words of a title or text that are written
)

// mark stands before words that the task asks for, and before prices within its limit.
const mark = "+"

// opened stands behind products that a list shows as opened before.
const opened = "!"

// Words of the view by purpose. Their order is the order of Words: weights depend on it.
var (
	thoughtWords = []string{
		"find", "compare", "scan", "check", "mismatch", "match", "ready", "wait", "hmm", "maybe", "kind", "attr_a", "attr_b", "price", "option",
	}
	actionWords = []string{
		"search", "click", "next", "prev", "home", "buy", "description", "features", "reviews", "attributes",
		"row", "value",
	}
	stateWords = []string{
		"want", "max", "index", "results", "item", "about", "clicked", "same", "done", "none", "other",
	}
)

// view is the compact view. The vocabulary is the same for every setting.
type view struct {
	*lexicon
	marks   bool
	peoples bool // words of an instruction are found by their stems
	words   []registry.Word
	known   map[string]bool
	buttons map[string]string // word to button
	button  map[string]string // the reverse
}

var _ registry.View = (*view)(nil)

// views are built once: without and with marks, of made and of people's instructions.
var views = sync.OnceValue(func() [4]*view {
	plain := newView()
	var all [4]*view
	for i := range all {
		v := *plain
		v.marks, v.peoples = i&1 > 0, i&2 > 0
		all[i] = &v
	}
	return all
})

func compactView(marks, peoples bool) *view {
	i := 0
	if marks {
		i++
	}
	if peoples {
		i += 2
	}
	return views()[i]
}

func newView() *view {
	v := &view{lexicon: newLexicon(), known: map[string]bool{}}
	v.buttons = map[string]string{
		"next": "next >", "prev": "< prev", "home": "back to search", "buy": "buy now", "description": "description",
		"features": "features", "reviews": "reviews", "attributes": "attributes",
	}
	v.button = map[string]string{}
	for word, button := range v.buttons {
		v.button[button] = word
	}
	add := func(text, class, number string) {
		if v.known[text] {
			panic("view: word " + text + " twice")
		}
		v.known[text] = true
		v.words = append(v.words, registry.Word{Text: text, Type: class, Number: number})
	}
	for _, list := range [][]string{thoughtWords, actionWords, stateWords} {
		for _, w := range list {
			add(w, "", "")
		}
	}
	// What a word names is its type; its class, and whether it is marked, its number.
	both := func(word, class string) {
		add(word, word, class)
		add(mark+word, word, class+mark)
	}
	for _, x := range v.lexemes {
		both(x.word, x.class)
	}
	for _, step := range ladder {
		both(priceWord(step), "price")
	}
	both("$more", "price")
	for n := 1; n <= wordSlots; n++ {
		both(slotWord("w", n), classWord)
	}
	for n := 1; n <= productSlots; n++ {
		word := slotWord("p", n)
		add(word, word, "product")
		add(word+opened, word, "product"+opened)
	}
	for n := 1; n <= optionSlots; n++ {
		add(slotWord("o", n), "", "value")
	}
	for n := 1; n <= pageWords; n++ {
		add(slotWord("page", n), "", "page")
	}
	for n := range 10 {
		add("#"+strconv.Itoa(n), "", "digit")
	}
	return v
}

// Words implements [registry.View].
func (v *view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are what the task asks for, its limit, and the page.
func (v *view) Begin(introduction string) (registry.Reader, []string) {
	s := parseSight(introduction)
	r := &reader{view: v, want: v.parseWant(s.instruction), slot: map[string]int{}}
	if v.peoples {
		r.want.stem()
	}
	words := []string{"want"}
	for _, t := range r.want.terms {
		words = append(words, t.word)
	}
	for _, t := range r.want.options {
		if t.word != "" {
			words = append(words, t.word)
		} else {
			words = append(words, v.lexicon.words(&r.want, t.text, titleWords)...)
		}
	}
	if r.want.limited {
		words = append(words, "max", priceWord(r.want.limit))
	}
	return r, append(words, r.Observe(introduction)...)
}

// marked writes a word as the marks setting wants it.
func (v *view) marked(word string, wanted bool) string {
	if v.marks && wanted {
		return mark + word
	}
	return word
}

// price writes a price tag.
func (v *view) price(w *want, tag string) string {
	p, ok := parsePrice(tag)
	if !ok {
		return "none"
	}
	return v.marked(priceWord(p), w.limited && p <= w.limit)
}

// text writes what a text says of a product.
func (v *view) text(w *want, text string) []string {
	words := v.lexicon.words(w, text, titleWords)
	for i, word := range words {
		words[i] = v.marked(word, w.has(word))
	}
	return words
}

// pageWord is the word of a page number.
func pageWord(n int) string { return slotWord("page", min(max(n, 1), pageWords)) }

// digits writes a number.
func digits(n int) []string {
	var words []string
	for _, d := range strconv.Itoa(n) {
		words = append(words, "#"+string(d))
	}
	return words
}

// number reads digits; false when anything else is among them.
func number(words []string) (n int, ok bool) {
	if len(words) == 0 || len(words) > 4 {
		return 0, false
	}
	for _, w := range words {
		if len(w) != 2 || w[0] != '#' || w[1] < '0' || w[1] > '9' {
			return 0, false
		}
		n = 10*n + int(w[1]-'0')
	}
	return n, true
}

// contains is slices.Contains for a text that may be in another case.
func contains(list []string, text string) int {
	return slices.IndexFunc(list, func(s string) bool { return strings.EqualFold(s, text) })
}
