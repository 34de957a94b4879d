package shop

import (
	"math/rand/v2"
	"strings"

	"github.com/retort-ml/retort/registry/text/bm25"
)

// found is the most products that a search returns.
const found = 50

// Catalog is a set of products that can be searched. It is immutable and safe for concurrent use.
type Catalog struct {
	products []*Product
	prices   []float64 // what buying costs
	place    map[string]int32
	index    *bm25.Index
	nouns    Nouns
	seed     uint64
}

// NewCatalog indexes products, which must have different identifiers, on as many cores as GOMAXPROCS grants; the result does not
// depend on that. The seed draws the prices of those that
// are sold at a range. A nil table of nouns makes rewards approximate.
func NewCatalog(products []*Product, nouns Nouns, seed uint64) *Catalog {
	c := &Catalog{
		products: products, prices: make([]float64, len(products)), place: make(map[string]int32, len(products)),
		nouns: nouns, seed: seed,
	}
	for i, p := range products {
		c.place[strings.ToUpper(p.ASIN)] = int32(i)
		c.prices[i] = p.Pricing[0]
		if len(p.Pricing) > 1 {
			c.prices[i] += (p.Pricing[1] - p.Pricing[0]) * stream(seed, "price", p.ASIN).Float64()
		}
	}
	builder := bm25.NewBuilder(bm25.Options{})
	builder.AddAll(len(products), func(i int) (string, string) { return products[i].ASIN, products[i].Text() })
	c.index = builder.Build()
	return c
}

// Len is the number of products, Product the i-th.
func (c *Catalog) Len() int               { return len(c.products) }
func (c *Catalog) Product(i int) *Product { return c.products[i] }

// Price is what buying the i-th product costs, in dollars.
func (c *Catalog) Price(i int) float64 { return c.prices[i] }

// Find returns the place of a product, -1 for none. Identifiers are compared in upper case, as clicks are.
func (c *Catalog) Find(asin string) int {
	if i, ok := c.place[strings.ToUpper(asin)]; ok {
		return int(i)
	}
	return -1
}

// Search returns the products for a query, best first. Queries that begin with <r>, <a>, <c> or <q>
// list fifty at random, those with an attribute, of a category, of a query class.
func (c *Catalog) Search(query string) []int32 {
	head, rest, _ := strings.Cut(query, " ")
	rest = strings.TrimSpace(rest)
	switch head {
	case "<r>":
		rng := stream(c.seed, "random", query)
		return sample(rng, len(c.products), min(found, len(c.products)))
	case "<a>":
		return c.where(func(p *Product) bool {
			for _, a := range p.Attributes {
				if a == rest {
					return true
				}
			}
			return false
		})
	case "<c>":
		rest, _, _ = strings.Cut(rest, " ")
		return c.where(func(p *Product) bool { return p.Category == rest })
	case "<q>":
		return c.where(func(p *Product) bool { return p.Query == rest })
	}
	hits := c.index.Search(query, found)
	list := make([]int32, len(hits))
	for i, h := range hits {
		list[i] = int32(h.Doc)
	}
	return list
}

func (c *Catalog) where(keep func(*Product) bool) (list []int32) {
	for i, p := range c.products {
		if keep(p) {
			list = append(list, int32(i))
		}
	}
	return list
}

// sample draws k of n without replacement.
func sample(rng *rand.Rand, n, k int) []int32 {
	list := make([]int32, 0, k)
	for _, i := range rng.Perm(n)[:k] {
		list = append(list, int32(i))
	}
	return list
}
