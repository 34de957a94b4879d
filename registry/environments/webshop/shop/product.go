package shop

import (
	"fmt"
	"strconv"
	"strings"
)

// Product is one record of a products file, cleaned the way WebShop cleans it.
type Product struct {
	ASIN            string
	Title           string
	Description     string
	Bullets         []string
	Pricing         []float64 // one price, or the ends of a range
	Options         []Option  // in the order of the file
	Category        string
	Query           string
	ProductCategory string // levels separated by " › "
	Attributes      []string
}

// Option is something to choose on a product's page. Names and values are lower-cased.
type Option struct {
	Name   string
	Values []string
}

// dummyAttribute is what a product gets that no attributes are known of.
const dummyAttribute = "DUMMY_ATTR"

// unknownAttributes is the list that those products share.
var unknownAttributes = []string{dummyAttribute}

// defaultPrice is that of a product without one, in dollars.
const defaultPrice = 100.0

// PriceTag is the price as pages print it.
func (p *Product) PriceTag() string {
	tag := "$" + pythonFloat(p.Pricing[0])
	if len(p.Pricing) > 1 {
		tag += " to $" + pythonFloat(p.Pricing[1])
	}
	return tag
}

// Text is what the search engine indexes: title, description, first bullet and options.
func (p *Product) Text() string {
	first := ""
	if len(p.Bullets) > 0 {
		first = p.Bullets[0]
	}
	size := len(p.Title) + len(p.Description) + len(first) + 3
	for _, o := range p.Options {
		size += len(o.Name) + 10
		for _, v := range o.Values {
			size += len(v) + 2
		}
	}
	var b strings.Builder
	b.Grow(size)
	for _, part := range []string{p.Title, " ", p.Description, " ", first, " "} {
		b.WriteString(part)
	}
	for i, o := range p.Options {
		if i > 0 {
			b.WriteString(", and ")
		}
		b.WriteString(o.Name)
		b.WriteString(": ")
		for j, v := range o.Values {
			if j > 0 {
				b.WriteString(", ")
			}
			b.WriteString(v)
		}
	}
	return pythonLower(b.String())
}

// parsePricing reads the text of a price: everything between dollar signs is one amount, of which digits
// and points count.
func parsePricing(text string) ([]float64, error) {
	if text == "" {
		return []float64{defaultPrice}, nil
	}
	var prices []float64
	for _, part := range strings.Split(text, "$")[1:] {
		amount := strings.Map(func(r rune) rune {
			if r == '.' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, part)
		v, err := strconv.ParseFloat(amount, 64)
		if err != nil {
			return nil, fmt.Errorf("pricing %q: no amount in %q", text, part)
		}
		prices = append(prices, v)
	}
	if len(prices) == 0 {
		return nil, fmt.Errorf("pricing %q: no dollar sign", text)
	}
	return prices[:min(len(prices), 2)], nil
}

// pythonFloat writes a number as Python does: the shortest digits that read back, always with a
// point below 1e16.
func pythonFloat(v float64) string {
	if v != 0 && (v < 1e-4 || v >= 1e16) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// pythonLower is str.lower but for the final sigma: the one letter that grows in length does so here too.
func pythonLower(s string) string {
	if strings.ContainsRune(s, 'İ') {
		s = strings.ReplaceAll(s, "İ", "i\u0307")
	}
	return strings.ToLower(s)
}
