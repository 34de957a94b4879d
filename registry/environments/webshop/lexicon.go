package webshop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"},
	Search:     []string{"find", "compare", "scan", "check", "search", "look", "browse", "explore"},
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon]: searching, turning pages, going back.
func (e *Environment) Searches(r registry.Response) bool {
	c, ok := parseCommand(r.Action)
	return ok && (c.search || slices.Contains([]string{"next >", "< prev", "back to search"}, c.text))
}

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

// OutcomeKey implements [registry.Outcomes]: the product bought and the values chosen on its page,
// empty when nothing was bought. Which option a value belongs to is not in the commands: of colours, sizes and
// values of other kinds the last one of each counts.
func (e *Environment) OutcomeKey(commands []string) string {
	asin, onItem := "", false
	chosen := map[string]string{}
	for _, text := range commands {
		c, ok := parseCommand(text)
		switch {
		case !ok:
		case c.search || c.text == "back to search" || c.text == "next >":
			asin, onItem = "", false
		case c.text == "< prev":
			if onItem {
				asin, onItem = "", false
			} else if asin != "" {
				onItem = true
			}
		case c.text == "buy now" && onItem:
			return strings.Join([]string{asin, chosen[classColor], chosen[classSize], chosen[classWord]}, " ")
		case onItem && slices.Contains([]string{"description", "features", "reviews", "attributes"}, c.text):
			onItem = false
		case onItem:
			chosen[valueClass(c.text)] = c.text
		case asin == "":
			asin, onItem = c.text, true
			clear(chosen)
		}
	}
	return ""
}

// valueClass guesses the kind of option that a value belongs to.
func valueClass(value string) string {
	v := compactView(false, false)
	for _, word := range v.lexicon.words(&want{}, value, 1) {
		if class := v.lexemes[v.byWord[word]].class; class == classColor || class == classSize {
			return class
		}
	}
	if x, ok := sentences().find(value); ok && (x.class == classColor || x.class == classSize) {
		return x.class
	}
	return classWord
}
