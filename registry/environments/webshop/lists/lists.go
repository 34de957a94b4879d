package lists

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"sync"
)

// Lists are kinds and the goals that ask for them.
type Lists struct {
	Kinds []Kind // by name, in order
	Goals []Goal // by sentence, in order; no sentence twice
}

// Kind is a class of products that WebShop's instructions name.
type Kind struct {
	Name       string // such as "shampoo & conditioner"
	Department string // WebShop's category: "beauty", "electronics", "fashion", "garden" or "grocery"
	Nouns      []string
	Attributes []string // that its instructions ask for; may be empty
}

// Goal is what a sentence asks for.
type Goal struct {
	Sentence   string
	Kind       int    // index in Lists.Kinds
	Noun       string // one of the kind's, in the singular
	Attributes []string
	Options    []Option // at most one of a name
}

// Names of options.
const (
	Color = "color"
	Size  = "size"
)

// Option is a value asked for: Color or Size, and a lower-cased text.
type Option struct{ Name, Value string }

// extract is made from three files of WebShop: the sentences of human_goals.json, and the attributes and instructions of
// items_ins_v2_1000.json. The test of the extract makes it and says how. Licence: LICENSE beside it.
//
//go:embed extract.tsv.gz
var extract []byte

// Embedded returns the embedded lists, which nobody may change.
var Embedded = sync.OnceValue(func() *Lists {
	l, err := open(extract)
	if err != nil {
		panic(fmt.Sprintf("read the embedded extract: %v", err))
	}
	return l
})

func open(packed []byte) (*Lists, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return Read(z)
}

// Attributes lists the attributes of all kinds, in the order of the kinds, each once.
func (l *Lists) Attributes() []string { return l.each(func(k *Kind) []string { return k.Attributes }) }

// Nouns lists the nouns of all kinds, in the order of the kinds, each once.
func (l *Lists) Nouns() []string { return l.each(func(k *Kind) []string { return k.Nouns }) }

func (l *Lists) each(of func(*Kind) []string) []string {
	seen := map[string]bool{}
	var list []string
	for i := range l.Kinds {
		for _, s := range of(&l.Kinds[i]) {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// Values lists the values of an option that goals ask for, in the order of the goals, each once.
func (l *Lists) Values(name string) []string {
	seen := map[string]bool{}
	var list []string
	for _, g := range l.Goals {
		for _, o := range g.Options {
			if o.Name == name && !seen[o.Value] {
				seen[o.Value] = true
				list = append(list, o.Value)
			}
		}
	}
	return list
}
