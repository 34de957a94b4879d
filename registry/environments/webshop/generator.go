package webshop

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// Every fifth combination of kind and attributes is asked for by unseen tasks only; of the rest every eighth
// catalogue belongs to the split seen.
const (
	unseenShare = 5
	seenShare   = 8
)

// attempts bounds how often a task is drawn until it belongs to its split. A draw fails four times in
// five at worst.
const attempts = 2000

// draft is a generated task: a catalogue and what is asked for in it.
type draft struct {
	products    []*shop.Product
	annotations map[string]shop.Annotation
	nouns       shop.Nouns
	target      int
	option      string                 // value asked for, of a synthetic goal
	human       *shop.HumanInstruction // a person's goal instead
}

// combination is what the goal asks for, but for option and price.
type combination struct{ kind, a, b int }

// generator draws tasks.
type generator struct {
	settings Settings
	goals    map[string][]lists.Goal // people's, by split; nil for the small vocabulary
}

func newGenerator(s Settings) *generator {
	g := &generator{settings: s}
	if s.Vocabulary == vocabularyReal {
		g.goals = splitGoals(lists.Embedded().Goals, s.Seed)
	}
	return g
}

// stream is the random stream of a task.
func (g *generator) stream(split string, index int) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "webshop %d %s %d", g.settings.Seed, split, index))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

// shop makes the shop of a task.
func (g *generator) shop(split string, index int) (*shop.Shop, error) {
	d, seed, err := g.draft(split, index)
	if err != nil {
		return nil, err
	}
	c := shop.NewCatalog(d.products, d.nouns, seed)
	if d.human != nil {
		asin := d.products[d.target].ASIN
		return &shop.Shop{Catalog: c, Goal: c.HumanGoals(map[string][]shop.HumanInstruction{asin: {*d.human}})[0]}, nil
	}
	for _, goal := range c.SyntheticGoals(d.annotations) {
		if goal.Options[0].Value == d.option {
			return &shop.Shop{Catalog: c, Goal: goal}, nil
		}
	}
	panic(fmt.Sprintf("generate task %d of %s: no goal asks for %q", index, split, d.option))
}

// draft draws until the task belongs to the split. The seed is for prices and limits.
func (g *generator) draft(split string, index int) (d *draft, seed uint64, err error) {
	if g.goals != nil {
		return g.realDraft(split, index), uint64(g.settings.Seed), nil
	}
	rng := g.stream(split, index)
	for range attempts {
		want := combination{rng.IntN(len(kinds)), rng.IntN(len(attributesA)), rng.IntN(len(attributesB))}
		if g.heldOut(want) != (split == "unseen") {
			continue
		}
		seed = rng.Uint64()
		d = g.draw(rng, want, seed)
		if split == "unseen" || (d.hash()%seenShare == 0) == (split == "seen") {
			return d, seed, nil
		}
	}
	return nil, 0, fmt.Errorf("generate task %d of %s: none of %d draws belongs there", index, split, attempts)
}

// heldOut says that only unseen tasks ask for the combination.
func (g *generator) heldOut(c combination) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "held out %d %v", g.settings.Seed, c))
	return binary.LittleEndian.Uint64(sum[:])%unseenShare == 0
}

// hash is that of the content, whatever the order of the products and their identifiers.
func (d *draft) hash() uint64 {
	lines := make([]string, 0, len(d.products))
	for i, p := range d.products {
		lines = append(lines, fmt.Sprintf("%t %s %v %v %v", i == d.target, p.Title, p.Attributes, p.Pricing, p.Options))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n") + d.option))
	return binary.LittleEndian.Uint64(sum[:])
}

// model is a product before it is written.
type model struct {
	kind, a, b int
	offered    []string
	price      float64
}

// draw draws the catalogue of a task.
func (g *generator) draw(rng *rand.Rand, want combination, seed uint64) *draft {
	kind := kinds[want.kind]
	values := optionValues(kind.option)
	asked := values[rng.IntN(len(values))]
	asin := asins(rng, g.settings.Products)

	target := model{want.kind, want.a, want.b, offer(rng, values, asked, true), tens(rng, 1+rng.IntN(7))}
	limit := shop.PriceLimit(seed, asin[0], "", target.price)
	models := []model{target}
	candidates := max(g.settings.Candidates-rng.IntN(3), minCandidates)
	for len(models) < candidates {
		m := model{want.kind, want.a, want.b, offer(rng, values, "", true), tens(rng, 1+rng.IntN(9))}
		switch u := rng.Float64(); {
		case u < g.settings.Lacking:
			m.offered = offer(rng, values, asked, false)
			m.price = tens(rng, 1+rng.IntN(int(limit/10)))
		case u < g.settings.Lacking+.4*(1-g.settings.Lacking):
			if rng.IntN(2) == 0 {
				m.a = other(rng, len(attributesA), want.a)
			} else {
				m.b = other(rng, len(attributesB), want.b)
			}
		case u < g.settings.Lacking+.75*(1-g.settings.Lacking):
			m.offered = offer(rng, values, asked, true)
			m.price = tens(rng, int(limit/10)+1+rng.IntN(3))
		default:
			m.a, m.b = other(rng, len(attributesA), want.a), other(rng, len(attributesB), want.b)
		}
		models = append(models, m)
	}
	for len(models) < g.settings.Products {
		m := model{other(rng, len(kinds), want.kind), other(rng, len(attributesA), want.a), other(rng, len(attributesB), want.b), nil, tens(rng, 1+rng.IntN(9))}
		switch rng.IntN(12) {
		case 0:
			m.a = want.a
		case 1:
			m.b = want.b
		}
		m.offered = offer(rng, optionValues(kinds[m.kind].option), "", true)
		models = append(models, m)
	}

	d := &draft{nouns: shop.Nouns{}, annotations: map[string]shop.Annotation{}, option: asked}
	order := rng.Perm(len(models))
	for at, i := range order {
		p := g.product(rng, models[i], asin[i])
		d.nouns[p.Title] = []string{kinds[models[i].kind].name}
		a := shop.Annotation{Attributes: p.Attributes}
		if i == 0 {
			d.target = at
			a.InstructionAttributes = p.Attributes
			a.Instruction = "Find me " + strings.Join(p.Attributes, ", ") + " " + kind.name
		}
		d.annotations[p.ASIN] = a
		d.products = append(d.products, p)
	}
	return d
}

// product writes a model as a record. The description names the values that are not offered, so that
// every product of a kind has the same words about options and a search cannot tell them apart.
func (g *generator) product(rng *rand.Rand, m model, asin string) *shop.Product {
	k := kinds[m.kind]
	attributes := []string{attributesA[m.a], attributesB[m.b]}
	shown := attributes
	if g.settings.Titles == titlesShort {
		shown = attributes[rng.IntN(2):][:1]
	}
	title := capitals(k.name)
	for _, a := range shown {
		title += ", " + capitals(a)
	}
	var out []string
	for _, v := range optionValues(k.option) {
		if !slices.Contains(m.offered, v) {
			out = append(out, v)
		}
	}
	return &shop.Product{
		ASIN: asin, Title: title, Category: k.category, Query: k.plural, Attributes: attributes,
		Description:     "Sold out in " + strings.Join(out, ", ") + ".",
		Bullets:         []string{"Made to be " + attributes[0] + " and " + attributes[1] + "."},
		Pricing:         []float64{m.price},
		Options:         []shop.Option{{Name: k.option, Values: m.offered}},
		ProductCategory: k.department + " › " + capitals(k.plural),
	}
}

// offered is how many of its six values an option offers.
const offered = 3

// offer draws the values offered: with the one asked for or without it, any when it is empty.
func offer(rng *rand.Rand, values []string, asked string, with bool) []string {
	var list []string
	for _, i := range rng.Perm(len(values)) {
		if values[i] != asked && len(list) < offered {
			list = append(list, values[i])
		}
	}
	if asked != "" && with {
		list[rng.IntN(offered)] = asked
	}
	return list
}

// cents are what a price lies below a multiple of ten dollars.
var cents = []float64{.01, .05, .5, 1}

// tens draws a price just below n times ten dollars.
func tens(rng *rand.Rand, n int) float64 {
	return math.Round(100*(10*float64(n)-cents[rng.IntN(len(cents))])) / 100
}

// other draws an index but one.
func other(rng *rand.Rand, n, but int) int {
	i := rng.IntN(n - 1)
	if i >= but {
		i++
	}
	return i
}

// asins draws n different identifiers.
func asins(rng *rand.Rand, n int) []string {
	const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	seen := map[string]bool{}
	list := make([]string, 0, n)
	for len(list) < n {
		b := []byte("B0")
		for range 8 {
			b = append(b, letters[rng.IntN(len(letters))])
		}
		if !seen[string(b)] {
			seen[string(b)] = true
			list = append(list, string(b))
		}
	}
	return list
}

// capitals writes every word with a capital.
func capitals(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
