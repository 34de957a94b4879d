package webshop

import (
	"strconv"
	"strings"
)

// Classes of words that name something a product can be or have.
const (
	classKind  = "kind"
	classA     = "attr_a"
	classB     = "attr_b"
	classColor = "color"
	classSize  = "size"
	classTrait = "trait" // an attribute of real products, which have any number of them
	classWord  = "word"  // a word of the instruction that the vocabulary does not have
)

// kinds are the kinds of product of generated catalogues, four to a department.
var kinds = []struct {
	name, plural, department, category string
	option                             string // classColor or classSize
}{
	{"lipstick", "lipsticks", "Beauty & Personal Care", "beauty", classColor},
	{"shampoo", "shampoos", "Beauty & Personal Care", "beauty", classSize},
	{"lotion", "lotions", "Beauty & Personal Care", "beauty", classColor},
	{"serum", "serums", "Beauty & Personal Care", "beauty", classSize},
	{"sofa", "sofas", "Home & Kitchen", "garden", classColor},
	{"lamp", "lamps", "Home & Kitchen", "garden", classSize},
	{"rug", "rugs", "Home & Kitchen", "garden", classColor},
	{"desk", "desks", "Home & Kitchen", "garden", classSize},
	{"jeans", "jeans", "Clothing, Shoes & Jewelry", "fashion", classColor},
	{"boots", "boots", "Clothing, Shoes & Jewelry", "fashion", classSize},
	{"dress", "dresses", "Clothing, Shoes & Jewelry", "fashion", classColor},
	{"jacket", "jackets", "Clothing, Shoes & Jewelry", "fashion", classSize},
}

// The attributes of generated products, one of each family a product. They are attributes of real
// WebShop products. No two share a word, so that neither the search nor the fuzzy comparison takes one for
// another.
var (
	attributesA = []string{
		"high quality", "long lasting", "easy clean", "eco friendly", "heavy duty", "light weight", "non slip", "hands free",
	}
	attributesB = []string{
		"plant based", "double sided", "officially licensed", "space saving", "mid century", "moisture wicking", "cruelty free", "daily wear",
	}
	colors = []string{"red", "blue", "black", "white", "green", "pink"}
	sizes  = []string{"xs", "s", "m", "l", "xl", "xxl"}
)

// optionValues are the values of the option that a kind has.
func optionValues(class string) []string {
	if class == classColor {
		return colors
	}
	return sizes
}

// ladder are the prices that have words; others are rounded up to the next.
var ladder = []float64{10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 150, 200, 300, 500, 1000}

// priceWord is the word of a price.
func priceWord(price float64) string {
	for _, step := range ladder {
		if price <= step {
			return "$" + strconv.FormatFloat(step, 'f', -1, 64)
		}
	}
	return "$more"
}

// lexeme is a phrase that the vocabulary has a word for.
type lexeme struct {
	phrase string // as texts have it
	word   string
	class  string
}

// lexicon finds phrases. There are two: that of the view, and that of people's sentences.
type lexicon struct {
	lexemes  []lexeme
	byPhrase map[string]int
	byWord   map[string]int
	cut      func(text string) []string // the words by which phrases are found
	longest  int                        // words of the longest phrase
}

// add appends a phrase, unless it is known.
func (l *lexicon) add(phrase, class string) {
	cut := l.cut(phrase)
	key := strings.Join(cut, " ")
	if _, known := l.byPhrase[key]; known {
		return
	}
	w := lexeme{phrase, strings.ReplaceAll(phrase, " ", "_"), class}
	l.byPhrase[key], l.byWord[w.word] = len(l.lexemes), len(l.lexemes)
	l.lexemes = append(l.lexemes, w)
	l.longest = max(l.longest, len(cut))
}

// find returns the lexeme of a whole phrase.
func (l *lexicon) find(phrase string) (lexeme, bool) {
	i, ok := l.byPhrase[strings.Join(l.cut(phrase), " ")]
	if !ok {
		return lexeme{}, false
	}
	return l.lexemes[i], true
}

// newLexicon makes the view's lexicon, which is the same for every setting.
func newLexicon() *lexicon {
	l := &lexicon{byPhrase: map[string]int{}, byWord: map[string]int{}, cut: tokens}
	for _, k := range kinds {
		l.add(k.name, classKind)
	}
	for _, list := range []struct {
		phrases []string
		class   string
	}{{attributesA, classA}, {attributesB, classB}, {colors, classColor}, {sizes, classSize}} {
		for _, p := range list.phrases {
			l.add(p, list.class)
		}
	}
	return l
}

// tokens cuts a text into lower-cased words without the punctuation around them.
func tokens(text string) []string {
	list := strings.Fields(strings.ToLower(text))
	out := list[:0]
	for _, t := range list {
		if t = strings.Trim(t, ".,;:!?\"'()[]"); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// at returns the lexeme whose phrase begins the tokens, the longest of several, and its length; -1 for
// none.
func (l *lexicon) at(list []string) (lexeme, length int) {
	for n := min(l.longest, len(list)); n > 0; n-- {
		if i, ok := l.byPhrase[strings.Join(list[:n], " ")]; ok {
			return i, n
		}
	}
	return -1, 0
}

// idle are words of instructions that say nothing about the product.
var idle = wordSet(`a an the i im i'm am is are it its my me we you your this that these those some any of for to
	with and or in on at by from as be can could should would will want need looking look like find show buy get
	please price lower than dollars also which has have having made made-of one ones pair set searching interested
	purchase item product them they not no if but so more most very up out about into`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
