package shop

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Shop is a goal in a catalogue: what an episode is played in. Set its fields before Start; after
// that it is read-only and safe for concurrent use.
type Shop struct {
	Catalog *Catalog
	Goal    Goal
	// Rich selects the mode "text_rich" instead of "text".
	Rich bool
	// ResultsAPage is the number of products on a page of results; WebShop has 10.
	ResultsAPage int
	// AttributesPage adds the page that lists a product's attributes.
	AttributesPage bool

	once sync.Once
	wins []win // for Solve
}

// page is the kind of page a session is on.
type page uint8

const (
	pageIndex page = iota
	pageResults
	pageItem
	pageSub
	pageDone
)

// Session is an episode in progress.
type Session struct {
	shop    *Shop
	page    page
	query   string
	results []int32 // never changed once set
	number  int     // of the page of results, from 1
	item    int32
	sub     int          // index in subPages
	options []GoalOption // chosen, in the order in which their names were chosen first
	visited []int32      // products opened since the last return to the index, sorted; in the mode text_rich only
	reward  Reward
	text    string
}

// Start begins an episode.
func (s *Shop) Start() *Session {
	if s.ResultsAPage < 1 || s.Catalog == nil {
		panic(fmt.Sprintf("start session: %d results a page, catalogue %p", s.ResultsAPage, s.Catalog))
	}
	e := &Session{shop: s}
	e.text = e.render()
	return e
}

// Shop is the shop the session is in.
func (s *Session) Shop() *Shop { return s.shop }

// Observation is the text of the page.
func (s *Session) Observation() string { return s.text }

// Done says that something was bought, Reward what it earned; the zero value before.
func (s *Session) Done() bool     { return s.page == pageDone }
func (s *Session) Reward() Reward { return s.reward }

// Bought is what was bought: the identifier and the options chosen; empty before.
func (s *Session) Bought() (asin string, options []GoalOption) {
	if s.page != pageDone {
		return "", nil
	}
	return s.shop.Catalog.products[s.item].ASIN, slices.Clone(s.options)
}

// CanSearch says that the page has a search bar. A search is understood on every page before the
// purchase, as in the original, where the harness keeps to the bar.
func (s *Session) CanSearch() bool { return s.page == pageIndex }

// Fork returns an independent copy.
func (s *Session) Fork() *Session {
	c := *s
	c.options, c.visited = slices.Clone(s.options), slices.Clone(s.visited)
	return &c
}

// rows are the products on the page of results.
func (s *Session) rows() []int32 {
	k := s.shop.ResultsAPage
	from := min((s.number-1)*k, len(s.results))
	return s.results[from:min(from+k, len(s.results))]
}

// Step executes an action and says whether it was understood. What is not understood, and everything after
// the purchase, changes nothing.
func (s *Session) Step(action string) bool {
	name, argument := parseAction(action)
	ok := false
	switch {
	case s.page == pageDone || argument == "":
	case name == "search":
		s.search(argument, 1)
		ok = true
	case name == "click":
		ok = s.click(argument)
	}
	if ok {
		s.text = s.render()
	}
	return ok
}

func (s *Session) search(query string, number int) {
	if query != s.query || s.results == nil {
		s.results = s.shop.Catalog.Search(query)
	}
	s.page, s.query, s.number, s.item, s.options = pageResults, query, number, 0, nil
}

// click does what the element of that name does. Names of buttons win over those of options, as in the
// original.
func (s *Session) click(x string) bool {
	if !s.offers(x) {
		return false
	}
	switch {
	case x == BuyNow && s.page == pageItem:
		s.buy()
	case x == BackToSearch:
		*s = Session{shop: s.shop}
	case x == NextPage && s.page == pageResults:
		s.search(s.query, s.number+1)
	case x == PreviousPage && s.page == pageResults:
		s.search(s.query, s.number-1)
	case x == PreviousPage && s.page == pageSub:
		s.page, s.sub = pageItem, 0
	case x == PreviousPage && s.page == pageItem:
		s.search(s.query, s.number)
	case s.page == pageItem && subPage(x) >= 0:
		s.page, s.sub = pageSub, subPage(x)
	case s.page == pageResults:
		s.open(s.shop.Catalog.place[strings.ToUpper(x)])
	default:
		s.choose(x)
	}
	return true
}

func (s *Session) open(item int32) {
	s.page, s.item, s.options = pageItem, item, nil
	if !s.shop.Rich {
		return
	}
	if at, known := slices.BinarySearch(s.visited, item); !known {
		s.visited = slices.Insert(s.visited, at, item)
	}
}

// choose sets the option that has the value; where several have it the last one.
func (s *Session) choose(value string) {
	for _, o := range slices.Backward(s.shop.Catalog.products[s.item].Options) {
		if !slices.Contains(o.Values, value) {
			continue
		}
		if at := slices.IndexFunc(s.options, func(c GoalOption) bool { return c.Name == o.Name }); at >= 0 {
			s.options[at].Value = value
		} else {
			s.options = append(s.options, GoalOption{o.Name, value})
		}
		return
	}
}

func (s *Session) buy() {
	c := s.shop.Catalog
	s.reward = s.shop.Goal.Reward(c.products[s.item], s.chosen(), c.prices[s.item], c.nouns)
	s.page = pageDone
}

// chosen are the values chosen.
func (s *Session) chosen() []string {
	list := make([]string, len(s.options))
	for i, o := range s.options {
		list[i] = o.Value
	}
	return list
}

// offers says that the page has an element of the name.
func (s *Session) offers(x string) bool {
	switch s.page {
	case pageResults:
		switch x {
		case BackToSearch, NextPage:
			return true
		case PreviousPage:
			return s.number > 1
		}
		i, ok := s.shop.Catalog.place[strings.ToUpper(x)]
		return ok && slices.Contains(s.rows(), i)
	case pageSub:
		return x == BackToSearch || x == PreviousPage
	case pageItem:
		if x == BackToSearch || x == PreviousPage || x == BuyNow {
			return true
		}
		if n := subPage(x); n >= 0 && n < len(s.shop.subPages()) {
			return true
		}
		return x != searchButton && slices.ContainsFunc(s.shop.Catalog.products[s.item].Options, func(o Option) bool {
			return slices.Contains(o.Values, x)
		})
	}
	return false
}

// Clickables lists the elements of the page by name, without the search button: buttons in the
// order of the page, then products, then values of options. Values that no action can name are left out.
func (s *Session) Clickables() []string {
	switch s.page {
	case pageResults:
		list := make([]string, 0, 3+s.shop.ResultsAPage)
		list = append(list, BackToSearch)
		if s.number > 1 {
			list = append(list, PreviousPage)
		}
		list = append(list, NextPage)
		for _, i := range s.rows() {
			list = append(list, strings.ToLower(s.shop.Catalog.products[i].ASIN))
		}
		return list
	case pageSub:
		return []string{BackToSearch, PreviousPage}
	case pageItem:
		p := s.shop.Catalog.products[s.item]
		list := make([]string, 0, 20)
		list = append(list, BackToSearch, PreviousPage)
		for _, name := range s.shop.subPages() {
			list = append(list, strings.ToLower(name))
		}
		list = append(list, BuyNow)
		for _, o := range p.Options {
			for _, v := range o.Values {
				if v != searchButton && !slices.Contains(list, v) && nameable(v) {
					list = append(list, v)
				}
			}
		}
		return list
	}
	return nil
}

// nameable says that a click can name the element.
func nameable(x string) bool {
	name, argument := parseAction(Click(x))
	return name == "click" && argument == x
}

// Signature identifies the state within the shop.
func (s *Session) Signature() string {
	switch s.page {
	case pageIndex:
		return "index"
	case pageDone:
		return fmt.Sprintf("done %d %s", s.item, s.optionsJSON(false))
	}
	var b strings.Builder
	b.Grow(64)
	fmt.Fprintf(&b, "%d %q %d", s.page, s.query, s.number)
	if s.page != pageResults {
		fmt.Fprintf(&b, " %d %d %s", s.item, s.sub, s.optionsJSON(false))
	}
	if len(s.visited) > 0 {
		fmt.Fprintf(&b, " %v", s.visited)
	}
	return b.String()
}
