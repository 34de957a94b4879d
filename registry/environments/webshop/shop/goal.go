package shop

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Goal is what an episode asks for.
type Goal struct {
	ASIN            string // the product it was made from
	Category        string
	Query           string
	Name            string
	ProductCategory string
	Instruction     string // with its price text
	Attributes      []string
	Options         []GoalOption
	PriceUpper      float64 // dollars
	Weight          float64
}

// GoalOption is an option asked for. The name is empty in human goals.
type GoalOption struct{ Name, Value string }

// noLimit is the price limit of a goal that states none.
const noLimit = 1_000_000

// Hash identifies the goal by product, instruction and options, whatever its place in a list.
func (g *Goal) Hash() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %q %v", g.ASIN, g.Instruction, g.Options, g.PriceUpper)
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// goalOf starts a goal from its product.
func goalOf(p *Product) Goal {
	return Goal{ASIN: p.ASIN, Category: p.Category, Query: p.Query, Name: p.Title, ProductCategory: p.ProductCategory, Weight: 1}
}

// HumanGoals makes a goal of every instruction that has an attribute, in the order of the products.
func (c *Catalog) HumanGoals(found map[string][]HumanInstruction) []Goal {
	var goals []Goal
	for i, p := range c.products {
		for _, h := range found[p.ASIN] {
			if len(h.Attributes) == 0 {
				continue
			}
			g := goalOf(p)
			g.Attributes = h.Attributes
			for _, o := range h.Options {
				g.Options = append(g.Options, GoalOption{Value: o})
			}
			upper, text := c.limit(c.prices[i], p.ASIN, h.Instruction)
			g.PriceUpper, g.Instruction = upper, strings.Trim(h.Instruction, ".")+text
			goals = append(goals, g)
		}
	}
	return goals
}

// SyntheticGoals makes a goal of every combination of option values of every product that has an
// instruction, in the order of the products. Option names are taken in alphabetical order.
func (c *Catalog) SyntheticGoals(found map[string]Annotation) []Goal {
	var goals []Goal
	count := map[string]int{}
	for i, p := range c.products {
		a := found[p.ASIN]
		if a.Instruction == "" || len(a.InstructionAttributes) == 0 {
			continue
		}
		upper, text := c.limit(c.prices[i], p.ASIN, "")
		options := slices.Clone(p.Options)
		slices.SortFunc(options, func(x, y Option) int { return strings.Compare(x.Name, y.Name) })
		combine(options, nil, func(chosen []GoalOption) {
			g := goalOf(p)
			g.Attributes, g.Options, g.PriceUpper = a.InstructionAttributes, slices.Clone(chosen), upper
			g.Instruction = a.Instruction + optionText(chosen) + text
			for _, attribute := range g.Attributes {
				count[attribute]++
			}
			goals = append(goals, g)
		})
	}
	for i := range goals {
		g := &goals[i]
		g.Weight = 0
		for _, attribute := range g.Attributes {
			g.Weight += 1 / float64(count[attribute]) / float64(len(g.Attributes))
		}
	}
	return goals
}

// combine calls f with every combination of values, the last option varying fastest.
func combine(options []Option, chosen []GoalOption, f func([]GoalOption)) {
	if len(options) == 0 {
		f(chosen)
		return
	}
	for _, v := range options[0].Values {
		combine(options[1:], append(chosen, GoalOption{options[0].Name, v}), f)
	}
}

func optionText(chosen []GoalOption) string {
	var parts []string
	for _, o := range chosen {
		parts = append(parts, o.Name+": "+o.Value)
	}
	if len(parts) == 0 {
		return ""
	}
	return " with " + strings.Join(parts, ", and ")
}

// limit is the price limit of a goal and how its instruction states it.
func (c *Catalog) limit(price float64, asin, instruction string) (upper float64, text string) {
	upper = PriceLimit(c.seed, asin, instruction, price)
	if upper == noLimit {
		return upper, ""
	}
	return upper, PriceText(upper)
}

// PriceLimit is the limit that a person's instruction for a product gets in a catalogue with the seed, and, with an empty
// instruction, that the synthetic goals of the product have.
func PriceLimit(seed uint64, asin, instruction string, price float64) float64 {
	return drawLimit(stream(seed, "limit", asin, instruction), price)
}

// drawLimit draws the larger of two of the next four multiples of ten above the price, below
// 1000. With fewer than two there is no limit.
func drawLimit(rng *rand.Rand, price float64) float64 {
	var above []float64
	for v := 10.0; v < 1000 && len(above) < 4; v += 10 {
		if v > price {
			above = append(above, v)
		}
	}
	if len(above) < 2 {
		return noLimit
	}
	i, j := rng.IntN(len(above)), rng.IntN(len(above)-1)
	if j >= i {
		j++
	}
	return above[max(i, j)]
}

// PriceText is how an instruction states a price limit.
func PriceText(upper float64) string {
	return fmt.Sprintf(", and price lower than %.2f dollars", upper)
}

// stream is a random stream of its own for a purpose.
func stream(seed uint64, purpose ...string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q", seed, purpose))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}
