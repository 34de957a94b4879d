package webshop

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// Probabilities that the expert hesitates in a turn: while it knows no product that fits, and
// once it does; right after a hesitation, more.
const (
	hesitateUnknown      = .20
	hesitateUnknownAgain = .45
	hesitateKnown        = .05
	hesitateKnownAgain   = .15
)

// pagesRead is how many pages of results the expert reads before it gives up on a search.
const pagesRead = 3

// expert shops from its texts: it searches for what is asked, opens the products that look right, on every page those first whose title says
// most of it, goes back when something is wrong, chooses the options and buys. Not knowing makes it
// hesitate: it opens what is visibly wrong, turns back, or looks at what does not matter.
type expert struct {
	memory     *memory
	titlesTell bool   // titles name all attributes
	hint       string // identifier of the product that a reference buys
	settle     bool   // nothing fits; the best will do
	rng        *rand.Rand
	hesitated  bool // the last response was a hesitation
}

var _ registry.Expert = (*expert)(nil)

// Expert implements [registry.Demonstrator].
func (e *Environment) Expert(introduction string, seed uint64) registry.Expert {
	x := &expert{memory: e.memory(introduction), titlesTell: e.settings.Catalog == "" && e.settings.Titles == titlesFull}
	x.reseed(seed)
	return x
}

func (x *expert) reseed(seed uint64) {
	x.rng = rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
}

// Fork implements [registry.Expert].
func (x *expert) Fork(seed uint64) registry.Expert {
	c := *x
	c.memory = x.memory.fork()
	c.reseed(seed)
	return &c
}

// Observe implements [registry.Expert].
func (x *expert) Observe(command, observation string) {
	if command == shop.Click(shop.BackToSearch) && x.memory.page.kind == seenResults &&
		x.memory.page.page >= pagesRead && x.memory.searched == x.memory.query {
		x.settle = true
	}
	x.memory.note(command, observation)
}

// Reference implements [registry.Expert]. The commands start in the state that the expert is in
// now; nil takes the reference back.
func (x *expert) Reference(commands []string) {
	x.hint = ""
	for i, text := range commands {
		c, ok := parseCommand(text)
		asin := strings.ToUpper(c.text)
		switch {
		case !ok || c.search:
		case isASIN(asin):
			x.hint = asin
		case i == 0 && c.text != shop.PreviousPage && c.text != shop.BackToSearch && x.memory.at != "":
			x.hint = x.memory.at
		}
	}
}

// Act implements [registry.Expert].
func (x *expert) Act() registry.Response {
	s := x.next()
	known := x.target() != ""
	p := hesitateUnknown
	switch {
	case known && x.hesitated:
		p = hesitateKnownAgain
	case known:
		p = hesitateKnown
	case x.hesitated:
		p = hesitateUnknownAgain
	}
	x.hesitated = false
	if x.rng.Float64() < p {
		if d, ok := x.dither(); ok {
			s, x.hesitated = d, true
		}
	}
	return registry.Response{Thought: strings.TrimSpace(s.phase + " " + s.about), Action: s.action}
}

// step is what the expert does in a turn: the two words of its thought and the action.
type step struct{ phase, about, action string }

// next decides without hesitation. The thought rests on what was observed; only the way to a
// product may come from a reference.
func (x *expert) next() step {
	m := x.memory
	switch m.page.kind {
	case seenResults:
		return x.browse()
	case seenItem:
		return x.inspect()
	case seenAbout:
		return x.read()
	}
	about := ""
	if len(m.asked.terms) > 0 {
		about = m.asked.terms[len(m.asked.terms)-1].text
	}
	for _, t := range m.asked.terms {
		if t.class == classKind {
			about = t.text
		}
	}
	return step{"find", m.spoken(about), shop.Search(cmp.Or(m.query, "anything"))}
}

// browse decides on a page of results.
func (x *expert) browse() step {
	m := x.memory
	s := step{phase: "scan", about: pageWord(m.page.page)}
	rows := m.page.rows
	to := x.target()
	if to == "" && x.settle {
		to = x.best()
	}
	next, most := -1, 0
	for i, r := range rows {
		if !m.of(r.asin).opened && x.admissible(r) {
			if n := m.fits(r.title); next < 0 || n > most {
				next, most = i, n
			}
		}
	}
	if next >= 0 {
		s.phase, s.about = "compare", x.name(rows[next].asin)
		if to == "" {
			to = rows[next].asin
		}
	} else if to != "" && x.hint == "" && slices.ContainsFunc(rows, func(r row) bool { return r.asin == to }) {
		s.phase, s.about = "compare", x.name(to)
	}
	page, listed := m.pages[to]
	switch {
	case listed && page == m.page.page:
		s.action = shop.Click(strings.ToLower(to))
	case listed && page > m.page.page:
		s.action = shop.Click(shop.NextPage)
	case listed:
		s.action = shop.Click(shop.PreviousPage)
	case len(rows) > 0 && m.page.page < pagesRead:
		s.action = shop.Click(shop.NextPage)
	default:
		s.action = shop.Click(shop.BackToSearch)
	}
	return s
}

// admissible says that a row shows nothing wrong.
func (x *expert) admissible(r row) bool {
	missing, _ := x.judge(facts{title: r.title, price: r.price})
	return len(missing) == 0
}

// inspect decides on a product's page.
func (x *expert) inspect() step {
	m := x.memory
	f := m.of(m.at)
	missing, unsure := x.judge(f)
	last := x.settle && m.at == x.best()
	switch {
	case len(missing) > 0 && !last:
		return step{"mismatch", missing[0], shop.Click(shop.PreviousPage)}
	case unsure && !last:
		return step{"check", x.name(m.at), shop.Click("features")}
	}
	for _, t := range slices.Concat(m.asked.options, m.asked.terms) {
		if v := m.valueFor(f, t); v != "" && !slices.Contains(m.chosen, v) && !x.served(f, t) {
			return step{"match", cmp.Or(m.spoken(v), "option"), shop.Click(v)}
		}
	}
	return step{"ready", "buy", shop.Click(shop.BuyNow)}
}

// served says that a term is met by a value chosen before.
func (x *expert) served(f facts, t term) bool {
	m := x.memory
	return slices.ContainsFunc(m.chosen, func(v string) bool {
		return v == t.text || t.class == classWord && m.valueFor(facts{values: []string{v}}, t) != ""
	})
}

// read decides on a page about a product.
func (x *expert) read() step {
	m := x.memory
	s := step{"match", x.name(m.at), shop.Click(shop.PreviousPage)}
	if missing, _ := x.judge(m.of(m.at)); len(missing) > 0 {
		s.phase, s.about = "mismatch", missing[0]
	}
	return s
}

// dither is a turn that gets nothing done; false where there is none.
func (x *expert) dither() (step, bool) {
	m := x.memory
	switch m.page.kind {
	case seenResults:
		var wrong []string
		for _, r := range m.page.rows {
			if m.of(r.asin).opened || !x.admissible(r) {
				wrong = append(wrong, r.asin)
			}
		}
		if len(wrong) > 0 && x.rng.Float64() < .6 {
			asin := wrong[x.rng.IntN(len(wrong))]
			return step{"maybe", x.name(asin), shop.Click(strings.ToLower(asin))}, true
		}
		s := step{"wait", pageWord(m.page.page), shop.Click(shop.BackToSearch)}
		if m.page.page > 1 {
			s.action = shop.Click(shop.PreviousPage)
		}
		return s, true
	case seenItem:
		s := step{"hmm", x.name(m.at), shop.Click("reviews")}
		var idle []string
		for _, v := range m.page.values {
			known, ok := m.lexicon.find(v)
			if ok && !slices.Contains(m.chosen, v) && !m.asked.has(known.word) {
				idle = append(idle, v)
			}
		}
		switch u := x.rng.Float64(); {
		case u < .6 && len(idle) > 0:
			s.action = shop.Click(idle[x.rng.IntN(len(idle))])
		case u < .8:
			s.action = shop.Click("features")
		}
		return s, true
	}
	return step{}, false
}

// name is the word of a product.
func (x *expert) name(asin string) string {
	if n := x.memory.slot[asin]; n > 0 {
		return slotWord("p", n)
	}
	return "row"
}
