package webshop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]: doing nothing is staying on the search page, and the blind buyer is Blind.
func (e *Environment) Floor(name, introduction string) (registry.Expert, bool) {
	switch name {
	case registry.FloorNothing:
		return registry.Still(shop.Click(shop.BackToSearch)), true
	case registry.FloorBlind:
		return e.Blind(introduction), true
	}
	return nil, false
}

// Blind is the baseline to hold scores against. It searches for what is asked, opens the first row
// whose kind and price are right, chooses the option if there is one, and buys: it compares
// nothing. It wins where the first such row happens to be the right one, and earns most of the reward
// elsewhere, so that a mean score near its own says nothing; success does.
func (e *Environment) Blind(introduction string) registry.Expert {
	return &blind{e.memory(introduction)}
}

type blind struct{ memory *memory }

// Observe implements [registry.Expert].
func (b *blind) Observe(command, observation string) { b.memory.note(command, observation) }

// Reference implements [registry.Expert]: it follows none.
func (b *blind) Reference([]string) {}

// Fork implements [registry.Expert].
func (b *blind) Fork(uint64) registry.Expert { return &blind{b.memory.fork()} }

// Act implements [registry.Expert].
func (b *blind) Act() registry.Response {
	m := b.memory
	click := func(x string) registry.Response { return registry.Response{Action: shop.Click(x)} }
	switch m.page.kind {
	case seenResults:
		for _, r := range m.page.rows {
			if m.affordable(facts{price: r.price}) && m.kindIs(r.title) {
				return click(strings.ToLower(r.asin))
			}
		}
		if len(m.page.rows) > 0 {
			return click(shop.NextPage)
		}
		return click(shop.BackToSearch)
	case seenItem:
		f := m.of(m.at)
		for _, t := range slices.Concat(m.asked.options, m.asked.terms) {
			if v := m.valueFor(f, t); v != "" && !slices.Contains(m.chosen, v) {
				return click(v)
			}
		}
		return click(shop.BuyNow)
	case seenAbout:
		return click(shop.PreviousPage)
	}
	return registry.Response{Action: shop.Search(m.query)}
}
