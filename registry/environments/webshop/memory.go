package webshop

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

// memory is what an agent has read in an episode, and nothing else.
type memory struct {
	*reader                    // slots, and the page read last
	lexicon  *lexicon          // what the agent understands
	asked    want              // what the instruction asks for, as far as it does
	query    string            // search for that
	at       string            // identifier of the product whose pages are open, "" for none
	items    map[string]*facts // what is known of products, by identifier
	order    []string          // products in the order in which they were opened first
	pages    map[string]int    // page of the present results on which a product was listed
	searched string            // text of the last search
	chosen   []string          // values chosen on the product's page, the last one last
}

// facts are what is known of a product. They are replaced, never changed.
type facts struct {
	title    string
	price    string
	values   []string
	told     []string // words of the texts about it
	features bool     // its features were read
	opened   bool
}

// memory starts to read an episode. Instructions of people are read as sentences; in those of which that leaves nothing, and in others, every
// word counts.
func (e *Environment) memory(introduction string) *memory {
	begun, _ := e.View().Begin(introduction)
	r := begun.(*reader)
	m := &memory{reader: r, lexicon: r.view.lexicon, asked: r.want, query: query(r.want.terms...), items: map[string]*facts{}, pages: map[string]int{}}
	if e.peoples() {
		if asked := sentences().readSentence(r.page.instruction); len(asked.terms) > 0 {
			m.lexicon, m.asked = sentences(), asked
			m.query = cmp.Or(query(r.want.saying(query(asked.terms...))...), query(asked.terms...))
		}
	}
	return m
}

// saying are the terms that share a word with a text, so that a search for them is one that the view can write.
func (w *want) saying(text string) []term {
	stems := lists.Stems(text)
	var list []term
	for _, t := range w.terms {
		if slices.ContainsFunc(lists.Stems(t.text), func(s string) bool { return slices.Contains(stems, s) }) {
			list = append(list, t)
		}
	}
	return list
}

func (m *memory) fork() *memory {
	c := *m
	c.reader = m.reader.Fork().(*reader)
	c.items, c.pages = maps.Clone(m.items), maps.Clone(m.pages)
	c.order, c.chosen = slices.Clone(m.order), slices.Clone(m.chosen)
	return &c
}

// of is what is known of a product.
func (m *memory) of(asin string) facts {
	if f := m.items[asin]; f != nil {
		return *f
	}
	return facts{}
}

// note reads what a command brought.
func (m *memory) note(text, observation string) {
	c, ok := parseCommand(text)
	before := m.page
	m.Observe(observation)
	s := &m.page
	switch s.kind {
	case seenIndex:
		m.at, m.chosen, m.searched = "", nil, ""
		clear(m.pages)
	case seenResults:
		m.at, m.chosen = "", nil
		if ok && c.search {
			m.searched = c.text
			clear(m.pages)
		}
		for _, row := range s.rows {
			m.pages[row.asin] = s.page
			f := m.of(row.asin)
			f.title, f.price = row.title, row.price
			m.items[row.asin] = &f
		}
	case seenItem:
		if asin := strings.ToUpper(c.text); before.kind == seenResults && isASIN(asin) {
			m.at, m.chosen = asin, nil
		}
		if !m.of(m.at).opened {
			m.order = append(m.order, m.at)
		}
		f := m.of(m.at)
		f.title, f.price, f.values, f.opened = s.title, s.price, s.values, true
		m.items[m.at] = &f
		if before.kind == seenItem && ok && slices.Contains(s.values, c.text) {
			m.chosen = append(slices.DeleteFunc(m.chosen, func(v string) bool { return v == c.text || m.rivals(v, c.text) }), c.text)
		}
	case seenAbout:
		f := m.of(m.at)
		if c.text != "description" || m.lexicon == m.view.lexicon {
			// The descriptions of people's worlds name what a product lacks too.
			f.told = append(slices.Clip(f.told), m.lexicon.words(&m.asked, strings.Join(s.content, " "), len(m.view.words))...)
		}
		f.features = f.features || c.text == "features"
		m.items[m.at] = &f
	}
}

// rivals says that two values are of the same kind, so that the later choice replaces the earlier.
func (m *memory) rivals(a, b string) bool {
	x, okX := m.lexicon.find(a)
	y, okY := m.lexicon.find(b)
	return okX && okY && x.class == y.class
}

// says lists the words that a product's title and other texts have.
func (m *memory) says(f facts) []string {
	return append(m.lexicon.words(&m.asked, f.title, len(m.view.words)), f.told...)
}

// spoken is the view's word for a phrase, the last of several, else that of a word of the instruction with the same stem; "" for none.
func (m *memory) spoken(phrase string) string {
	if words := m.view.lexicon.words(&m.reader.want, phrase, titleWords); len(words) > 0 {
		return words[len(words)-1]
	}
	stems := lists.Stems(phrase)
	for _, t := range m.reader.want.terms {
		if said := lists.Stems(t.text); len(said) > 0 && len(stems) > 0 && said[len(said)-1] == stems[len(stems)-1] {
			return t.word
		}
	}
	return ""
}

// fits counts what a title says of what is asked.
func (m *memory) fits(title string) int {
	n := 0
	for _, word := range m.lexicon.words(&m.asked, title, titleWords) {
		if m.asked.has(word) {
			n++
		}
	}
	return n
}

// kindIs says that a title names a kind of product asked for, if only by its last word; where none is asked for every title does.
func (m *memory) kindIs(title string) bool {
	asks := false
	says := m.lexicon.cut(title)
	for _, t := range m.asked.terms {
		if t.class != classKind {
			continue
		}
		asks = true
		name := m.lexicon.cut(t.text)
		if slices.Contains(says, name[len(name)-1]) {
			return true
		}
	}
	return !asks
}

// chooses says that a page has values of the class; what is asked for but not to be chosen there is not missing.
func (m *memory) chooses(f facts, class string) bool {
	return slices.ContainsFunc(f.values, func(v string) bool {
		x, ok := m.lexicon.find(v)
		return ok && x.class == class
	})
}

// affordable says that the price is within the limit.
func (m *memory) affordable(f facts) bool {
	p, ok := parsePrice(f.price)
	return !m.asked.limited || ok && p <= m.asked.limit
}

// offers says that a product has a value for an option asked for; unopened ones may.
func (m *memory) offers(f facts, t term) bool {
	return !f.opened || m.valueFor(f, t) != ""
}

// valueFor is the value to choose for what is asked, "" for none: the same, else one with the same words.
func (m *memory) valueFor(f facts, t term) string {
	if slices.Contains(f.values, t.text) {
		return t.text
	}
	for _, v := range f.values {
		if t.word != "" && slices.Contains(m.lexicon.words(&m.asked, v, titleWords), t.word) {
			return v
		}
	}
	return ""
}
