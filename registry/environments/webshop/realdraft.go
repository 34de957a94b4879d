package webshop

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// stock is what catalogues of the real vocabulary are drawn from.
type stock struct {
	kinds      []lists.Kind
	attributes []string
	values     map[string][]string // of options by name
}

var realStock = sync.OnceValue(func() *stock {
	l := lists.Embedded()
	return &stock{
		kinds: l.Kinds, attributes: l.Attributes(),
		values: map[string][]string{lists.Color: l.Values(lists.Color), lists.Size: l.Values(lists.Size)},
	}
})

// realDraft draws the catalogue of a task around a person's goal. Prices and limits are those of a catalogue with the settings' seed, so that a
// written one that is read back with that seed has the same.
func (g *generator) realDraft(split string, index int) *draft {
	goals := g.goals[split]
	want := newRealGoal(&goals[index%len(goals)], true)
	rng := g.stream(split, index)
	d := &draft{nouns: shop.Nouns{}, annotations: map[string]shop.Annotation{}, products: make([]*shop.Product, g.settings.Products)}
	d.human = &shop.HumanInstruction{Instruction: want.Sentence, Attributes: want.Attributes}
	for _, o := range want.Options {
		d.human.Options = append(d.human.Options, o.Value)
	}
	asin, order := asins(rng, g.settings.Products), rng.Perm(g.settings.Products)
	made := 0
	add := func(goal *realGoal, p *shop.Product, price float64) {
		p.ASIN, p.Pricing = asin[made], []float64{price}
		d.products[order[made]] = p
		d.nouns[p.Title] = []string{goal.Noun}
		d.annotations[p.ASIN] = shop.Annotation{Attributes: p.Attributes}
		made++
	}

	offered := want.assort(rng)
	price := tens(rng, 1+rng.IntN(7))
	limit := int(shop.PriceLimit(uint64(g.settings.Seed), asin[0], want.Sentence, price) / 10)
	add(want, g.realProduct(rng, want, want.Attributes, want.wrong(rng), offered, -1), price)
	d.target = order[0]
	d.annotations[asin[0]] = shop.Annotation{
		Attributes: want.Attributes, InstructionAttributes: want.Attributes, Instruction: "Find me " + strings.Join(want.Attributes, ", ") + " " + want.Noun,
	}
	candidates := max(g.settings.Candidates-rng.IntN(3), minCandidates)
	for made < candidates {
		own, other := want.Attributes, want.wrong(rng)
		without, price := -1, tens(rng, 1+rng.IntN(limit))
		switch u := rng.Float64(); {
		case u < g.settings.Lacking && len(want.Options) > 0:
			without = rng.IntN(len(want.Options))
		case u < g.settings.Lacking+wrongShare*(1-g.settings.Lacking):
			at := rng.IntN(len(own))
			own = slices.Clone(own)
			own[at], other = other, own[at]
		default:
			price = tens(rng, limit+1+rng.IntN(3))
		}
		add(want, g.realProduct(rng, want, own, other, offered, without), price)
	}
	for made < g.settings.Products {
		goal := newRealGoal(&goals[rng.IntN(len(goals))], false)
		if goal.Kind != want.Kind && goal.Noun != want.Noun {
			add(goal, g.realProduct(rng, goal, goal.Attributes, goal.wrong(rng), goal.assort(rng), -1), tens(rng, 1+rng.IntN(9)))
		}
	}
	return d
}

// wrongShare is the share of the candidates that offer everything of which an attribute is wrong; the others are too dear.
const wrongShare = .65

// realGoal is a person's goal as the reward takes it.
type realGoal struct {
	*lists.Goal
	reward shop.Goal // of the task's goal; without attributes where nothing is paid for products of the kind
}

func newRealGoal(g *lists.Goal, paid bool) *realGoal {
	r := &realGoal{Goal: g}
	if paid {
		r.reward.Attributes = g.Attributes
		for _, o := range g.Options {
			r.reward.Options = append(r.reward.Options, shop.GoalOption{Value: o.Value})
		}
	}
	return r
}

// wrong draws a real attribute that the reward takes for none that the goal asks for. Attributes of the kind come first.
func (g *realGoal) wrong(rng *rand.Rand) string {
	for try := 0; ; try++ {
		from := realStock().attributes
		if own := realStock().kinds[g.Kind].Attributes; try < 3 && len(own) > 0 {
			from = own
		}
		a := from[rng.IntN(len(from))]
		if !slices.Contains(g.Attributes, a) && g.reward.Reward(&shop.Product{Attributes: []string{a}}, nil, 0, nil).Attributes == 0 {
			return a
		}
	}
}

// assort draws the values that products of a kind have words for, of every option asked for: the one asked for and five that the
// reward does not take for it.
func (g *realGoal) assort(rng *rand.Rand) [][]string {
	var all [][]string
	for _, o := range g.Options {
		pool, values := realStock().values[o.Name], []string{o.Value}
		for len(values) < 2*offered {
			v := pool[rng.IntN(len(pool))]
			if !slices.Contains(values, v) && g.reward.Reward(&shop.Product{}, []string{v}, 0, nil).Options == 0 {
				values = append(values, v)
			}
		}
		all = append(all, values)
	}
	return all
}

// realProduct writes a product of a goal's kind, but for identifier and price. It has the attributes and lacks another one, and offers half of the values of every
// option, the one asked for among them except of the option numbered without. With short titles only one attribute stands in the title. What
// it lacks its description names, attributes with a hyphen, so that all products of a kind have the same words for the search, and none that the reward
// counts.
func (g *generator) realProduct(rng *rand.Rand, goal *realGoal, attributes []string, lacks string, values [][]string, without int) *shop.Product {
	shown := attributes
	if g.settings.Titles == titlesShort {
		shown = attributes[rng.IntN(len(attributes)):][:1]
	}
	kind := realStock().kinds[goal.Kind]
	p := &shop.Product{
		Title: capitals(goal.Noun), Category: kind.Department, Query: kind.Name, Attributes: attributes,
		Bullets:         []string{"Made to be " + strings.Join(attributes, " and ") + "."},
		ProductCategory: capitals(kind.Department) + " › " + capitals(kind.Name),
	}
	for _, a := range shown {
		p.Title += ", " + capitals(a)
	}
	lacks = strings.ReplaceAll(lacks, " ", "-")
	p.Description = "Not " + lacks + ": look elsewhere for " + lacks + "."
	var out []string
	for i, o := range goal.Options {
		has := offer(rng, values[i], o.Value, i != without)
		p.Options = append(p.Options, shop.Option{Name: o.Name, Values: has})
		for _, v := range values[i] {
			if !slices.Contains(has, v) {
				out = append(out, v)
			}
		}
	}
	if len(out) > 0 {
		p.Description += " Sold out in " + strings.Join(out, ", ") + "."
	}
	return p
}
