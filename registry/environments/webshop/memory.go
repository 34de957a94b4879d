package webshop

import (
	"maps"
	"slices"
	"strings"
)

// memory is what an agent has read in an episode, and nothing else.
type memory struct {
	*reader                    // slots, and the page read last
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

func newMemory(r *reader) *memory {
	return &memory{reader: r, items: map[string]*facts{}, pages: map[string]int{}}
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
		f.told = append(slices.Clip(f.told), m.view.lexicon.words(&m.want, strings.Join(s.content, " "), len(m.view.words))...)
		f.features = f.features || c.text == "features"
		m.items[m.at] = &f
	}
}

// rivals says that two values are of the same kind, so that the later choice replaces the earlier.
func (m *memory) rivals(a, b string) bool {
	x, okX := m.view.byPhrase[a]
	y, okY := m.view.byPhrase[b]
	return okX && okY && m.view.lexemes[x].class == m.view.lexemes[y].class
}

// says lists the words that a product's title and other texts have.
func (m *memory) says(f facts) []string {
	return append(m.view.lexicon.words(&m.want, f.title, len(m.view.words)), f.told...)
}

// affordable says that the price is within the limit.
func (m *memory) affordable(f facts) bool {
	p, ok := parsePrice(f.price)
	return !m.want.limited || ok && p <= m.want.limit
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
		if t.word != "" && slices.Contains(m.view.lexicon.words(&m.want, v, titleWords), t.word) {
			return v
		}
	}
	return ""
}
