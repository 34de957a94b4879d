package webshop

import (
	"maps"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// reader is the view during one episode: it remembers which slots stand for which product, and
// the page read last.
type reader struct {
	view  *view
	want  want
	slot  map[string]int // number of a product's slot by its identifier
	asins []string       // the reverse, from slot 1
	last  string         // text read last
	page  sight          // of last
}

var _ registry.Reader = (*reader)(nil)

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader {
	c := *r
	c.slot, c.asins = maps.Clone(r.slot), slices.Clone(r.asins)
	return &c
}

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string {
	if observation == r.last {
		return []string{"same"}
	}
	before := r.page
	r.last, r.page = observation, parseSight(observation)
	s := &r.page
	switch s.kind {
	case seenIndex:
		return []string{"index"}
	case seenDone:
		return []string{"done"}
	case seenResults:
		return r.results()
	case seenItem:
		if before.kind == seenItem && before.title == s.title && before.price == s.price && slices.Equal(before.values, s.values) {
			return r.clicked(before.chosen)
		}
		return r.itemPage()
	case seenAbout:
		words := append([]string{"about"}, r.view.text(&r.want, strings.Join(s.content, " "))...)
		if len(words) == 1 {
			words = append(words, "none")
		}
		return words
	}
	return []string{"other"}
}

// results writes the rows of a list; the product comes last in its row.
func (r *reader) results() []string {
	s := &r.page
	words := append(make([]string, 0, 2+5*len(s.rows)), "results", pageWord(s.page))
	for i, row := range s.rows {
		words = append(words, r.view.text(&r.want, row.title)...)
		words = append(words, r.view.price(&r.want, row.price))
		if n := r.number(row.asin); n == 0 {
			words = append(append(words, "row"), digits(i+1)...)
		} else if row.visited {
			words = append(words, slotWord("p", n)+opened)
		} else {
			words = append(words, slotWord("p", n))
		}
	}
	if len(s.rows) == 0 {
		words = append(words, "none")
	}
	return words
}

// number is the slot of a product, a free one when it has none yet, 0 when none is left.
func (r *reader) number(asin string) int {
	n := r.slot[asin]
	if n == 0 && len(r.asins) < productSlots {
		r.asins = append(r.asins, asin)
		n = len(r.asins)
		r.slot[asin] = n
	}
	return n
}

// itemPage writes a product's page: title, price, values of options.
func (r *reader) itemPage() []string {
	s, v := &r.page, r.view
	words := append([]string{"item"}, v.text(&r.want, s.title)...)
	words = append(words, v.price(&r.want, s.price))
	for i, value := range s.values {
		if x, ok := v.byPhrase[value]; ok {
			word := v.lexemes[x].word
			words = append(words, v.marked(word, r.want.has(word)))
			continue
		}
		// A value without a word is named by its place when something the task asks for is in it.
		if said := v.text(&r.want, value); len(said) > 0 && i < optionSlots && len(words) < 4*titleWords {
			words = append(append(words, said...), slotWord("o", i+1))
		}
	}
	if len(s.chosen) > 0 {
		words = append(words, r.clicked(nil)...)
	}
	return words
}

// clicked writes the values chosen since.
func (r *reader) clicked(before []string) []string {
	words := []string{"clicked"}
	for _, value := range r.page.chosen {
		if !slices.Contains(before, value) {
			words = append(words, r.value(value)...)
		}
	}
	return words
}

// value writes a value on the page: its word, else its place.
func (r *reader) value(value string) []string {
	if x, ok := r.view.byPhrase[value]; ok {
		return []string{r.view.lexemes[x].word}
	}
	at := contains(r.page.values, value)
	switch {
	case at < 0:
		return []string{"other"}
	case at < optionSlots:
		return []string{slotWord("o", at+1)}
	}
	return append([]string{"value"}, digits(at+1)...)
}

// Action implements [registry.Reader]. What no text has named and no word names becomes "other".
func (r *reader) Action(text string) []string {
	c, ok := parseCommand(text)
	switch {
	case !ok:
		return []string{"other"}
	case c.search:
		words := []string{"search"}
		if said := r.spell(c.text); len(said) > 0 {
			return append(words, said...)
		}
		return append(words, "other")
	}
	words := []string{"click"}
	if r.page.kind == seenItem && contains(r.page.values, c.text) >= 0 {
		if _, button := r.view.button[c.text]; !button {
			return append(words, r.value(c.text)...)
		}
	}
	if word, ok := r.view.button[c.text]; ok {
		return append(words, word)
	}
	asin := strings.ToUpper(c.text)
	if n := r.slot[asin]; n > 0 {
		return append(words, slotWord("p", n))
	}
	if at := slices.IndexFunc(r.page.rows, func(x row) bool { return x.asin == asin }); at >= 0 {
		return append(append(words, "row"), digits(at+1)...)
	}
	return append(words, r.value(c.text)...)
}

// spell writes a search text: the words that the vocabulary or the instruction has, and "other" for what
// else there is.
func (r *reader) spell(text string) []string {
	var words []string
	for list := strings.Fields(text); len(list) > 0; {
		i, n := r.view.at(list)
		word := "other"
		switch {
		case i >= 0 && (r.want.stems == nil || r.want.slots[list[0]] == 0 || r.want.has(r.view.lexemes[i].word)):
			word = r.view.lexemes[i].word
		case r.want.slots[list[0]] > 0:
			word, n = slotWord("w", r.want.slots[list[0]]), 1
		default:
			n = 1
		}
		if word != "other" || !slices.Contains(words, word) {
			words = append(words, word)
		}
		list = list[n:]
	}
	return words
}

// Command implements [registry.Reader].
func (r *reader) Command(words []string) string {
	if len(words) > 1 {
		switch words[0] {
		case "search":
			if text, ok := r.searchText(words[1:]); ok {
				return "search[" + text + "]"
			}
		case "click":
			if text, ok := r.clickText(words[1:]); ok {
				return "click[" + text + "]"
			}
		}
	}
	return strings.Join(words, " ")
}

func (r *reader) searchText(words []string) (string, bool) {
	parts := make([]string, 0, len(words))
	for _, w := range words {
		if i, ok := r.view.byWord[w]; ok {
			parts = append(parts, r.view.lexemes[i].phrase)
			continue
		}
		at := slices.IndexFunc(r.want.terms, func(t term) bool { return t.class == classWord && t.word == w })
		if at < 0 {
			return "", false
		}
		parts = append(parts, r.want.terms[at].text)
	}
	return strings.Join(parts, " "), true
}

func (r *reader) clickText(words []string) (string, bool) {
	w := words[0]
	if len(words) > 1 {
		n, ok := number(words[1:])
		switch {
		case !ok || n < 1:
		case w == "row" && n <= len(r.page.rows):
			return strings.ToLower(r.page.rows[n-1].asin), true
		case w == "value" && n <= len(r.page.values):
			return r.page.values[n-1], true
		}
		return "", false
	}
	if button, ok := r.view.buttons[w]; ok {
		return button, true
	}
	if i, ok := r.view.byWord[w]; ok {
		return r.view.lexemes[i].phrase, true
	}
	for n, asin := range r.asins {
		if w == slotWord("p", n+1) {
			return strings.ToLower(asin), true
		}
	}
	for n := range min(len(r.page.values), optionSlots) {
		if w == slotWord("o", n+1) {
			return r.page.values[n], true
		}
	}
	return "", false
}
