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
	query   string   // of that search
	pages   []int    // pages of its results on which the path is after each command from the search to the product
	open    int      // command that opens the product bought last, -1 when there is none
	asin    string   // of that product
	options []string // values the path chooses on its page
}

// Match implements [registry.Matcher]. All instances of a product are one, so that anyInstance changes nothing.
func (e *Environment) Match(introduction string, path []string, _ bool) registry.PathMatcher {
	m := &pathMatcher{memory: e.memory(introduction), path: path, search: -1, open: -1}
	for i, text := range path {
		c, ok := parseCommand(text)
		asin := strings.ToUpper(c.text)
		switch {
		case !ok:
		case c.search:
			m.search, m.query, m.open, m.pages = i, c.text, -1, []int{1}
		case isASIN(asin):
			m.open, m.asin, m.options = i, asin, nil
		case m.open < 0 && m.search >= 0:
			m.pages = append(m.pages, m.pages[len(m.pages)-1]+turned(c.text))
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
// its product is in sight, and on the pages of its own search that it turns over; on its product's page with the options that are
// missing, if no other was chosen. Elsewhere it is no guide.
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
			return m.turning()
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

// turning is the path from the last time that it is on the present page of its search's results.
func (m *pathMatcher) turning() (registry.Progress, bool) {
	if m.memory.searched != m.query {
		return registry.Progress{}, false
	}
	for i := len(m.pages) - 1; i >= 0; i-- {
		if m.pages[i] == m.memory.page.page {
			at := m.search + 1 + i
			return registry.Progress{Done: m.path[:at:at], Left: m.rest(slices.Clone(m.path[at:m.open+1]), m.options)}, true
		}
	}
	return registry.Progress{}, false
}

// turned is by how many pages a button turns over results.
func turned(button string) int {
	switch button {
	case shop.NextPage:
		return 1
	case shop.PreviousPage:
		return -1
	}
	return 0
}

// rest adds to commands the choice of options and the purchase.
func (m *pathMatcher) rest(commands, options []string) []string {
	for _, v := range options {
		commands = append(commands, shop.Click(v))
	}
	return append(commands, shop.Click(shop.BuyNow))
}
