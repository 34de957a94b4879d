package shop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/text/fuzzy"
)

// alike is the token-set ratio above which two phrases count as the same.
const alike = 85

// Reward is what a purchase earns, by part. Nothing of it depends on how the product was found.
type Reward struct {
	Type          float64 // 0, .1, .5 or 1: is it the kind of product
	QueryMatch    bool
	CategoryMatch bool
	TitleScore    float64 // share of the goal's nouns that the product's name has
	Attributes    int     // goal attributes met, of Attributes wanted
	Options       int     // goal options met
	Price         bool    // not above the limit
	Wanted        int     // goal attributes + goal options + 1
	// Approximate says that nouns were guessed: the name of the product or of the goal's
	// product is not in the table.
	Approximate bool
}

// Total is the reward, in [0, 1].
func (r Reward) Total() float64 {
	n := r.Attributes + r.Options
	if r.Price {
		n++
	}
	return float64(n) / float64(r.Wanted) * r.Type
}

// Reward returns what buying p with the chosen option values at a price earns.
func (g *Goal) Reward(p *Product, chosen []string, price float64, nouns Nouns) Reward {
	r := Reward{Wanted: len(g.Attributes) + len(g.Options) + 1, Price: price <= g.PriceUpper}
	g.typeReward(p, nouns, &r)
	r.Attributes = g.attributesOf(p)
	for _, o := range g.Options {
		if slices.ContainsFunc(chosen, o.met) {
			r.Options++
		}
	}
	return r
}

func (g *Goal) typeReward(p *Product, nouns Nouns, r *Reward) {
	r.QueryMatch = p.Query == g.Query
	common := 0
	own := levels(p.ProductCategory)
	for l := range levels(g.ProductCategory) {
		if own[l] {
			common++
		}
	}
	r.CategoryMatch = common >= 2

	bought, exact := nouns.of(p.Title)
	wanted, exactGoal := nouns.of(g.Name)
	r.Approximate = !exact || !exactGoal
	r.TitleScore = .2
	if len(wanted) > 0 {
		shared := map[string]bool{}
		for _, w := range wanted {
			if slices.Contains(bought, w) {
				shared[w] = true
			}
		}
		r.TitleScore = float64(len(shared)) / float64(len(wanted))
	}
	r.Type = typeOf(r.QueryMatch, r.CategoryMatch, r.TitleScore)
}

// typeOf weighs whether a product is of the kind asked for. A matching query does not save a name without a
// common noun.
func typeOf(query, category bool, title float64) float64 {
	switch {
	case title == 0:
		return 0
	case title < .1:
		return .1
	case !query && !category && title <= .2:
		return .5
	}
	return 1
}

// levels is the set of a category's levels.
func levels(category string) map[string]bool {
	set := map[string]bool{}
	for l := range strings.SplitSeq(category, "›") {
		set[strings.TrimSpace(l)] = true
	}
	return set
}

// attributesOf counts the goal attributes that a product has: among its attributes, or word for
// word in its texts.
func (g *Goal) attributesOf(p *Product) int {
	var texts []string
	n := 0
	for _, a := range g.Attributes {
		if slices.ContainsFunc(p.Attributes, func(own string) bool { return fuzzy.TokenSetRatio(own, a) > alike }) {
			n++
			continue
		}
		if texts == nil {
			texts = []string{pythonLower(p.Title), pythonLower(strings.Join(p.Bullets, " ")), pythonLower(p.Description)}
		}
		if slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, a) }) {
			n++
		}
	}
	return n
}

// met says that a chosen value is what a goal option asks for.
func (o GoalOption) met(chosen string) bool {
	return fuzzy.TokenSetRatio(colorOf(chosen), o.asked()) > alike
}

// asked is the text that chosen values are compared with. The option of a synthetic goal arrives
// as a pair of name and value, so that a colour must be one of the two as a whole; else the
// pair is compared in Python's spelling.
func (o GoalOption) asked() string {
	if o.Name == "" {
		return colorOf(o.Value)
	}
	for _, c := range colors {
		if c == o.Name || c == o.Value {
			return c
		}
	}
	return "('" + o.Name + "', '" + o.Value + "')"
}

// colorOf replaces a text by the first colour of the list that it contains.
func colorOf(text string) string {
	for _, c := range colors {
		if strings.Contains(text, c) {
			return c
		}
	}
	return text
}

// colors are WebShop's colour words in its order.
var colors = strings.Fields(`alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown
	burgundy camel camo caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral
	cranberry cream crystal dark denim eggplant elephant espresso fuchsia gold granite grape graphite grass gray green
	grey heather indigo ivory ivy khaki lavender lemon leopard light lilac lime magenta maroon mauve merlot midnight
	mint mocha multicolor mushroom mustard natural navy nude olive orange peach pewter pink plum purple rainbow red
	rose royal rust sand sapphire seashell silver skull slate steel stone stonewash sunflower tan taupe teal tiger
	turquoise violet walnut wheat white wine yellow`)
