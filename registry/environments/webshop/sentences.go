package webshop

import (
	"slices"
	"sync"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

// sentences is the lexicon with which the expert reads what people write: the kinds, attributes and values of WebShop's lists and of
// the small vocabulary. Phrases are found by the stems of their words, the longest first; what it does not know says nothing to it.
var sentences = sync.OnceValue(func() *lexicon {
	l := &lexicon{byPhrase: map[string]int{}, byWord: map[string]int{}, cut: lists.Stems}
	known := lists.Embedded()
	small := newLexicon()
	for _, list := range []struct {
		phrases []string
		class   string
	}{
		{known.Attributes(), classTrait}, {known.Nouns(), classKind}, {known.Values(lists.Color), classColor}, {known.Values(lists.Size), classSize},
	} {
		for _, p := range list.phrases {
			l.add(p, list.class)
		}
	}
	for _, x := range small.lexemes {
		class := x.class
		if class == classA || class == classB {
			class = classTrait
		}
		l.add(x.phrase, class)
	}
	return l
})

// readSentence reads what a person asks for: all kinds and attributes that the sentence names, and the first colour and the first size. Letters
// are sizes only behind "in" and "size".
func (l *lexicon) readSentence(instruction string) want {
	var w want
	before := ""
	for list := l.cut(w.takeLimit(instruction)); len(list) > 0; {
		i, n := l.at(list)
		if i >= 0 {
			x := l.lexemes[i]
			again := (x.class == classSize || x.class == classColor) && slices.ContainsFunc(w.terms, func(t term) bool { return t.class == x.class })
			letter := x.class == classSize && slices.Contains(sizes, x.phrase) && before != "in" && before != "size"
			if !again && !letter {
				w.add(&w.terms, term{x.phrase, x.word, x.class})
			}
		}
		n = max(n, 1)
		before, list = list[n-1], list[n:]
	}
	return w
}
