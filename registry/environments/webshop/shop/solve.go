package shop

import (
	"slices"
	"strings"
)

// win is a product that can earn the whole reward.
type win struct {
	item   int32
	chosen []GoalOption // a fewest set of options that does
}

// Winners lists the products that earn the whole reward with the right options.
func (s *Shop) Winners() []int {
	s.prepare()
	var list []int
	for _, w := range s.wins {
		list = append(list, int(w.item))
	}
	return list
}

func (s *Shop) prepare() {
	s.once.Do(func() {
		c := s.Catalog
		for i, p := range c.products {
			if c.prices[i] > s.Goal.PriceUpper {
				continue
			}
			r := Reward{}
			s.Goal.typeReward(p, c.nouns, &r)
			if r.Type < 1 || s.Goal.attributesOf(p) < len(s.Goal.Attributes) {
				continue
			}
			if chosen, ok := s.Goal.complete(p, nil); ok {
				s.wins = append(s.wins, win{int32(i), chosen})
			}
		}
	})
}

// complete returns the fewest choices that, after those made already, meet every goal option; false when
// none do.
func (g *Goal) complete(p *Product, made []GoalOption) ([]GoalOption, bool) {
	// Only values that meet a goal option are worth choosing.
	var useful [][]GoalOption
	for _, o := range p.Options {
		var list []GoalOption
		for _, v := range o.Values {
			if v != searchButton && nameable(v) && slices.ContainsFunc(g.Options, func(want GoalOption) bool { return want.met(v) }) {
				list = append(list, GoalOption{o.Name, v})
			}
		}
		if len(list) > 0 {
			useful = append(useful, list)
		}
	}
	var best []GoalOption
	found := false
	tries := 0
	var try func(from int, chosen []GoalOption)
	try = func(from int, chosen []GoalOption) {
		if tries++; tries > maxTries || found && len(chosen) >= len(best) {
			return
		}
		if g.allMet(made, chosen) {
			best, found = slices.Clone(chosen), true
			return
		}
		for i := from; i < len(useful); i++ {
			for _, o := range useful[i] {
				try(i+1, append(chosen, o))
			}
		}
	}
	try(0, nil)
	return best, found
}

// maxTries bounds the search over combinations of options.
const maxTries = 20000

// allMet says that the choices, later ones replacing earlier ones of a name, meet every goal
// option.
func (g *Goal) allMet(made, chosen []GoalOption) bool {
	for _, want := range g.Options {
		met := false
		for _, o := range chosen {
			met = met || want.met(o.Value)
		}
		for _, o := range made {
			replaced := slices.ContainsFunc(chosen, func(c GoalOption) bool { return c.Name == o.Name })
			met = met || !replaced && want.met(o.Value)
		}
		if !met {
			return false
		}
	}
	return true
}

// Solve returns the shortest way from a session to the whole reward that it knows: to a winner on the
// page or on its neighbours, or by a new search with one of the queries or, with titles, with the winner's
// title. It returns false when there is none or the purchase is made; after one that earned
// everything the way is empty.
func (s *Session) Solve(titles bool, queries ...string) ([]string, bool) {
	s.shop.prepare()
	if s.page == pageDone {
		return nil, s.reward.Total() == 1
	}
	var best []string
	for _, w := range s.shop.wins {
		if way := s.reach(w, titles, queries); way != nil && (best == nil || len(way) < len(best)) {
			best = way
		}
	}
	return best, best != nil
}

// reach is the shortest way to buy a winner, nil for none.
func (s *Session) reach(w win, titles bool, queries []string) []string {
	p := s.shop.Catalog.products[w.item]
	var best []string
	offer := func(way []string, chosen []GoalOption) {
		for _, o := range chosen {
			way = append(way, Click(o.Value))
		}
		way = append(way, Click(BuyNow))
		if best == nil || len(way) < len(best) {
			best = way
		}
	}
	if s.item == w.item && (s.page == pageItem || s.page == pageSub) {
		if chosen, ok := s.shop.Goal.complete(p, s.options); ok {
			var way []string
			if s.page == pageSub {
				way = append(way, Click(PreviousPage))
			}
			offer(way, chosen)
		}
	}
	if s.page != pageIndex {
		var way []string
		if s.page == pageSub {
			way = append(way, Click(PreviousPage))
		}
		if s.page != pageResults {
			way = append(way, Click(PreviousPage))
		}
		if way = s.turn(way, s.results, s.number, w.item); way != nil {
			offer(way, w.chosen)
		}
	}
	if titles {
		queries = append(slices.Clip(queries), pythonLower(p.Title))
	}
	for _, q := range queries {
		if name, argument := parseAction(Search(q)); name != "search" || argument != q {
			continue
		}
		if way := s.turn([]string{Search(q)}, s.shop.Catalog.Search(q), 1, w.item); way != nil {
			offer(way, w.chosen)
		}
	}
	return best
}

// turn goes on with a way from a page of results to a product's page, nil when it is not among
// the results.
func (s *Session) turn(way []string, results []int32, number int, item int32) []string {
	at := slices.Index(results, item)
	if at < 0 {
		return nil
	}
	for to := at/s.shop.ResultsAPage + 1; number != to; {
		if number < to {
			way, number = append(way, Click(NextPage)), number+1
		} else {
			way, number = append(way, Click(PreviousPage)), number-1
		}
	}
	return append(way, Click(strings.ToLower(s.shop.Catalog.products[item].ASIN)))
}
