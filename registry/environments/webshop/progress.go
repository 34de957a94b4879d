package webshop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

var _ registry.Matcher = (*Environment)(nil)

// pathMatcher implements [registry.PathMatcher] after SMRC-SD (arXiv 2608.05219): the state is the kind of page, the product and the
// options chosen; what was searched for does not matter.
type pathMatcher struct {
	memory  *memory
	path    []string
	search  int      // last search before the product is opened, -1 when there is none
	open    int      // command that opens the product bought last, -1 when there is none
	asin    string   // of that product
	options []string // values the path chooses on its page
}

// Match implements [registry.Matcher]. All instances of a product are one, so that anyInstance changes nothing.
func (e *Environment) Match(introduction string, path []string, _ bool) registry.PathMatcher {
	r, _ := e.View().Begin(introduction)
	m := &pathMatcher{memory: newMemory(r.(*reader)), path: path, search: -1, open: -1}
	for i, text := range path {
		c, ok := parseCommand(text)
		asin := strings.ToUpper(c.text)
		switch {
		case !ok:
		case c.search:
			m.search, m.open = i, -1
		case isASIN(asin):
			m.open, m.asin, m.options = i, asin, nil
		case m.open >= 0 && !m.button(c.text):
			m.options = append(m.options, c.text)
		}
	}
	return m
}

// button says that a name is one of the shop's own, no value of an option.
func (m *pathMatcher) button(name string) bool {
	_, ok := m.memory.view.button[name]
	return ok
}

// Observe implements [registry.PathMatcher].
func (m *pathMatcher) Observe(command, observation string) { m.memory.note(command, observation) }

// Progress implements [registry.PathMatcher]: on the first page the path starts with its search; on a list of results it goes on where
// its product is in sight; on its product's page with the options that are missing, if no other was chosen. Elsewhere it
// is no guide.
func (m *pathMatcher) Progress([]string) (registry.Progress, bool) {
	if m.open < 0 {
		return registry.Progress{}, false
	}
	switch page := &m.memory.page; page.kind {
	case seenIndex:
		if m.search < 0 {
			break
		}
		return registry.Progress{Done: m.path[:m.search:m.search], Left: m.path[m.search:]}, true
	case seenResults:
		if !slices.ContainsFunc(page.rows, func(r row) bool { return r.asin == m.asin }) {
			break
		}
		return registry.Progress{Done: m.path[:m.open:m.open], Left: m.rest([]string{m.path[m.open]}, m.options)}, true
	case seenItem:
		if m.memory.at != m.asin {
			break
		}
		var missing []string
		done := slices.Clone(m.path[:m.open+1])
		for _, v := range m.options {
			switch {
			case slices.Contains(m.memory.chosen, v):
				done = append(done, shop.Click(v))
			case slices.Contains(page.values, v):
				missing = append(missing, v)
			default:
				return registry.Progress{}, false
			}
		}
		if slices.ContainsFunc(m.memory.chosen, func(v string) bool { return !slices.Contains(m.options, v) }) {
			break
		}
		return registry.Progress{Done: done, Left: m.rest(nil, missing)}, true
	}
	return registry.Progress{}, false
}

// rest adds to commands the choice of options and the purchase.
func (m *pathMatcher) rest(commands, options []string) []string {
	for _, v := range options {
		commands = append(commands, shop.Click(v))
	}
	return append(commands, shop.Click(shop.BuyNow))
}
